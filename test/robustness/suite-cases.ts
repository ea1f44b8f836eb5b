import { createRequire } from "node:module";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isObject, ownString, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";
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
const published = "https://json-schema.org/draft/2020-12/";
const metaschemas = path.dirname(createRequire(import.meta.url).resolve("ajv/dist/refs/json-schema-2020-12/schema.json"));

/** The document of a URL: one of the suite, or a metaschema of the specification, which Ajv has, too. */
function remoteAt(url: string): JsonValue | undefined {
  const file = [
    url.startsWith(host) ? path.join(suite, "remotes", url.slice(host.length)) : "",
    url.startsWith(published) ? path.join(metaschemas, `${url.slice(published.length)}.json`) : "",
  ].find((name) => name.endsWith(".json") && existsSync(name));
  return file === undefined ? undefined : withoutDialect(JSON.parse(readFileSync(file, "utf8")) as JsonValue);
}

/** Bundles documents as JSON Schema defines (core, 9.3): each in `$defs` of the schema that needs it, identified by its URL. */
function withRemotes(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const remotes: JsonObject = {};
  const visit = (value: JsonValue, around: string): void => {
    if (Array.isArray(value)) value.forEach((item) => visit(item, around));
    if (!isObject(value)) return;
    const id = ownString(value, "$id");
    const base = id !== undefined && URL.canParse(id, around) ? new URL(id, around).href : around;
    for (const keyword of ["$ref", "$dynamicRef", "$schema"]) add(ownString(value, keyword), base);
    for (const part of Object.values(value)) visit(part, base);
  };
  const add = (ref: string | undefined, base: string): void => {
    const url = ref !== undefined && URL.canParse(ref, base) ? new URL(ref, base).href.replace(/#.*/, "") : "";
    const remote = url in remotes ? undefined : remoteAt(url);
    if (remote === undefined) return;
    remotes[url] = isObject(remote) ? { $id: url, ...remote } : remote;
    visit(remotes[url], host);
  };
  visit(schema, host);
  if (Object.keys(remotes).length === 0) return schema;
  return { ...schema, $defs: { ...(isObject(schema["$defs"]) ? schema["$defs"] : {}), ...remotes } };
}
