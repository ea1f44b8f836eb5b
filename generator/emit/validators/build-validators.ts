import type { AnySchema } from "./ajv.js";
import { type JsonValue } from "../../document/json-value.js";
import { componentPointer, loneReference } from "../../document/reference.js";
import type { SchemaData } from "../../../templates/runtime/validators/all-errors.js";
import type { Memo } from "../../memo.js";
import type { Action, Contract } from "../../model/contract.js";
import { buildGuard, type CompiledSchema } from "./compile-schema.js";
import { operationSchemas, webhookSchemas, type OperationPart, type OperationSchemas } from "./operation-schemas.js";
import { hoistEvaluating, prepareSchema, schemaPointer } from "./prepare-schema.js";
import { createAjv } from "./vocabulary.js";
import { buildSchemaData, type SchemaEntry } from "./schema-data.js";
import { createNamer } from "../../model/names.js";

/**
 * The form of a validator: a compiled function that finds the first error, or that and a schema as data, which finds all
 * errors.
 */
export type Form = "first" | "all";

/** The kind of exports: guards, listers of all errors, or standard schemas. */
export type Mode = Form | "standard";

/** A compiled validator and its module; `takeCode` returns its text. */
export interface ValidatorFunction extends Omit<CompiledSchema, "code"> {
  readonly module: string;
}

/** A schema as data, the constants that it refers to, and its module. */
export interface SchemaConstant {
  readonly data: SchemaData;
  readonly refs: readonly string[];
  readonly module: string;
}

/** All validators of a contract. */
export interface Validators {
  /** By function name. */
  readonly functions: ReadonlyMap<string, ValidatorFunction>;
  /** Schemas as data, by the names of their constants. */
  readonly schemas: ReadonlyMap<string, SchemaConstant>;
  /** Returns the text of a function, only once: it is most of the output, and would otherwise be in memory twice. */
  takeCode(functionName: string): string;
  readonly operations: readonly OperationSchemas[];
  /** Those of webhooks and callbacks, in the order of `sentRequests`. */
  readonly webhooks: readonly OperationSchemas[];
  /** Returns the name of the function that validates values against a component, or of the schema as data. */
  componentFunction(name: string, form: Form): string;
  /** The same for a part of an operation. */
  partFunction(operationId: string, part: OperationPart, form: Form): string;
}

/** The module of validators that only operations use. */
export const operationsModule = "operations";

/** The module of validators that only webhooks and callbacks use. */
export const webhooksModule = "webhooks";

/** Compiles every schema that an action or operation uses, and also keeps it as data, with annotations if `isAnnotated`. */
export function buildValidators(given: Contract, memo: Memo, isAnnotated = false): Validators {
  const schemas = hoistEvaluating(given.schemas);
  const contract = { ...given, schemas };
  const operations = operationSchemas(contract);
  const webhooks = webhookSchemas(contract);
  const namer = createFunctionNamer(
    contract,
    webhooks.map(({ operation }) => operation.id),
  );
  const components = new Map([...schemas.keys()].map((name) => [namer.component(name, "first"), name]));
  const functions = new Map<string, ValidatorFunction>();
  const codes = new Map<string, string>();

  const partsOf = (list: readonly OperationSchemas[]) =>
    list.flatMap(({ operation, parts: own }) => own.map((part) => ({ id: operation.id, part })));
  const parts = partsOf([...operations, ...webhooks]);
  const rootsOf = (list: readonly OperationSchemas[]) => partsOf(list).map(({ id, part }) => partFunction(id, part, "first"));
  const roots: ModuleRoots[] = [
    ...contract.serviceTypes.map((type) => ({
      module: type.moduleName,
      functions: type.actions.flatMap((action) => componentsOf(action).map((name) => namer.component(name, "first"))),
    })),
    { module: operationsModule, functions: rootsOf(operations) },
    { module: webhooksModule, functions: rootsOf(webhooks) },
  ];

  const compiled = compileAll();
  const places = placeSchemas(roots, (name) => compiled.get(name)!.calls);
  for (const [name, schema] of compiled) functions.set(name, { ...schema, module: places.get(name)! });
  return { functions, schemas: collectData(), takeCode, operations, webhooks, componentFunction: namer.component, partFunction };

  function takeCode(functionName: string): string {
    const code = codes.get(functionName);
    if (code === undefined) throw new Error(`the text of ${functionName} was taken before`);
    codes.delete(functionName);
    return code;
  }

  function partFunction(operationId: string, part: OperationPart, form: Form): string {
    const component = referencedComponent(part.schema);
    if (component !== undefined) return namer.component(component, form);
    const member = memberOf(part);
    return namer.operationPart(operationId, member, form);
  }

  function referencedComponent(schema: JsonValue): string | undefined {
    const name = loneReference(schema);
    return name !== undefined && schemas.has(name) ? name : undefined;
  }

  /** Returns the schemas that the roots need as data. Each schema that another one refers to is a constant of its own. */
  function collectData(): Map<string, SchemaConstant> {
    const entries = new Map<string, SchemaEntry>();
    const refsOf = ({ components: names }: SchemaEntry) => names.map((name) => namer.component(name, "all"));
    const pending = contract.serviceTypes.flatMap((type) => type.actions.flatMap((action) => componentsOf(action)));
    for (const { id, part } of parts) {
      const component = referencedComponent(part.schema);
      if (component === undefined) {
        const entry = buildSchemaData(given, part.schema, "#", isAnnotated);
        entries.set(partFunction(id, part, "all"), entry);
        pending.push(...entry.components);
      } else pending.push(component);
    }
    while (pending.length > 0) {
      const name = pending.pop()!;
      const constant = namer.component(name, "all");
      if (entries.has(constant)) continue;
      const entry = buildSchemaData(given, given.schemas.get(name)!, componentPointer("schemas", name), isAnnotated);
      entries.set(constant, entry);
      pending.push(...entry.components);
    }
    const rootsOfData = roots.map(({ module, functions: names }) => ({ module, functions: names.map(dataName) }));
    const modules = placeSchemas(rootsOfData, (name) => refsOf(entries.get(name)!));
    return new Map(
      [...entries].map(([name, entry]) => [name, { data: entry.data, refs: refsOf(entry), module: modules.get(name)! }]),
    );
  }

  /** Compiles the functions that the roots need, by name. */
  function compileAll(): Map<string, Omit<CompiledSchema, "code">> {
    let created: ReturnType<typeof createAjv> | undefined;
    const ajv = () => (created ??= createAjv(contract));
    const compiledSchemas = new Map<string, Omit<CompiledSchema, "code">>();
    const component = (name: string) => namer.component(name, "first");
    const compile = (functionName: string, schema: JsonValue, path: string, comment: string) => {
      const prepared: AnySchema = prepareSchema(schema, schemas);
      const { integers, writtenIntegers } = contract;
      const subject = { schema: prepared, functionName, schemaPath: path, comment, componentFunction: component };
      const { code, ...result } = buildGuard(ajv, { ...subject, integers, writtenIntegers }, memo);
      codes.set(functionName, code);
      compiledSchemas.set(functionName, result);
      return result;
    };
    const pending = contract.serviceTypes.flatMap((type) => type.actions.flatMap((action) => componentsOf(action)));
    for (const { id, part } of parts) {
      const referenced = referencedComponent(part.schema);
      if (referenced !== undefined) pending.push(referenced);
      else pending.push(...called(compile(partFunction(id, part, "first"), part.schema, "#", commentOf(id, part))));
    }
    while (pending.length > 0) {
      const name = pending.pop()!;
      const functionName = component(name);
      if (compiledSchemas.has(functionName)) continue;
      const pointer = schemaPointer(name, given.schemas);
      pending.push(...called(compile(functionName, schemas.get(name)!, pointer, pointer)));
    }
    return compiledSchemas;

    function called(schema: Pick<CompiledSchema, "calls">): string[] {
      return [...schema.calls].map((name) => components.get(name)!);
    }
  }
}

