import type { InputParameter, ToolInput } from "../../../templates/runtime/mcp/contract.js";
import { visibleLines } from "../../diagnostics/escape.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { isBodiless } from "../../model/action-requests.js";
import { argumentNames, factArguments } from "../../model/client-names.js";
import type { Action, Contract, Operation } from "../../model/contract.js";
import { idempotencyKey } from "../../model/header-parameters.js";
import { type JoinedForms, joinForms } from "./join-forms.js";
import { type Losses, lowerSchema } from "./lower-schema.js";
import { portableSchema } from "./portable-schema.js";
import { createToolNamer, namePattern } from "./tool-names.js";

/** The arguments of a tool, their schema, and what it can't say. */
export interface DescribedInput extends Required<Omit<ToolInput, "parameters">> {
  /** One object without alternatives at the top, and without references. */
  readonly schema: JsonObject;
  readonly parameters: ReadonlyMap<string, InputParameter>;
  /** What the schema can't say, in sentences. */
  readonly rules: readonly string[];
  /** What the schema doesn't describe. */
  readonly losses: Losses;
  /** The members of the body because of which it is one argument. */
  readonly unfit: readonly string[];
}

/** The name of the argument with a whole body. */
const bodyArgument = "body";

/** Returns the arguments of the call of an action or an operation. */
export function toolInput(contract: Contract, operation: Operation, action: Action | undefined): DescribedInput {
  const nameArgument = createToolNamer();
  const losses: Losses = { members: new Set(), isCut: false };
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
      ...lowerSchema(parameter.schema, contract, losses),
      ...(description !== undefined && { description: visibleLines(description) }),
    };
    if (parameter.required) required.push(name);
  }
  const given = bodyOf(contract, operation, action);
  const body = given && flatten(lowerSchema(given.schema, contract, losses), contract, given.schema);
  if (!body) {
    const schema = objectOf(properties, required, true);
    return { schema, parameters, body: "none", mayLackBody: false, constants: {}, rules: [], losses, unfit: [] };
  }
  const unfit = body.members.filter((name) => !namePattern.test(name) || parameters.has(name) || name === bodyArgument);
  if (!body.isObject || unfit.length > 0) {
    const schema = given.schema === undefined ? {} : body.whole;
    const needed = given.isRequired ? [...required, bodyArgument] : required;
    return {
      schema: objectOf({ ...properties, [bodyArgument]: schema }, needed, true),
      parameters,
      body: "argument",
      mayLackBody: !given.isRequired,
      constants: {},
      rules: body.rules,
      losses,
      unfit: body.isObject ? unfit : [],
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
    losses,
    unfit: [],
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
    properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, portableSchema(part)])),
    ...(required.length > 0 && { required: [...required] }),
    ...(isClosed && { additionalProperties: false }),
  };
}

/** An object whose alternatives at the top are one list of members. */
interface FlatBody extends JoinedForms {
  readonly isObject: boolean;
  /** The names of all members. */
  readonly members: readonly string[];
  /** What the contract says of the whole body. */
  readonly description: readonly string[];
  /** The lowered schema. */
  readonly whole: JsonObject;
}

function flatten(lowered: JsonObject, contract: Contract, schema: JsonValue | undefined): FlatBody {
  const joined = joinForms(lowered);
  const described = schemasIn(contract.schemas).of(schema);
  return {
    ...joined,
    isObject: described.isEvery("object") && !described.isFreeForm,
    members: [...described.members.keys()],
    rules: [...joined.rules, ...describeConditions(contract, schema)],
    description: typeof lowered["description"] === "string" ? [lowered["description"]] : [],
    whole: lowered,
  };
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
