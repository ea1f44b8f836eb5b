import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isObject, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";
import { isOwnDialect } from "../../generator/document/schema-keywords.js";
import { corpus, hasCorpus } from "../support/corpus.js";
import { judgesOf, type Outcome } from "./validators-in-memory.js";

/** A schema of JSON-Schema-Test-Suite, and values for it. */
export interface Group {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

export const isThere = hasCorpus("json-schema-test-suite");

const suite = path.join(corpus, "json-schema-test-suite");
const tests = path.join(suite, "tests/draft2020-12");

/** The files of a folder of the suite. */
export function filesIn(folder: string): string[] {
  if (!isThere) return [];
  const names = readdirSync(path.join(tests, folder)).filter((name) => name.endsWith(".json"));
  return names.map((name) => path.posix.normalize(path.posix.join(folder, name)));
}

export function groupsIn(file: string): Group[] {
  return JSON.parse(readFileSync(path.join(tests, file), "utf8")) as Group[];
}

/** Everything that judges by a schema of the suite: a file next to the contract, with the documents that it names by URL in it. */
export function outcomeOf(schema: JsonValue): Outcome {
  return judgesOf(isObject(schema) ? { $ref: "case.json" } : schema, {}, { "case.json": withRemotes(withoutDialect(schema)) });
}

/** Nearly each schema of the suite names the dialect that contracts have anyway. */
export function withoutDialect(schema: JsonValue): JsonValue {
  if (!isObject(schema) || !isOwnDialect(schema["$schema"])) return schema;
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}

const host = "http://localhost:1234/";

/** Bundles documents as JSON Schema defines (core, 9.3): each in `$defs` of the schema that needs it, identified by its URL. */
function withRemotes(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const remotes: JsonObject = {};
  const add = (text: string): void => {
    const bases = [...text.matchAll(/"\$id":"([^"]*)"/g)].map(([, id]) => new URL(id!, host).href);
    for (const [, ref] of text.matchAll(/"\$(?:ref|dynamicRef)":"([^"#]+)/g)) {
      for (const base of [host, ...bases]) {
        const url = URL.canParse(ref!, base) ? new URL(ref!, base).href : "";
        const file = path.join(suite, "remotes", url.slice(host.length));
        if (!url.startsWith(host) || url in remotes || !url.endsWith(".json") || !existsSync(file)) continue;
        const remote = withoutDialect(JSON.parse(readFileSync(file, "utf8")) as JsonValue);
        remotes[url] = isObject(remote) ? { $id: url, ...remote } : remote;
        add(JSON.stringify(remotes[url]));
      }
    }
  };
  add(JSON.stringify(schema));
  if (Object.keys(remotes).length === 0) return schema;
  return { ...schema, $defs: { ...(isObject(schema["$defs"]) ? schema["$defs"] : {}), ...remotes } };
}
