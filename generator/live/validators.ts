import { allErrors, type SchemaData } from "../../templates/runtime/validators/all-errors.js";
import type { ErrorLister } from "../../templates/runtime/json.js";
import { guard, type Guard, type Validate } from "../../templates/runtime/validators/guard.js";
import { interpreted } from "../../templates/runtime/validators/interpreted.js";
import type { OperationChecks, Validators } from "../../templates/runtime/server/contract.js";
import type { JsonValue } from "../document/json-value.js";
import { componentPointer, loneReference } from "../document/reference.js";
import {
  arrangeParts,
  operationSchemas,
  validatedPlaces,
  webhookSchemas,
  type PartTree,
} from "../emit/validators/operation-schemas.js";
import { buildSchemaData } from "../emit/validators/schema-data.js";
import type { Contract } from "../model/contract.js";

/** The validators of a contract, as the generated `validators/index` has them. Their types are unknown here. */
export interface LiveValidators extends Validators<Guard<unknown>> {
  /** The bodies of requests that the service sends and of their responses, by webhook and method. */
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, OperationChecks<Guard<unknown>>>>>>;
  /** The validators that list every error, with the same paths. */
  readonly loadAllErrors: () => Promise<
    Validators<ErrorLister> & {
      readonly webhooks: Readonly<Record<string, Readonly<Record<string, OperationChecks<ErrorLister>>>>>;
    }
  >;
}

/** A schema as a function and as data. */
interface Checked {
  readonly validate: Validate;
  readonly data: SchemaData;
}

/** Creates the validators of a contract: the shipped interpreter on its schemas as data. A schema is read at its first use. */
export function createValidators(contract: Contract): LiveValidators {
  const read = createReader(contract);
  const guards = validatorsOf<Guard<unknown>>(contract, (schema) => lazy(schema, read));
  return {
    ...guards,
    webhooks: webhooksOf(contract, (schema) => lazy(schema, read)),
    loadAllErrors: () => {
      const list = (schema: JsonValue): ErrorLister => {
        let lister: ErrorLister | undefined;
        return (value, limit) => {
          const { validate, data } = read(schema);
          return (lister ??= allErrors(validate, data))(value, limit);
        };
      };
      return Promise.resolve({ ...validatorsOf(contract, list), webhooks: webhooksOf(contract, list) });
    },
  };
}

/** Returns the guard of a schema. */
function lazy(schema: JsonValue, read: (schema: JsonValue) => Checked): Guard<unknown> {
  return guard((value) => read(schema).validate(value));
}

/** Reads each schema once. A reference alone is its target, whose errors name the component. */
function createReader(contract: Contract): (schema: JsonValue) => Checked {
  const components = new Map<string, SchemaData>();
  const known = new Map<JsonValue, Checked>();
  const dataOf = (schema: JsonValue, at: string): SchemaData => {
    const { data, components: names } = buildSchemaData(contract, schema, at);
    return names.length > 0 ? { ...data, refs: () => names.map(component) } : data;
  };
  const component = (name: string): SchemaData => {
    const found = components.get(name) ?? dataOf(contract.schemas.get(name)!, componentPointer("schemas", name));
    components.set(name, found);
    return found;
  };
  return (schema) => {
    let checked = known.get(schema);
    if (!checked) {
      const name = loneReference(schema);
      const data = name !== undefined && contract.schemas.has(name) ? component(name) : dataOf(schema, "#");
      known.set(schema, (checked = { validate: interpreted(data), data }));
    }
    return checked;
  };
}

function validatorsOf<Check>(contract: Contract, checkOf: (schema: JsonValue) => Check): Validators<Check> {
  const ofComponent = new Map<string, Check>();
  const componentCheck = (name: string) => {
    const check = ofComponent.get(name) ?? checkOf(contract.schemas.get(name)!);
    ofComponent.set(name, check);
    return check;
  };
  return {
    actions: Object.fromEntries(
      contract.serviceTypes.map(({ name, actions }) => {
        const checks = actions.map((action) => {
          const own = Object.entries(action.operation?.ownParameters ?? {}).map(([place, component]) => {
            return [validatedPlaces[place] ?? place, componentCheck(component)] as const;
          });
          const usual = { body: componentCheck(action.body), result: componentCheck(action.result) };
          return [action.name, { ...usual, ...Object.fromEntries(own) }] as const;
        });
        return [name, Object.fromEntries(checks)];
      }),
    ),
    operations: Object.fromEntries(
      operationSchemas(contract).map(({ operation, parts }) => [operation.id, checksOf(arrangeParts(parts), checkOf)]),
    ),
  };
}

function webhooksOf<Check>(contract: Contract, checkOf: (schema: JsonValue) => Check) {
  const webhooks: Record<string, Record<string, OperationChecks<Check>>> = {};
  const schemas = webhookSchemas(contract);
  contract.sentRequests.forEach(({ name, method }, index) => {
    webhooks[name] = { ...webhooks[name], [method]: checksOf(arrangeParts(schemas[index]!.parts), checkOf) };
  });
  return webhooks;
}

/** The checks of an operation, where its parts are. */
function checksOf<Check>(tree: PartTree, checkOf: (schema: JsonValue) => Check): OperationChecks<Check> {
  const members = [...tree].map(([key, part]) => {
    return [key, part instanceof Map ? checksOf(part as PartTree, checkOf) : checkOf((part as { schema: JsonValue }).schema)];
  });
  return Object.fromEntries(members) as OperationChecks<Check>;
}
