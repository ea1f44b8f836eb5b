import type { InputParameter, ToolInput } from "../../../templates/runtime/mcp/contract.js";
import { visibleLines } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { isBodiless } from "../../model/action-requests.js";
import { argumentNames, factArguments } from "../../model/client-names.js";
import type { Action, Contract, Operation } from "../../model/contract.js";
import { idempotencyKey } from "../../model/header-parameters.js";
import { lowerSchema } from "./lower-schema.js";
import { createToolNamer, namePattern } from "./tool-names.js";

/** The arguments of a tool, their schema, and what it can't say. */
export interface DescribedInput extends Required<Omit<ToolInput, "parameters">> {
  /** One object without alternatives at the top, and without references. */
  readonly schema: JsonObject;
  readonly parameters: ReadonlyMap<string, InputParameter>;
  /** What the schema can't say, in sentences. */
  readonly rules: readonly string[];
}

/** The name of the argument with a whole body. */
const bodyArgument = "body";

/** Returns the arguments of the call of an action or an operation. */
export function toolInput(contract: Contract, operation: Operation, action: Action | undefined): DescribedInput {
  const nameArgument = createToolNamer();
  const parameters = new Map<string, InputParameter>();
  const properties: Record<string, JsonValue> = {};
  const required: string[] = [];
  const facts = action ? factArguments(operation) : new Map<string, unknown>();
  for (const [argument, parameter] of argumentNames(operation)) {
    const isKey = parameter.in === "header" && parameter.name.toLowerCase() === idempotencyKey;
    // The client writes keys.
    if (facts.has(argument) || isKey) continue;
    const name = nameArgument(argument);
    parameters.set(name, { argument, in: parameter.in });
    const { description } = parameter;
    properties[name] = {
      ...lowerSchema(parameter.schema, contract),
      ...(description !== undefined && { description: visibleLines(description) }),
    };
    if (parameter.required) required.push(name);
  }
  const given = bodyOf(contract, operation, action);
  const body = given && flatten(lowerSchema(given.schema, contract), contract, given.schema);
  if (!body) {
    const schema = objectOf(properties, required, true);
    return { schema, parameters, body: "none", mayLackBody: false, constants: {}, rules: [] };
  }
  const areArguments =
    body.isObject && body.members.every((name) => namePattern.test(name) && !parameters.has(name) && name !== bodyArgument);
  if (!areArguments) {
    const schema = given.schema === undefined ? {} : body.whole;
    const needed = given.isRequired ? [...required, bodyArgument] : required;
    return {
      schema: objectOf({ ...properties, [bodyArgument]: schema }, needed, true),
      parameters,
      body: "argument",
      mayLackBody: !given.isRequired,
      constants: {},
      rules: body.rules,
    };
  }
  const schema = objectOf({ ...properties, ...body.properties }, [...required, ...body.required], body.isClosed);
  return {
    schema,
    parameters,
    body: "members",
    mayLackBody: !given.isRequired,
    constants: constantsIn(schema, body.members),
    rules: [...body.description, ...body.rules],
  };
}

/** The values of the members that have another constant in each alternative. */
function constantsIn(schema: JsonObject, members: readonly string[]): Record<string, readonly string[]> {
  const found = members.flatMap((name) => {
    const texts = schemasIn(noComponents).of(schema).member(name)?.schema.texts ?? [];
    return texts.length > 1 && own(own(ownObject(schema, "properties"), name), "anyOf") !== undefined
      ? [[name, texts] as const]
      : [];
  });
  return Object.fromEntries(found);
}

/** Schemas of tools have no references. */
const noComponents: ReadonlyMap<string, JsonValue> = new Map();

/** The schema of the body of a call; `undefined`: it has none that a tool can give. */
function bodyOf(
  contract: Contract,
  operation: Operation,
  action: Action | undefined,
): { readonly schema: JsonValue | undefined; readonly isRequired: boolean } | undefined {
  if (action) {
    const { operationId } = contract.serviceTypes.find(({ name }) => name === action.serviceType)!;
    const endpoint = contract.operations.find(({ id }) => id === operationId)!;
    if (isBodiless(endpoint, action)) return undefined;
    return { schema: contract.schemas.get(action.body), isRequired: !action.mayLackBody };
  }
  const content = operation.body?.content.find(({ kind }) => kind === "json");
  return content && { schema: content.schema, isRequired: operation.body!.required };
}

