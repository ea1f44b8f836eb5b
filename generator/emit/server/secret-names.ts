import { compare } from "../../diagnostics/diagnostic.js";
import { isObject, own, type JsonValue } from "../../document/json-value.js";
import { referencedSchema } from "../../document/reference.js";
import { forEachSubschema } from "../../document/visitor.js";
import { createSecretSearch, isSecret } from "../../json-schema/secrets.js";
import type { Contract, MediaType, Operation } from "../../model/contract.js";
import { plainName, type SecretRules } from "../../../templates/runtime/facts.js";

/**
 * The names that a response that violates the contract must not have: of secrets, and of properties that are `writeOnly`. And where a response
 * declares one of them, such as that of an operation that reveals. `undefined`: the contract has no secrets.
 */
export function describeSecrets(contract: Contract): SecretRules | undefined {
  const { operations, serviceTypes, schemas } = contract;
  const search = createSecretSearch({ resolve: (schema) => referencedSchema(schema, schemas) });
  const everything = [...schemas.values(), ...operations.flatMap(inlineSchemas)];
  const secrets = new Set(
    [...search.fields(everything), ...namesIn(everything, contract, (parts) => parts.some(isWriteOnly))].map(plainName),
  );
  secrets.delete("");
  // Of the envelope of actions.
  for (const name of ["action", "status", "message", "result"]) secrets.delete(name);
  if (secrets.size === 0) return undefined;
  const shownIn = (roots: readonly (JsonValue | undefined)[], reveals: boolean) => {
    const declared = namesIn(roots, contract, (parts) => reveals || !parts.some((part) => isSecret(part) || isWriteOnly(part)));
    return [...new Set([...declared].map(plainName))].filter((name) => secrets.has(name)).sort(compare);
  };
  const ofOperation = (operation: Operation) => operation.responses.flatMap(({ content }) => schemasOf(content));
  const shown = operations.map((one) => [one.id, shownIn(ofOperation(one), one.reveals)] as const);
  const byType = serviceTypes.map(({ name, operationId, actions }) => {
    const whole = operations.filter(({ id }) => id === operationId).flatMap(ofOperation);
    // The same for all of them.
    const inWhole = { revealing: shownIn(whole, true), others: shownIn(whole, false) };
    const found = actions.map((action) => {
      const own = shownIn([schemas.get(action.result)], action.reveals);
      const all = new Set([...(action.reveals ? inWhole.revealing : inWhole.others), ...own]);
      return [action.name, [...all].sort(compare)] as const;
    });
    return [name, some(found)] as const;
  });
  const perType = byType.filter(([, names]) => Object.keys(names).length > 0);
  return {
    names: [...secrets].sort(compare),
    shown: {
      ...(Object.keys(some(shown)).length > 0 && { operations: some(shown) }),
      ...(perType.length > 0 && { actions: Object.fromEntries(perType) }),
    },
  };
}

function some(found: readonly (readonly [string, readonly string[]])[]): Record<string, readonly string[]> {
  return Object.fromEntries(found.filter(([, names]) => names.length > 0));
}

function inlineSchemas({ body, responses, parameters }: Operation): (JsonValue | undefined)[] {
  return [
    ...schemasOf(body?.content ?? []),
    ...responses.flatMap(({ content }) => schemasOf(content)),
    // A secret header is a property of all headers.
    ...parameters.map(({ name, schema }) => ({ properties: { [name]: schema } })),
  ];
}

function schemasOf(content: readonly MediaType[]): (JsonValue | undefined)[] {
  return content.flatMap(({ schema, items }) => [schema, items?.schema]);
}

function isWriteOnly(schema: JsonValue): boolean {
  return own(schema, "writeOnly") === true;
}

/** The names of properties, at any depth, whose schemas have a quality. */
function namesIn(
  roots: readonly (JsonValue | undefined)[],
  { schemas }: Contract,
  has: (schemas: readonly JsonValue[]) => boolean,
): Set<string> {
  const names = new Set<string>();
  const seen = new Set(roots);
  for (const schema of seen) {
    if (!isObject(schema)) continue;
    seen.add(referencedSchema(schema, schemas));
    forEachSubschema(schema, (part, _keyword, { key, name }) => {
      seen.add(part);
      // What a response must not have.
      if (key !== "properties" || part === false) return;
      const target = referencedSchema(part, schemas);
      if (has(target === undefined ? [part] : [part, target])) names.add(String(name));
    });
  }
  return names;
}
