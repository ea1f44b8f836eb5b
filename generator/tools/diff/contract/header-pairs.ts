import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { ContractVersion } from "./contract-version.js";
import type { Maps, OperationPair } from "./pairs.js";
import { keptResponses, type ResponsePair } from "./response-pairs.js";

/** A header of a response, or of a part of a multipart form. */
export interface HeaderSide {
  readonly name: string;
  readonly object: JsonObject;
  readonly isRequired: boolean;
  readonly schema: JsonValue;
  /** Of a value that is written as its media type prescribes instead of in `simple` style. */
  readonly mediaType: string | undefined;
  readonly explode: boolean;
}

/** The headers of a response in both versions, by name in lower case. */
export interface HeaderPairs extends Maps<HeaderSide> {
  readonly response: ResponsePair;
}

/** The headers of all responses that both versions of an operation have. */
export function headersOf(pair: OperationPair): HeaderPairs[] {
  return keptResponses(pair).map((response) => ({
    response,
    before: headersIn(response.before, pair.before.version),
    after: headersIn(response.after, pair.after.version),
  }));
}

/** The headers of a Response Object or an Encoding Object. A content type is not one of them, as OpenAPI says. */
export function headersIn(holder: JsonObject | undefined, version: ContractVersion): ReadonlyMap<string, HeaderSide> {
  const list = Object.entries(ownObject(holder, "headers") ?? {}).flatMap(([name, value]) => {
    const object = version.resolve(value);
    if (!isObject(object) || name.toLowerCase() === "content-type") return [];
    const [mediaType, content] = Object.entries(ownObject(object, "content") ?? {})[0] ?? [undefined, object];
    return [
      {
        name,
        object,
        isRequired: own(object, "required") === true,
        schema: own(content, "schema") ?? true,
        mediaType,
        explode: own(object, "explode") === true,
      },
    ];
  });
  return new Map(list.map((header) => [header.name.toLowerCase(), header]));
}
