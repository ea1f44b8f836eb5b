import { quote } from "../../../diagnostics/escape.js";
import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { suggest } from "../../../diagnostics/suggest.js";
import type { JsonObject, JsonValue } from "../../../document/json-value.js";
import { parsePathTemplate } from "../../../document/path-template.js";
import { createInstanceEvaluator, documentLimits } from "../../../json-schema/interpreter.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { TestAccess } from "./callers.js";
import { report } from "./diagnostics.js";

const text: JsonObject = { type: "string", minLength: 1 };
const texts: JsonObject = { type: "array", items: text };
const login: JsonObject = {
  type: "object",
  required: ["username", "password"],
  additionalProperties: false,
  properties: { username: text, password: text },
};

const schema: JsonObject = {
  type: "object",
  additionalProperties: false,
  properties: {
    callers: {
      type: "object",
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        properties: {
          token: text,
          credentials: { type: "object", additionalProperties: { anyOf: [text, login] } },
          scopes: texts,
          path: { type: "object", additionalProperties: texts },
        },
      },
    },
    path: { type: "object", additionalProperties: text },
    foreign: { type: "object", additionalProperties: text },
    services: { type: "object", additionalProperties: texts },
    never: texts,
  },
};

/** Validates the form of a `TestAccess`. */
export function accessErrors(value: JsonValue) {
  return createInstanceEvaluator({}, documentLimits)(schema, value).errors;
}

/**
 * Validates a `TestAccess`, and that the contract declares the names in it: a misspelled operation would be called, nothing is called without the credentials of a
 * misspelled scheme, and a caller with a misspelled scope would seem to lack the right one.
 */
export function accessProblems(contract: ExchangeContract, access: TestAccess, calls: readonly string[]): readonly Diagnostic[] {
  const { callers, path, foreign, services, never } = access;
  const problems: Diagnostic[] = [];
  const given = Object.entries({ callers, path, foreign, services, never }).filter(([, value]) => value !== undefined);
  const value = Object.fromEntries(given) as unknown as JsonObject; // has no undefined
  for (const { pointer, message } of accessErrors(value)) report(problems, "test-access", { problem: `${pointer} ${message}` });
  if (problems.length > 0) return problems;
  const { operations, securitySchemes, serviceTypes } = contract.contract;
  const parameters = new Set(operations.flatMap((operation) => parsePathTemplate(operation.path).parameters));
  const scopes = new Set([
    ...operations.flatMap(({ security }) => security.flatMap((schemes) => Object.values(schemes).flat())),
    ...serviceTypes.flatMap(({ actions }) => actions.flatMap(({ effectiveScopes }) => effectiveScopes.flat())),
  ]);
  const check = (place: string, names: readonly string[], known: ReadonlySet<string>) => {
    for (const name of names.filter((one) => !known.has(one))) {
      const similar = suggest(name, known);
      const meant = similar === undefined ? "" : `; did you mean ${quote(similar)}?`;
      report(problems, "test-access", { problem: `${place} names ${quote(name)}, which the contract doesn't declare${meant}` });
    }
  };
  check("never", never ?? [], new Set(calls));
  check("path", Object.keys(path ?? {}), parameters);
  check("foreign", Object.keys(foreign ?? {}), parameters);
  check("services", Object.keys(services ?? {}), new Set(serviceTypes.map(({ name }) => name)));
  for (const [name, caller] of Object.entries(callers ?? {})) {
    check(`callers/${name}/credentials`, Object.keys(caller.credentials ?? {}), new Set(securitySchemes.keys()));
    // A caller may have scopes that no call needs.
    check(
      `callers/${name}/scopes`,
      (caller.scopes ?? []).filter((one) => suggest(one, scopes) !== undefined),
      scopes,
    );
    check(`callers/${name}/path`, Object.keys(caller.path ?? {}), parameters);
  }
  return problems;
}
