import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { isObject, type JsonValue } from "../../generator/document/json-value.js";
import { isOwnDialect } from "../../generator/document/schema-keywords.js";
import { corpus, hasCorpus } from "../support/corpus.js";
import { judgesOf } from "./validators-in-memory.js";

interface Group {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

/**
 * What docs/openapi-support.md names: the cases about which validators are wrong, and the schemas that are refused, by file. All others are
 * right.
 */
const left: Readonly<Record<string, { readonly wrong?: number; readonly refused?: readonly string[] }>> = {
  "cross-draft.json": { refused: ["ref-remote"] },
  "dependencies-compatibility.json": { refused: ["unsupported-keyword"] },
  "dynamicRef.json": { refused: ["unsupported-keyword"] },
  "format-assertion.json": { refused: ["unsupported-keyword"] },
  // Escapes that only the flag u rejects.
  "format/ecmascript-regex.json": { wrong: 1 },
  // Names in Punycode are not decoded.
  "format/hostname.json": { wrong: 23 },
  // Annotations.
  "format/idn-email.json": { wrong: 2 },
  "format/idn-hostname.json": { wrong: 54 },
  "format/iri-reference.json": { wrong: 2 },
  "format/iri.json": { wrong: 6 },
};

const suite = path.join(corpus, "json-schema-test-suite/tests/draft2020-12/optional");
const isThere = hasCorpus("json-schema-test-suite");
const filesIn = (folder: string) =>
  readdirSync(path.join(suite, folder)).flatMap((name) => (name.endsWith(".json") ? path.posix.join(folder, name) : []));

describe.skipIf(!isThere)("JSON-Schema-Test-Suite, draft 2020-12, optional", () => {
  test.each(isThere ? [...filesIn("."), ...filesIn("format")] : [])("%s", (file) => {
    const wrong: string[] = [];
    const refused = new Set<string>();
    for (const { description: group, schema: written, tests } of JSON.parse(
      readFileSync(path.join(suite, file), "utf8"),
    ) as Group[]) {
      const schema = withoutDialect(written);
      const outcome = judgesOf(isObject(schema) ? { $ref: "case.json" } : schema, {}, { "case.json": schema });
      if ("refusals" in outcome) {
        for (const code of outcome.refusals) refused.add(code);
        continue;
      }
      const { guard, list, fitsData, interpret } = outcome.judges;
      for (const { description, data, valid } of tests) {
        const verdicts = [guard(data), list(data).length === 0, fitsData(data), interpret(data)];
        expect(new Set(verdicts).size, `${group}: ${description}`).toBe(1);
        if (verdicts[0] !== valid) wrong.push(`${group}: ${description}`);
      }
    }
    const known = left[path.posix.normalize(file)];
    expect([...refused]).toEqual(known?.refused ?? []);
    expect(wrong, wrong.join("\n")).toHaveLength(known?.wrong ?? 0);
  });
});

function withoutDialect(schema: JsonValue): JsonValue {
  if (!isObject(schema) || !isOwnDialect(schema["$schema"])) return schema;
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}
