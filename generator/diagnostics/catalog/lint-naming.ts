import { error, quote, warning } from "./entry.js";

/** Rules about names, paths, operations and the extension. */
export const namingCodes = {
  "action-list-mismatch": error(
    ({ name, problem }: { name: string; problem: string }) => `action ${quote(name)} ${problem}`,
    "List the same names in both places.",
  ),
  "action-name": error(
    ({ name, reason }: { name: string; reason: string }) => `the action name ${quote(name)} ${reason}`,
    "A name is letters and digits, words separated by one _ . : or -, starts with a letter, and has at most 64 characters.",
  ),
  "action-name-clash": error(
    ({ name, other }: { name: string; other: string }) =>
      `the action names ${quote(name)} and ${quote(other)} differ only in case or separators`,
    "Rename one of the two.",
  ),
  "action-shape": error(({ problem }: { problem: string }) => problem),
  "action-status-unknown": error(
    ({ status, by }: { status: string; by: string }) => `the status ${quote(status)} is not allowed by ${by}`,
    "Add it there, or use one that is there.",
  ),
  "component-name": error(
    ({ section, name }: { section: string; name: string }) => `${quote(name)} is not allowed as a name in components/${section}`,
    "A name is 1 to 200 letters A-Z, a-z, digits, dots, - and _, and not one that every JavaScript object has.",
  ),
  "destructive-empty-body": error(
    ({ name }: { name: string }) => `the destructive action ${quote(name)} accepts {} as its body`,
    "Require a property that says what is destroyed, for example its name or a confirmation.",
  ),
  "error-body": error(
    ({ operation, status }: { operation: string; status: string }) =>
      `the response ${quote(status)} of ${quote(operation)} is not the error body: an object with a required string "error"`,
    "Refer to one schema: { type: object, required: [error], properties: { error: { type: string } } }.",
  ),
  "error-body-varies": warning(
    ({ operation, statuses, more }: { operation: string; statuses: string; more: number }) =>
      `${quote(operation)}${more > 0 ? ` and ${more} other operations` : ""} can fail without the error body that the action endpoint has: ${quote(statuses)}`,
    'Give these responses JSON content with an object that has a required string "error".',
  ),
  "extension-near-miss": error(
    ({ key }: { key: string }) => `the key ${quote(key)} is ignored: it only looks like the one for actions`,
  ),
  "extension-placement": error(
    ({ key, reason }: { key: string; reason: string }) => `${quote(key)} can't stand here: ${reason}`,
    "Put it into the POST operation whose path has the parameter {action}, once for each type.",
  ),
  "extension-type-clash": error(
    ({ type, other }: { type: string; other: string }) =>
      `the service types ${quote(type)} and ${quote(other)} differ only in case or separators`,
    "Rename one of the two.",
  ),
  "extension-type-name": error(
    ({ key, type }: { key: string; type: string }) =>
      type === "" ? `${quote(key)} names no service type` : `${quote(type)} is not allowed as a service type`,
    "A type is lower-case letters and digits, words separated by one - or _, starts with a letter, has at most 64 characters, and is not a name that every JavaScript object has.",
  ),
  "header-name": error(
    ({ name }: { name: string }) => `${quote(name)} is not a name that an HTTP header can have`,
    "Use letters, digits and -.",
  ),
  "header-reserved": error(
    ({ name, by }: { name: string; by: string }) =>
      `OpenAPI ignores a parameter for the header ${quote(name)}: ${by} describe it`,
    "Remove the parameter.",
  ),
  "operation-id": error(
    ({ id, operation }: { id: string; operation: string }) =>
      `${quote(id)} is not allowed as the operationId of ${quote(operation)}`,
    "Use letters, digits and _, at most 200 characters. Also allowed: - . : / [ ] and inner spaces, but not two dots in a row.",
  ),
  "operation-clash": error(
    ({ method, path, other }: { method: string; path: string; other: string }) =>
      `${quote(path)} and ${quote(other)} are the same path but for the names of parameters, and both have ${quote(method)}`,
    "Give both the same names and keep one operation for each method, or tell the paths apart by a fixed segment.",
  ),
  "operation-id-unique": error(
    ({ id }: { id: string }) => `two operations have the operationId ${quote(id)}`,
    "Rename one of the two.",
  ),
  "operation-security": warning(
    ({ what }: { what: string }) => `${what} says nothing about security, so callers need no authentication`,
    "List the security requirements, or write `security: []` to say that it is open on purpose.",
  ),
  "parameter-name": error(
    ({ name }: { name: string }) => `${quote(name)} is not allowed as a parameter name`,
    "A name is 1 to 200 printable characters, and not __proto__.",
  ),
  "path-parameter-optional": warning(
    ({ name }: { name: string }) => `the path parameter ${quote(name)} is treated as required`,
    "Write `required: true`.",
  ),
  "path-parameters": error(
    ({ operation, name, problem }: { operation: string; name: string; problem: string }) =>
      `${quote(operation)} ${problem} the path parameter ${quote(name)}`,
    "Each {name} of the path needs one parameter with `in: path` and that name.",
  ),
  "path-syntax": error(({ path, reason }: { path: string; reason: string }) => `the path ${quote(path)} ${reason}`),
  "response-status": error(
    ({ status }: { status: string }) => `${quote(status)} is not a response status`,
    "Use a status from 100 to 599, a class such as 4XX, or default.",
  ),
  "scope-name": error(
    ({ name }: { name: string }) => `${quote(name)} is not allowed as a scope`,
    "A scope is 1 to 200 printable ASCII characters without spaces, double quotes and backslashes.",
  ),
  "schema-dialect": warning(
    ({ dialect }: { dialect: string }) => `the dialect ${quote(dialect)} is ignored: schemas are read as JSON Schema 2020-12`,
    "Remove `jsonSchemaDialect`, and write the schemas in 2020-12.",
  ),
  "security-missing": error(
    ({ operation, reason }: { operation: string; reason: string }) =>
      `${quote(operation)} ${reason}, but can be called without authentication`,
    "List a security requirement in the operation or at the root of the document, and no empty one beside it.",
  ),
  "security-undefined": error(
    ({ name }: { name: string }) => `no security scheme is called ${quote(name)}`,
    "Define it in components/securitySchemes.",
  ),
  "server-url": warning(
    ({ url, problem }: { url: string; problem: string }) => `the server ${quote(url)} ${problem}`,
    "Write https:// and a host, or a path that starts with a slash.",
  ),
  "service-type-unknown": warning(
    ({ type }: { type: string }) => `no service can have the type ${quote(type)}, so its actions are never invoked`,
    "Add it to the types of the schema that represents a service, or rename it to one of them.",
  ),
  "shared-action-body": warning(
    ({ name, type, other }: { name: string; type: string; other: string }) =>
      `the action ${quote(name)} takes another body for ${quote(type)} than for ${quote(other)}`,
    "Let both refer to one schema, or write `x-distinct-body: true` in one of them.",
  ),
};
