import { own, ownObject, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { resolveComponent } from "../../../document/resolve-component.js";
import { serverAddress } from "../../../document/server-address.js";
import { argumentNames } from "../../../model/client-names.js";
import type { Contract, Operation, Parameter } from "../../../model/contract.js";
import type { MakeValue } from "./make-value.js";

/** Where an API without an absolute address of its own is shown to be. */
const placeholder = "https://api.example.com";

/** The address of the contract's first HTTP server, its variables filled in, without a slash at the end. */
export function baseUrl({ document }: Contract): string {
  const servers = own(document, "servers");
  const [address] = Array.isArray(servers) ? servers.flatMap((server) => serverAddress(server) ?? []) : [];
  return `${address?.origin ?? placeholder}${address?.path ?? ""}`;
}

/** How a caller shows who it is, one for each security scheme of an operation's first alternative. */
export type Credential =
  | { readonly kind: "bearer" | "basic" }
  | { readonly kind: "header" | "query" | "cookie"; readonly name: string };

export function credentialsOf({ security }: Operation, { document }: Contract): Credential[] {
  const schemes = ownObject(ownObject(document, "components"), "securitySchemes");
  return Object.keys(security[0] ?? {}).flatMap((name): Credential[] => {
    const scheme = resolveComponent(own(schemes, name), document);
    if (ownString(scheme, "type") !== "apiKey") {
      return [{ kind: ownString(scheme, "scheme")?.toLowerCase() === "basic" ? "basic" : "bearer" }];
    }
    const place = ownString(scheme, "in");
    const kind = place === "query" || place === "cookie" ? place : "header";
    return [{ kind, name: ownString(scheme, "name") ?? name }];
  });
}

/** Values for the arguments that a call with the generated client needs, but for some that it is given otherwise. */
export function sampleArguments(
  operation: Operation,
  contract: Contract,
  makeValue: MakeValue,
  given: readonly string[] = [],
): JsonObject {
  const sample: JsonObject = {};
  for (const [name, parameter] of argumentNames(operation)) {
    if (!parameter.required || given.includes(name)) continue;
    sample[name] = exampleOf(parameter, operation, contract) ?? makeValue(parameter.schema) ?? parameter.name;
  }
  return sample;
}

/** The example that a Parameter Object gives. */
function exampleOf({ name, in: place }: Parameter, operation: Operation, { document }: Contract): JsonValue | undefined {
  const item = ownObject(ownObject(document, "paths"), operation.path);
  const list = own(ownObject(item, operation.method.toLowerCase()), "parameters");
  const parameters = Array.isArray(list) ? list.map((entry) => resolveComponent(entry, document)) : [];
  return ownExample(parameters.find((entry) => ownString(entry, "name") === name && ownString(entry, "in") === place));
}

/** The first of the examples that a Parameter or Media Type Object gives. */
export function ownExample(holder: JsonValue | undefined): JsonValue | undefined {
  const [first] = Object.values(ownObject(holder, "examples") ?? {});
  return own(holder, "example") ?? own(first, "value");
}
