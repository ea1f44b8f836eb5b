import { isObject, own, ownObject, ownString, type JsonValue } from "../../document/json-value.js";
import { componentName } from "../../document/reference.js";
import { resolveComponent } from "../../document/resolve-component.js";
import type { Contract, Operation } from "../../model/contract.js";
import { propertyKey, stringLiteral } from "../../typescript/encode.js";
import type { TextFile } from "../../typescript/text-file.js";
import { responseType } from "./response-type.js";
import { mediaKind } from "../../model/media-kind.js";
import { successes } from "./successes.js";

/**
 * What an operation that reveals secrets answers, branch by branch, as each may hold JSON of its own shape:
 *
 *     | WithSecrets<Schemas["ObjectsCredential"], Secrets, { value: Schemas["S3CredentialDescriptor"] }>
 */
export function revealedType(file: TextFile, operation: Operation, secrets: string, contract: Contract): string {
  const wrap = file.type("WithSecrets", "../runtime/client/secret.js");
  const bodies = successes(operation).flatMap(({ content }) => content.filter(({ name }) => mediaKind(name) === "json"));
  const branches = bodies.flatMap(({ schema }) => namedBranches(schema, contract));
  if (branches.length === 0 || branches.includes(undefined)) return `${wrap}<${responseType(file, operation)}, ${secrets}>`;
  const types = branches.map((name) => {
    const contents = jsonContents(contract.schemas.get(name!), contract).map(
      ([property, content]) => `${propertyKey(property)}: ${schemaType(file, content)}`,
    );
    const list = contents.length > 0 ? `, { ${contents.join("; ")} }` : "";
    return `\n  | ${wrap}<${schemaType(file, name!)}, ${secrets}${list}>`;
  });
  return types.join("");
}

/** The names of the components that a schema chooses from, or its own; `undefined` for what has no name. */
function namedBranches(schema: JsonValue | undefined, contract: Contract, depth = 0): (string | undefined)[] {
  const target = resolveComponent(schema, contract.document);
  const branches = own(target, "oneOf") ?? own(target, "anyOf");
  if (Array.isArray(branches) && depth < 8) return branches.flatMap((branch) => namedBranches(branch, contract, depth + 1));
  return [refName(schema)];
}

/** Properties that are JSON text, and the names of the components that say what it stands for. */
function jsonContents(schema: JsonValue | undefined, { document }: Contract): [string, string][] {
  const properties = ownObject(resolveComponent(schema, document), "properties") ?? {};
  return Object.entries(properties).flatMap(([name, property]): [string, string][] => {
    const text = resolveComponent(property, document);
    const content = refName(own(text, "contentSchema"));
    const isJson = mediaKind(ownString(text, "contentMediaType") ?? "") === "json";
    return isJson && content !== undefined ? [[name, content]] : [];
  });
}

function refName(schema: JsonValue | undefined): string | undefined {
  const ref = isObject(schema) ? ownString(schema, "$ref") : undefined;
  return ref === undefined ? undefined : componentName(ref, "schemas");
}

function schemaType(file: TextFile, name: string): string {
  return `${file.type("components", "../types.js")}["schemas"][${stringLiteral(name)}]`;
}