/** Returns the components that the validators of an action check. */
function componentsOf({ body, result, operation }: Action): string[] {
  return [body, result, ...Object.values(operation?.ownParameters ?? {})];
}

/** Returns what distinguishes a part in the name of its function. */
function memberOf({ group, member, mediaType }: OperationPart): string {
  if (group === "bodyItems") return `bodyItems_${member}`;
  if (group === "items") return `items${member}_${mediaType}`;
  if (group === "responseBodies") return `response${member}_${mediaType}`;
  return group === "responseHeaders" ? `headers${member}` : member;
}

/** Returns the description of a part of an operation: `getProject: response 200`. */
function commentOf(operationId: string, { member, group }: OperationPart): string {
  const what = {
    responses: "response ",
    responseBodies: "response ",
    bodies: "body, ",
    bodyItems: "items of body, ",
    responseHeaders: "headers of response ",
    items: "items of response ",
  };
  return `${operationId}: ${group === undefined ? "" : what[group]}${member}`;
}

/** A module of the output, with the validator functions that its guards call. */
interface ModuleRoots {
  readonly module: string;
  readonly functions: readonly string[];
}

/** The module of validators that several others use. */
const sharedModule = "schemas";

/**
 * Assigns a module to each reachable validator function: that of its only user, or the shared one. So importing the validators
 * of one service type doesn't load those of another.
 */
function placeSchemas(roots: readonly ModuleRoots[], callsOf: (name: string) => Iterable<string>): Map<string, string> {
  const places = new Map<string, string>();
  for (const { module, functions } of roots) {
    const pending = [...functions];
    const seen = new Set<string>();
    while (pending.length > 0) {
      const name = pending.pop()!;
      if (seen.has(name)) continue;
      seen.add(name);
      pending.push(...callsOf(name));
    }
    for (const name of seen) places.set(name, places.has(name) ? sharedModule : module);
  }
  return places;
}

/**
 * The names of validator functions. Each contains a `$`, unlike Ajv's variables and the runtime's functions: `$NewPort` for a
 * component, `_getProject$path` for a part of an operation, and `$NewPort$schema` for the schema as data.
 */
interface FunctionNamer {
  component(name: string, form: Form): string;
  operationPart(operationId: string, member: string, form: Form): string;
}

/** The imports of the modules that call these functions; they start with a `$`. */
const imported = ["Actions", "Schemas", "actionGuards", "actionErrorListers", "actionStandards"];

function createFunctionNamer(contract: Contract, otherOperations: readonly string[] = []): FunctionNamer {
  const components = uniqueIdentifiers([...contract.schemas.keys()], imported);
  const operations = uniqueIdentifiers([...contract.operations.map((operation) => operation.id), ...otherOperations]);
  const inForm = (name: string, form: Form) => (form === "all" ? dataName(name) : name);
  return {
    component: (name, form) => inForm(`$${components.get(name)!}`, form),
    operationPart: (operationId, member, form) => inForm(`_${operations.get(operationId)!}$${plain(member)}`, form),
  };
}

/** Returns the name of the constant with the schema of a function. */
function dataName(functionName: string): string {
  return `${functionName}$schema`;
}

function uniqueIdentifiers(names: readonly string[], taken: readonly string[] = []): Map<string, string> {
  const unique = createNamer(taken);
  return new Map(names.map((name) => [name, unique(plain(name))]));
}

/** Letters, digits and `_`. Reserved words need no treatment, as this is only a part of names. */
function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
}