function objectOf(properties: JsonObject, required: readonly string[], isClosed: boolean): JsonObject {
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required: [...required] }),
    ...(isClosed && { additionalProperties: false }),
  };
}

/** An object whose alternatives at the top are one list of members. */
interface FlatBody {
  readonly isObject: boolean;
  /** The names of all members. */
  readonly members: readonly string[];
  readonly properties: Readonly<Record<string, JsonValue>>;
  readonly required: readonly string[];
  readonly isClosed: boolean;
  readonly rules: readonly string[];
  /** What the contract says of the whole body. */
  readonly description: readonly string[];
  /** The lowered schema. */
  readonly whole: JsonObject;
}

function flatten(lowered: JsonObject, contract: Contract, schema: JsonValue | undefined): FlatBody {
  const forms = formsOf(lowered).filter(isObject);
  const variants = new Map<string, JsonValue[]>();
  for (const form of [lowered, ...forms]) {
    for (const [name, part] of Object.entries(ownObject(form, "properties") ?? {})) {
      const known = variants.get(name) ?? [];
      if (!known.some((one) => JSON.stringify(one) === JSON.stringify(part))) variants.set(name, [...known, part]);
    }
  }
  const properties = [...variants].map(([name, parts]) => [name, parts.length === 1 ? parts[0]! : { anyOf: parts }] as const);
  const always = namesIn(lowered);
  const inAllForms =
    forms.length > 0 ? namesIn(forms[0]!).filter((name) => forms.every((form) => namesIn(form).includes(name))) : [];
  const described = schemasIn(contract.schemas).of(schema);
  return {
    isObject: described.isEvery("object") && !described.isFreeForm,
    members: [...described.members.keys()],
    properties: Object.fromEntries(properties),
    required: [...new Set([...always, ...inAllForms])],
    isClosed: isClosed(lowered) || (forms.length > 0 && forms.every(isClosed)),
    rules: [...describeForms(forms), ...describeConditions(contract, schema)],
    description: typeof lowered["description"] === "string" ? [lowered["description"]] : [],
    whole: lowered,
  };
}

/** The alternatives of a lowered schema that have none themselves. */
function formsOf(lowered: JsonObject): readonly JsonValue[] {
  const forms = own(lowered, "anyOf");
  if (!Array.isArray(forms)) return [];
  return forms.flatMap((form) => {
    const inner = isObject(form) ? formsOf(form) : [];
    return inner.length > 0 ? inner : [form];
  });
}

function namesIn(schema: JsonObject): readonly string[] {
  const names = own(schema, "required");
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

function isClosed(schema: JsonObject): boolean {
  return own(schema, "additionalProperties") === false;
}

/** `Use one of these forms: target, replica_id and optionally timeout_ms; optionally target, timeout_ms.` */
function describeForms(forms: readonly JsonObject[]): string[] {
  if (forms.length === 0) return [];
  const texts = forms.map((form) => {
    const needed = namesIn(form);
    const others = Object.keys(ownObject(form, "properties") ?? {}).filter((name) => !needed.includes(name));
    const values = Object.entries(ownObject(form, "properties") ?? {}).flatMap(([name, part]) => {
      const listed = own(part, "enum");
      return Array.isArray(listed) && listed.length === 1 ? [`${name} ${JSON.stringify(listed[0])}`] : [];
    });
    const parts = [
      needed.length > 0 ? needed.join(", ") : "",
      others.length > 0 ? `optionally ${others.join(", ")}` : "",
      values.length > 0 ? `where ${values.join(", ")}` : "",
    ];
    return parts.filter(Boolean).join(" and ") || "no arguments";
  });
  return [`Use one of these forms: ${[...new Set(texts)].join("; ")}.`];
}

/** Keywords about a whole body that are told instead of sent. */
const conditions = ["if", "then", "else", "not", "dependentRequired", "dependentSchemas", "patternProperties", "propertyNames"];

/** The longest JSON Schema in a description. */
const maxConditions = 600;

function describeConditions(contract: Contract, node: JsonValue | undefined): string[] {
  const found = schemasIn(contract.schemas)
    .of(node)
    .all.flatMap((part) => {
      const entries = Object.entries(part).filter(([keyword]) => conditions.includes(keyword));
      return entries.length > 0 ? [JSON.stringify(Object.fromEntries(entries))] : [];
    });
  const text = [...new Set(found)].join(" ");
  return text === "" || text.length > maxConditions || text.includes('"$ref"')
    ? []
    : [`The arguments must also match this JSON Schema: ${text}.`];
}
