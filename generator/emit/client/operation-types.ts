import { successesOf } from "../../model/action-responses.js";
import { argumentNames } from "../../model/client-names.js";
import type { MediaType, Operation, Parameter, Response, Contract } from "../../model/contract.js";
import { docs, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { objectType, type Property, type SourceFile, type WriterFunction } from "../../typescript/source-file.js";
import { mediaKind } from "../../document/media-kind.js";
import { own, ownObject, ownString, type JsonValue } from "../../document/json-value.js";
import { referencedName, resolveSchema } from "../../document/reference.js";
import { componentOf, responseKey, typeNames } from "../../model/type-names.js";
import { schemasIn } from "../../json-schema/schema.js";

/** The type of the argument of a call, and whether it is optional. */
export interface ArgumentsType {
  readonly type: string | WriterFunction;
  readonly isOptional: boolean;
}

/** The parameters of an operation, and its body, as members of one object, except those named in `without`. */
export function argumentsType(
  file: SourceFile,
  operation: Operation,
  contract: Contract,
  without: readonly string[] = [],
): ArgumentsType {
  const members = [...argumentNames(operation)]
    .filter(([argument]) => !without.includes(argument))
    .map(([argument, parameter]) =>
      member(argument, parameterType(file, operation, parameter, contract), parameter.required, parameter.description),
    );
  if (operation.body && !without.includes("body")) {
    const { required, content } = operation.body;
    const type =
      [...new Set(content.map((mediaType) => requestBodyType(file, operation, mediaType, contract)))].join(" | ") || "unknown";
    members.push(member("body", type, required));
  }
  if (members.length === 0) return { type: "object", isOptional: true };
  return { type: objectType(members), isOptional: members.every(({ hasQuestionToken }) => hasQuestionToken) };
}

function member(name: string, type: string, isRequired: boolean, description?: string): Property {
  const optional = isRequired ? { type } : { type: `${type} | undefined`, hasQuestionToken: true };
  return { name: propertyKey(name), docs: docs([description]), ...optional };
}

function parameterType(file: SourceFile, operation: Operation, parameter: Parameter, contract: Contract): string {
  const type = parametersType(file, operation, parameter.in, contract);
  const isLowerCase = parameter.in === "header" && operation.ownParameters?.header !== undefined;
  const name = isLowerCase ? parameter.name.toLowerCase() : parameter.name;
  return parameter.in === "querystring" ? type : `${type}[${stringLiteral(name)}]`;
}

/** The type of an operation's parameters in a location, which has some. */
export function parametersType(
  file: SourceFile,
  { id, ownParameters }: Operation,
  place: Parameter["in"],
  contract: Contract,
): string {
  const component = ownParameters?.[place];
  if (component !== undefined) return schemaType(file, component, contract);
  return named(file, typeNames(contract).operations.get(id)!.parameters[place]!);
}

/** The type of the parameters in an operation's path. */
export function pathType(file: SourceFile, operation: Operation, contract: Contract): string {
  const hasSome = operation.parameters.some((one) => one.in === "path");
  return hasSome ? parametersType(file, operation, "path", contract) : "object";
}

/** A type of `types.ts`. */
function named(file: SourceFile, name: string): string {
  return file.type(name, file.path.includes("/") ? "../types.js" : "./types.js");
}

function requestBodyType(file: SourceFile, operation: Operation, mediaType: MediaType, contract: Contract): string {
  const { name, kind, items, schema } = mediaType;
  const declared = () => {
    const own = typeNames(contract).operations.get(operation.id)!.bodies.get(name);
    return own === undefined ? schemaType(file, componentOf(schema)!, contract) : named(file, own);
  };
  if (items) return declared();
  switch (kind) {
    case "json":
    case "parts":
      return declared();
    case "form":
      return `${declared()} | URLSearchParams`;
    case "multipart":
      return `${declared()} | FormData`;
    case "text":
      return "string";
    case "bytes":
      return "string | Blob | ArrayBuffer | Uint8Array";
    case "any":
      return "unknown";
    default:
      return kind satisfies never;
  }
}

/** The type of an operation in `types.ts`. */
export function operationType(file: SourceFile, { id }: Pick<Operation, "id">, contract: Contract): string {
  return named(file, typeNames(contract).operations.get(id)!.operation);
}

/** The type that the call of an operation returns: the body of any successful response. */
export function responseType(file: SourceFile, operation: Operation, contract: Contract): string {
  const successes = successesOf(operation);
  // Before other types are named: each name becomes an import.
  if (successes.some(({ content }) => content.some(({ kind }) => kind === "any"))) return "unknown";
  const types = new Set(
    successes.flatMap((response) =>
      response.content.length === 0
        ? ["undefined"]
        : response.content.map((type) => responseBodyType(file, operation, response, type, contract)),
    ),
  );
  if (types.size === 0) return "unknown";
  return types.size === 1 && types.has("undefined") ? "void" : [...types].join(" | ");
}

/** The type of the body of a success. */
export function responseBodyType(
  file: SourceFile,
  operation: Operation,
  response: Response,
  mediaType: MediaType,
  contract: Contract,
): string {
  const { kind, items } = mediaType;
  const declared = () => declaredBody(file, operation, response, mediaType, contract);
  if (items) return declared();
  switch (kind) {
    case "json":
    case "parts":
      return declared();
    case "text":
      return "string";
    case "bytes":
    case "form":
    case "multipart":
      return "Uint8Array";
    case "any":
      return "unknown";
    default:
      return kind satisfies never;
  }
}

/** The type of a success's body that the contract describes. */
export function declaredBody(
  file: SourceFile,
  { id }: Operation,
  response: Response,
  mediaType: MediaType,
  contract: Contract,
): string {
  const own = typeNames(contract).operations.get(id)!.responses.get(responseKey(response, mediaType));
  if (own !== undefined) return named(file, own);
  const component = componentOf(mediaType.schema);
  // The responses of single actions have no types of their own.
  return component === undefined ? "object" : schemaType(file, component, contract);
}

/**
 * The type that an operation with secrets returns, branch by branch, as each may contain JSON of its own shape:
 *
 *     | WithSecrets<Schemas["ObjectsCredential"], Secrets, { value: Schemas["S3CredentialDescriptor"] }>
 */
export function revealedType(file: SourceFile, operation: Operation, secrets: string, contract: Contract): string {
  const wrap = file.type("WithSecrets", "../runtime/client/secrets.js");
  const branches = successesOf(operation).flatMap(({ content }) => {
    const isJson = content.length > 0 && content.every(({ kind }) => kind === "json");
    return isJson ? content.flatMap(({ schema }) => namedBranches(schema, contract)) : [undefined];
  });
  if (branches.length === 0 || branches.includes(undefined))
    return `${wrap}<${responseType(file, operation, contract)}, ${secrets}>`;
  const types = branches.map((name) => {
    const contents = jsonContents(contract.schemas.get(name!), contract).map(
      ([property, content]) => `${propertyKey(property)}: ${schemaType(file, content, contract)}`,
    );
    const list = contents.length > 0 ? `, { ${contents.join("; ")} }` : "";
    return `${wrap}<${schemaType(file, name!, contract)}, ${secrets}${list}>`;
  });
  return types.join("\n  | ");
}

/** The names of the components that are a schema's alternatives, or its own name; `undefined` without a name. */
function namedBranches(schema: JsonValue | undefined, { schemas }: Contract): readonly (string | undefined)[] {
  return schemasIn(schemas)
    .of(schema)
    .branches.map(({ component }) => component);
}

/** Properties that contain JSON as text, and the names of the components that describe the content. */
function jsonContents(schema: JsonValue | undefined, { schemas }: Contract): [string, string][] {
  const properties = ownObject(resolveSchema(schema, schemas), "properties") ?? {};
  return Object.entries(properties).flatMap(([name, property]): [string, string][] => {
    const text = resolveSchema(property, schemas);
    const content = referencedName(own(text, "contentSchema"));
    const isJson = mediaKind(ownString(text, "contentMediaType") ?? "") === "json";
    return isJson && content !== undefined ? [[name, content]] : [];
  });
}

/** The type of a component. */
export function schemaType(file: SourceFile, component: string, contract: Contract): string {
  const { schemas, imported } = typeNames(contract);
  const name = schemas.get(component)!;
  const local = imported.get(name);
  return named(file, local === undefined ? name : `${name} as ${local}`);
}
