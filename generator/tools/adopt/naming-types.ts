import { isActionName } from "../../document/extension.js";
import { own, ownObject, type JsonObject } from "../../document/json-value.js";
import { resolveComponent } from "../../document/reference.js";
import type { FoundAction, FoundEndpoint, FoundOperation } from "./endpoint.js";
import { invokingPath, typeOfPath } from "./words.js";

/** A media type of a maker that ends with a name, which is not a version. */
const namedType = /^(application\/vnd\.(?:[\w-]+\.)*)([a-z][\w-]*)\+json$/i;

/** Finds an operation whose bodies have media types that differ in a name: `application/vnd.acme.start+json`. */
export function namedInType({ path, method, operation }: FoundOperation, document: JsonObject): FoundEndpoint | undefined {
  const content = ownObject(resolveComponent(own(operation, "requestBody"), document), "content") ?? {};
  const types = Object.keys(content).map((type) => namedType.exec(type));
  const before = types[0]?.[1];
  const names = types.flatMap((match) => (match && match[1] === before ? match[2]! : []));
  const isNamed = names.length === types.length && names.every((name) => isActionName(name) && !/^v?\d+$/i.test(name));
  if (before === undefined || types.length < 2 || !isNamed) return undefined;
  return {
    style: "media type",
    certainty: invokingPath.test(path) ? "likely" : "unsure",
    method,
    path,
    type: typeOfPath(path),
    selector: { in: "media-type", value: `${before}{action}+json` },
    actions: names.map((name): FoundAction => ({ name })),
    open: invokingPath.test(path) ? [] : ["the media types may be representations of a resource"],
  };
}
