import { plainName, type SecretRules } from "../../../templates/runtime/facts.js";
import { isObject, own, type JsonValue } from "../../document/json-value.js";
import { referencedSchema } from "../../document/reference.js";
import { describeSecrets } from "../../emit/server/secret-names.js";
import { createSecretSearch } from "../../json-schema/secrets.js";
import type { Contract } from "../../model/contract.js";
import type { ToolCall } from "./tools.js";

/** What stands in place of a secret. */
export const redacted = "[redacted]";

/** Removes what must not reach a model. */
export interface Redaction {
  /** A result without what the contract marks as secret, and without the token. */
  result(call: ToolCall, value: unknown): JsonValue;
  /** A text without the token. */
  text(text: string): string;
  /** Arguments for a person to read, without what the contract marks as secret. */
  arguments(call: ToolCall, body: JsonValue): JsonValue;
}

/** `secrets`: texts that are in no result, such as the token of the API. */
export function createRedaction(contract: Contract, secrets: readonly string[]): Redaction {
  const rules: SecretRules = describeSecrets(contract) ?? { names: [], shown: {} };
  const search = createSecretSearch({ resolve: (schema) => referencedSchema(schema, contract.schemas) });
  // Shorter ones would match parts of other words.
  const texts = secrets.filter(({ length }) => length > 3);
  const hide = (text: string) => texts.reduce((rest, secret) => rest.replaceAll(secret, redacted), text);
  const marked = (schema: JsonValue | undefined, value: JsonValue): ReadonlySet<string> => {
    const found = new Set<string>();
    search.visit(schema, value, (text) => void found.add(text));
    return found;
  };
  const clean = (value: JsonValue, names: ReadonlySet<string>, found: ReadonlySet<string>): JsonValue => {
    if (typeof value === "string") return found.has(value) ? redacted : hide(value);
    if (Array.isArray(value)) return value.map((item) => clean(item, names, found));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, item]): [string, JsonValue] => {
      return [hide(name), names.has(plainName(name)) && item !== null ? redacted : clean(item, names, found)];
    });
    return Object.fromEntries(members);
  };
  return {
    result: (call, value) => {
      // The client's secrets print themselves as redacted.
      const json = JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
      const declared =
        call.kind === "action"
          ? rules.shown.actions?.[call.type.name]?.[call.action.name]
          : rules.shown.operations?.[call.operation.id];
      const names = new Set(rules.names.filter((name) => !declared?.includes(name)));
      const schema = call.kind === "action" ? contract.schemas.get(call.action.result) : undefined;
      return clean(json, names, marked(schema, call.kind === "action" ? (own(json, "result") ?? null) : json));
    },
    text: hide,
    arguments: (call, body) => {
      const content = call.operation.body?.content.find(({ kind }) => kind === "json");
      const schema = call.kind === "action" ? contract.schemas.get(call.action.body) : content?.schema;
      return clean(body, new Set(rules.names), marked(schema, body));
    },
  };
}
