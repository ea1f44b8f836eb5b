import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createInstanceCheck } from "../../generator/json-schema/interpreter.js";
import { createRuleContext } from "../../generator/lint/rule-context.js";
import { isOwnDialect, unsupportedKeywords } from "../../generator/document/schema-keywords.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";
import { loadContract } from "../../generator/document/load-contract.js";
import { componentPointer } from "../../generator/document/reference.js";
import { corpus, hasCorpus } from "../support/corpus.js";

interface Case {
  readonly type: string;
  readonly action: string;
  readonly why: string;
  readonly value: JsonValue;
  readonly valid: boolean;
}

const contracts = hasCorpus("actions")
  ? readdirSync(path.join(corpus, "actions")).filter((file) => /^[^.]+\.json$/.test(file))
  : ["(no corpus)"];

describe.skipIf(!hasCorpus("actions"))("labelled bodies", () => {
  test.each(contracts)("of %s", (name) => {
    const folder = path.join(corpus, "actions");
    const context = createRuleContext(loadContract(name, { workingFolder: folder }).contract!);
    const check = createInstanceCheck(context.upgraded);
    const bodies = new Map(context.actions.map(({ type, name: action, action: { body } }) => [`${type} ${action}`, body]));
    const lines = readFileSync(path.join(folder, name.replace(/json$/, "cases.jsonl")), "utf8")
      .split("\n")
      .filter(Boolean);
    const cases = lines.map((line) => JSON.parse(line) as Case);
    expect(cases.length).toBeGreaterThan(0);
    const disagreements = cases.filter(
      ({ type, action, value, valid }) => (check(bodies.get(`${type} ${action}`)!, value).length === 0) !== valid,
    );
    // The labels are those of ajv-formats, whose int64 takes any whole number, 1e300 too. Ours ends at 2^53.
    expect(disagreements.filter(({ why, valid }) => !valid || !why.includes("huge at "))).toEqual([]);
  });
});

interface Group {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

const suite = path.join(corpus, "json-schema-test-suite/tests/draft2020-12");
const files = hasCorpus("json-schema-test-suite") ? readdirSync(suite).filter((file) => file.endsWith(".json")) : [];

/** Keywords that contracts can't use, and those that change what a reference leads to. */
const foreign = [...unsupportedKeywords.keys(), "$id", "$anchor"];

describe.skipIf(files.length === 0)("JSON-Schema-Test-Suite", () => {
  test("required tests within the profile", () => {
    let judged = 0;
    const disagreements: string[] = [];
    for (const file of files) {
      for (const { description, schema, tests } of JSON.parse(readFileSync(path.join(suite, file), "utf8")) as Group[]) {
        const document = toDocument(schema);
        if (!document) continue;
        const check = createInstanceCheck(document);
        for (const { description: what, data, valid } of tests) {
          judged++;
          if ((check({ $ref: componentPointer("schemas", "#") }, data).length === 0) !== valid)
            disagreements.push(`${file}: ${description}: ${what}`);
        }
      }
    }
    // Formats are annotations there, and checked here.
    expect(disagreements.filter((name) => !name.endsWith("is only an annotation by default"))).toEqual([]);
    expect(judged).toBeGreaterThan(1_000);
  });
});

/** A document with the schema as component `#`, and what it refers to as components named by their pointers. */
function toDocument(root: JsonValue): JsonObject | undefined {
  const schemas: JsonObject = {};
  let isForeign = false;
  const rewrite = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (!isObject(value)) return value;
    const copy: JsonObject = {};
    for (const [key, item] of Object.entries(value)) {
      const isOwn = key === "$schema" && isOwnDialect(item);
      if ((foreign.includes(key) && !isOwn) || key === "__proto__") isForeign = true;
      if (key === "$ref" && typeof item === "string") copy[key] = component(item);
      else copy[key] = key === "const" || key === "enum" ? item : rewrite(item);
    }
    return copy;
  };
  const component = (ref: string): string => {
    const pointer = decodeURIComponent(ref);
    let target: JsonValue | undefined = root;
    for (const key of pointer.split("/").slice(1)) target = own(target, key.replaceAll("~1", "/").replaceAll("~0", "~"));
    if ((pointer !== "#" && !pointer.startsWith("#/")) || target === undefined) isForeign = true;
    else if (!Object.hasOwn(schemas, pointer)) {
      schemas[pointer] = true;
      schemas[pointer] = rewrite(target);
    }
    return componentPointer("schemas", pointer);
  };
  component("#");
  return isForeign ? undefined : { components: { schemas } };
}
