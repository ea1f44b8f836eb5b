import type { Arguments } from "../../../templates/runtime/client/call.js";
import { plainName, type SecretRules } from "../../../templates/runtime/facts.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referencedSchema } from "../../document/reference.js";
import { describeSecrets } from "../../emit/server/secret-names.js";
import { createSecretSearch } from "../../json-schema/secrets.js";
import { argumentNames } from "../../model/client-names.js";
import type { Contract } from "../../model/contract.js";
import type { ClientArguments } from "./split-arguments.js";
import type { ToolCall } from "./tools.js";

/** What stands in place of a secret. */
export const redacted = "[redacted]";

/** Removes what must not reach a model from what one call leads to. */
export interface Redaction {
  /** A result without what the contract marks as secret, and without the token. */
  result(value: unknown): JsonValue;
  /** A text without the token and the secrets among the arguments. */
  text(text: string): string;
  /** The arguments for a person to read, without what the contract marks as secret. */
  readonly shown: ClientArguments & { readonly body: JsonValue };
}

/** Shorter secrets would match parts of other words. */
const minSecret = 4;

/** Creates the redaction of each call. `secrets`: texts that are in no result, such as the token of the API. */
export function createRedaction(
  contract: Contract,
  secrets: readonly string[],
): (call: ToolCall, args: ClientArguments) => Redaction {
  const rules: SecretRules = describeSecrets(contract) ?? { names: [], shown: {} };
  const search = createSecretSearch({ resolve: (schema) => referencedSchema(schema, contract.schemas) });
  const always = new Set(secrets.flatMap(spellings));
  const marked = (schema: JsonValue | undefined, value: JsonValue): ReadonlySet<string> => {
    const found = new Set<string>();
    search.visit(schema, value, (text) => void found.add(text));
    return found;
  };

  return (call, { path, others, body = {} }) => {
    const content = call.operation.body?.content.find(({ kind }) => kind === "json");
    const bodySchema = call.kind === "action" ? contract.schemas.get(call.action.body) : content?.schema;
    const all = new Set(rules.names);
    const parameters = argumentNames(call.operation);
    const given = new Set(marked(bodySchema, body as JsonValue));
    for (const [name, value] of [...Object.entries(path), ...Object.entries(others)]) {
      for (const text of marked(parameters.get(name)?.schema, value as JsonValue)) given.add(text);
    }
    const texts = [...new Set([...always, ...[...given].flatMap(spellings)])].sort((one, other) => other.length - one.length);
    const hide = (text: string) => texts.reduce((rest, secret) => rest.replaceAll(secret, redacted), text);
    const clean = (value: JsonValue, names: ReadonlySet<string>, found: ReadonlySet<string>): JsonValue => {
      if (typeof value === "string") return found.has(value) ? redacted : hide(value);
      if (Array.isArray(value)) return value.map((item) => clean(item, names, found));
      if (!isObject(value)) return value;
      const members = Object.entries(value).map(([name, item]): [string, JsonValue] => {
        return [hide(name), names.has(plainName(name)) && item !== null ? redacted : clean(item, names, found)];
      });
      return Object.fromEntries(members);
    };
    const shown = (args: Arguments) => clean(args as JsonObject, all, given) as Arguments;
    return {
      result: (value) => {
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
      shown: { path: shown(path), others: shown(others), body: clean(body as JsonValue, all, given) },
    };
  };
}

/** A secret as APIs repeat it: as it is, as JSON, percent-encoded and in base64. */
function spellings(secret: string): string[] {
  if (secret.length < minSecret) return [];
  const bytes = Buffer.from(secret);
  const encoded = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  const percent = encoded.join("");
  // As `encodeURIComponent` has it, which leaves more characters.
  const component = /\p{Surrogate}/u.test(secret) ? percent : encodeURIComponent(secret);
  const lower = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const base64 = bytes.toString("base64");
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    lower(percent),
    component,
    lower(component),
    component.replaceAll("%20", "+"),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
}
