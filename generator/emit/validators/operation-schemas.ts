import type { JsonObject, JsonValue } from "../../load/json-value.js";
import type { Contract, MediaType, Operation, Parameter } from "../../model/contract.js";
import { propertyAccess, stringLiteral } from "../../typescript/encode.js";

/** One thing of an operation that a validator checks. */
export interface OperationPart {
  /** `path`, `query`, `headers`, `cookies`, `body`, or the status of a response. */
  readonly member: string;
  readonly isResponse: boolean;
  readonly schema: JsonValue;
  /** The TypeScript type of what fits, in terms of `Operations`. */
  readonly type: string;
}

/** An operation and the parts of it that have a schema. */
export interface OperationSchemas {
  readonly operation: Operation;
  readonly parts: readonly OperationPart[];
}

/** What is to be checked of each operation. */
export function operationSchemas(contract: Contract): OperationSchemas[] {
  return contract.operations.map((operation) => ({
    operation,
    parts: [...requestParts(operation), ...responseParts(operation)],
  }));
}

const places = [
  { in: "path", member: "path" },
  { in: "query", member: "query" },
  { in: "header", member: "headers" },
  { in: "cookie", member: "cookies" },
] as const;

/** Headers that OpenAPI describes elsewhere: a parameter of that name says nothing. */
const describedElsewhere = new Set(["accept", "content-type", "authorization"]);

function requestParts(operation: Operation): OperationPart[] {
  const types = `Operations[${stringLiteral(operation.id)}]`;
  const parts: OperationPart[] = [];
  for (const place of places) {
    const parameters = operation.parameters
      .filter((parameter) => parameter.in === place.in)
      .map((parameter) => (place.in === "header" ? { ...parameter, name: parameter.name.toLowerCase() } : parameter))
      .filter((parameter) => place.in !== "header" || !describedElsewhere.has(parameter.name));
    if (parameters.length === 0) continue;
    const declared = `NonNullable<${types}["parameters"][${stringLiteral(place.in)}]>`;
    const type = place.in === "header" ? `LowerCaseNames<${declared}>` : declared;
    parts.push({ member: place.member, isResponse: false, schema: parametersSchema(parameters), type });
  }
  const mediaType = chooseMediaType(operation.body?.content ?? [], true);
  if (mediaType?.schema !== undefined) {
    const type = `NonNullable<${types}["requestBody"]>["content"][${stringLiteral(mediaType.name)}]`;
    parts.push({ member: "body", isResponse: false, schema: mediaType.schema, type });
  }
  return parts;
}

function responseParts(operation: Operation): OperationPart[] {
  return operation.responses.flatMap(({ status, content }) => {
    const mediaType = chooseMediaType(content, false);
    if (mediaType?.schema === undefined) return [];
    const key = /^[1-5][0-9][0-9]$/.test(status) ? `[${status}]` : propertyAccess(status).replace(/^\.(.*)$/, '["$1"]');
    const type = `Operations[${stringLiteral(operation.id)}]["responses"]${key}["content"][${stringLiteral(mediaType.name)}]`;
    return [{ member: status, isResponse: true, schema: mediaType.schema, type }];
  });
}

/** Parameters of one place as the object that they are read into. Names that the contract doesn't know are allowed. */
function parametersSchema(parameters: readonly Parameter[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  };
}

/** JSON first, then what is written like JSON, then forms, which are read into an object. */
function chooseMediaType(content: readonly MediaType[], allowsForms: boolean): MediaType | undefined {
  const essence = ({ name }: MediaType) => name.split(";")[0]!.trim().toLowerCase();
  return (
    content.find((mediaType) => essence(mediaType) === "application/json") ??
    content.find((mediaType) => /^[^/]+\/(?:json|[^/]+\+json)$/.test(essence(mediaType))) ??
    (allowsForms
      ? content.find((mediaType) => /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/.test(essence(mediaType)))
      : undefined)
  );
}
