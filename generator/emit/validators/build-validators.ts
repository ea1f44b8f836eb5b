import type { AnySchema } from "ajv/dist/types/index.js";
import { type JsonValue } from "../../document/json-value.js";
import { loneReference } from "../../document/reference.js";
import type { Contract } from "../../model/contract.js";
import { compileErrorLister, compileGuard, type CompiledSchema } from "./compile-schema.js";
import { hoistEvaluating, schemaPointer } from "./hoist-evaluating.js";
import { operationSchemas, webhookSchemas, type OperationPart, type OperationSchemas } from "./operation-schemas.js";
import { prepareSchema } from "./prepare-schema.js";
import { createAjv, type Mode } from "./vocabulary.js";
import { createNamer } from "../../model/names.js";

/** A compiled validator and where it stands; its text is had by `takeCode`. */
export interface ValidatorFunction extends Omit<CompiledSchema, "code"> {
  readonly module: string;
  readonly mode: Mode;
}

/** All validators of a contract. */
export interface Validators {
  /** By function name. */
  readonly functions: ReadonlyMap<string, ValidatorFunction>;
  /** The text of a function, which can be had once: it is most of the output, and would be in memory twice. */
  takeCode(functionName: string): string;
  readonly operations: readonly OperationSchemas[];
  /** Of webhooks and callbacks, in the order of `sentRequests`. */
  readonly webhooks: readonly OperationSchemas[];
  /** The function that checks values against a component. */
  componentFunction(name: string, mode: Mode): string;
  /** The function that checks a part of an operation. */
  partFunction(operationId: string, part: OperationPart, mode: Mode): string;
}

/** The module of what only operations use. */
export const operationsModule = "operations";

/** The module of what only webhooks and callbacks use. */
export const webhooksModule = "webhooks";

/** Compiles every schema that an action or operation uses, once for each mode. */
export function buildValidators(given: Contract): Validators {
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
      functions: type.actions.flatMap((action) => [action.body, action.result].map((name) => namer.component(name, "first"))),
    })),
    { module: operationsModule, functions: rootsOf(operations) },
    { module: webhooksModule, functions: rootsOf(webhooks) },
  ];

  const compiled = { first: compileAll("first"), all: compileAll("all") };
  const places = placeSchemas(roots, (name) => compiled.first.get(name)!.calls);
  for (const mode of ["first", "all"] as const) {
    for (const [name, schema] of compiled[mode]) {
      const module = places.get(mode === "all" ? name.slice(0, -"$all".length) : name)!;
      functions.set(name, { ...schema, module, mode });
    }
  }
  return { functions, takeCode, operations, webhooks, componentFunction: namer.component, partFunction };

  function takeCode(functionName: string): string {
    const code = codes.get(functionName);
    if (code === undefined) throw new Error(`the text of ${functionName} was taken before`);
    codes.delete(functionName);
    return code;
  }

  function partFunction(operationId: string, part: OperationPart, mode: Mode): string {
    const component = referencedComponent(part.schema);
    if (component !== undefined) return namer.component(component, mode);
    const member = part.group === "responseHeaders" ? `headers${part.member}` : part.member;
    return namer.operationPart(operationId, member, mode);
  }

  function referencedComponent(schema: JsonValue): string | undefined {
    const name = loneReference(schema);
    return name !== undefined && schemas.has(name) ? name : undefined;
  }

  /** Compiles what the roots need in a mode, by function name. */
  function compileAll(mode: Mode): Map<string, Omit<CompiledSchema, "code">> {
    const ajv = createAjv(mode, contract);
    const compiledSchemas = new Map<string, Omit<CompiledSchema, "code">>();
    const names = {
      component: (name: string) => namer.component(name, mode),
      firstErrorComponent: (name: string) => namer.component(name, "first"),
    };
    const compile = (functionName: string, schema: JsonValue, path: string, comment: string) => {
      const prepared: AnySchema = prepareSchema(schema, schemas, mode);
      const { code, ...result } =
        mode === "first"
          ? compileGuard(ajv, prepared, functionName, path, comment, names)
          : compileErrorLister(ajv, prepared, functionName, path, names);
      codes.set(functionName, code);
      compiledSchemas.set(functionName, result);
      return result;
    };
    const pending = contract.serviceTypes.flatMap((type) => type.actions.flatMap((action) => [action.body, action.result]));
    for (const { id, part } of parts) {
      const component = referencedComponent(part.schema);
      if (component !== undefined) pending.push(component);
      else pending.push(...called(compile(partFunction(id, part, mode), part.schema, "#", commentOf(id, part))));
    }
    while (pending.length > 0) {
      const name = pending.pop()!;
      const functionName = namer.component(name, mode);
      if (compiledSchemas.has(functionName)) continue;
      const pointer = schemaPointer(name, given.schemas);
      pending.push(...called(compile(functionName, schemas.get(name)!, pointer, pointer)));
    }
    return compiledSchemas;

    function called(schema: Pick<CompiledSchema, "calls">): string[] {
      const ofThisMode = [...schema.calls].filter((name) => name.endsWith("$all") === (mode === "all"));
      return ofThisMode.map((name) => components.get(mode === "all" ? name.slice(0, -"$all".length) : name)!);
    }
  }
}

/** What a part of an operation is: `getProject: response 200`. */
function commentOf(operationId: string, { member, group }: OperationPart): string {
  const what = { responses: "response ", bodies: "body, ", responseHeaders: "headers of response " };
  return `${operationId}: ${group === undefined ? "" : what[group]}${member}`;
}

/** A module of the output, with the validator functions that its guards call. */
interface ModuleRoots {
  readonly module: string;
  readonly functions: readonly string[];
}

/** The module of what several others use. */
const sharedModule = "schemas";

/**
 * Says for each validator function that is reached which module it stands in: that of its only user, or the shared one.
 * So importing the validators of one service type doesn't load those of another.
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
 * Names for validator functions. Each has a `$`, which no name of Ajv's variables or of the runtime's functions has:
 * `$NewPort` for a component, `_getProject$path` for a part of an operation, and `$NewPort$all` for the twin that finds
 * all errors.
 */
interface FunctionNamer {
  component(name: string, mode: Mode): string;
  operationPart(operationId: string, member: string, mode: Mode): string;
}

/** What the modules that call these functions import with a `$` in front. */
const imported = ["Actions", "actionGuards", "actionErrorListers"];

function createFunctionNamer(contract: Contract, otherOperations: readonly string[] = []): FunctionNamer {
  const components = uniqueIdentifiers([...contract.schemas.keys()], imported);
  const operations = uniqueIdentifiers([...contract.operations.map((operation) => operation.id), ...otherOperations]);
  const suffix = (mode: Mode) => (mode === "all" ? "$all" : "");
  return {
    component: (name, mode) => `$${components.get(name)!}${suffix(mode)}`,
    operationPart: (operationId, member, mode) => `_${operations.get(operationId)!}$${plain(member)}${suffix(mode)}`,
  };
}

function uniqueIdentifiers(names: readonly string[], taken: readonly string[] = []): Map<string, string> {
  const unique = createNamer(taken);
  return new Map(names.map((name) => [name, unique(plain(name))]));
}

/** Letters, digits and `_`: reserved words are none of the names that this becomes part of. */
function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
}
