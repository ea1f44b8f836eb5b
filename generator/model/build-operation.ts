import { compare } from "../diagnostics/diagnostic.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { requestMethod } from "../document/path-operations.js";
import { contentOf } from "../document/media-kind.js";
import { resolveComponent } from "../document/reference.js";
import { openApiVersion } from "../document/visitor.js";
import { reservedInField, reservedInParameter } from "./reserved-characters.js";
import { itemSchemaOf, sequenceFormat, sequenceMark } from "../document/item-schemas.js";
import { isNested, isPartList, positionalEncodings } from "../document/part-lists.js";
import { isRevealing } from "../document/reveals.js";
import { uploadsKey } from "../document/uploads.js";
import type { Locations } from "../document/locations.js";
import type {
  Example,
  FieldEncoding,
  Header,
  ItemSequence,
  Link,
  MediaType,
  Operation,
  Parameter,
  PartEncodings,
  RequestBody,
  Response,
} from "./contract.js";
import { bindingKeys, isFailure, responsesOf } from "../binding/binding.js";
import { schemasIn } from "../json-schema/schema.js";
import { readSerializedBody, readSerializedParameter, type ReadExample } from "../json-schema/serialized-example.js";
import type { Holder } from "../json-schema/text-shape.js";
import type { ActionBinding } from "../binding/binding.js";
import { responseError } from "../binding/error-binding.js";

/** An Operation Object, with the parameters of its path item, and its method and path. */
export interface WrittenOperation {
  readonly id: string;
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  /** Names of the service types whose actions it invokes. */
  readonly serviceTypes?: readonly string[];
  readonly binding?: ActionBinding | undefined;
  /** The schema of the members that the bodies of its actions have in common. */
  readonly envelope?: string | undefined;
}

/** The document that contains an operation. */
export interface OperationContext {
  readonly document: JsonObject;
  readonly extensionPrefix: string;
  /** Receives the locations of the model's parts, if given. */
  readonly locations?: Locations;
}

/** Reads one Operation Object. */
export function buildOperation(written: WrittenOperation, context: OperationContext): Operation {
  const { id, method, path, operation, serviceTypes = [] } = written;
  const { document, extensionPrefix } = context;
  const reader = createReader(context);
  const parameters = (own(operation, "parameters") as JsonValue[])
    .map(reader.resolve)
    .filter(isObject)
    .map((parameter) => buildParameter(parameter, path, reader));
  const place = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;
  return reader.made(operation, {
    id,
    method: requestMethod(method),
    path,
    summary: ownString(operation, "summary"),
    description: ownString(operation, "description"),
    deprecated: own(operation, "deprecated") === true,
    tags: ownStrings(operation, "tags"),
    parameters: parameters.sort((a, b) => compare(place(a), place(b))),
    body: buildBody(reader.resolve(own(operation, "requestBody")), reader),
    responses: buildResponses(operation, context, reader),
    security: buildSecurity(own(operation, "security") ?? own(document, "security")),
    isEndpoint: serviceTypes.length > 0,
    serviceTypes: [...serviceTypes].sort(compare),
    binding: written.binding,
    reveals: isRevealing(operation, document, extensionPrefix),
    ...uploadsOf(operation, extensionPrefix),
    ...(written.envelope !== undefined && { envelope: written.envelope }),
  });
}

function uploadsOf(operation: JsonObject, extensionPrefix: string): Pick<Operation, "uploads"> {
  const uploads = own(operation, uploadsKey(extensionPrefix));
  return uploads === "stream" || uploads === "buffer" ? { uploads } : {};
}

/** The context for reading the parts of an operation. */
interface Reader {
  readonly document: JsonObject;
  readonly holder: Holder;
  readonly is32: boolean;
  resolve(value: JsonValue | undefined): JsonValue | undefined;
  /** Returns a part of the model after recording its location. */
  made<Part extends object>(from: JsonObject, part: Part): Part;
}

function createReader({ document, locations }: Pick<OperationContext, "document" | "locations">): Reader {
  return {
    document,
    holder: { schemas: schemasIn(document).components },
    is32: openApiVersion(document) === "3.2",
    resolve: (value) => resolveComponent(value, document),
    made(from, part) {
      locations?.copy(from, part);
      return part;
    },
  };
}

const defaultStyles = { path: "simple", query: "form", querystring: "form", header: "simple", cookie: "form" } as const;

function buildParameter(parameter: JsonObject, path: string, reader: Reader): Parameter {
  const place = ownString(parameter, "in") as Parameter["in"];
  const style = ownString(parameter, "style") ?? defaultStyles[place];
  const content = Object.entries(ownObject(parameter, "content") ?? {})[0];
  const encoding = place === "querystring" ? ownObject(content?.[1], "encoding") : undefined;
  const written = {
    name: ownString(parameter, "name") ?? "",
    in: place,
    style,
    explode: (own(parameter, "explode") ?? (style === "form" || style === "cookie")) === true,
    mediaType: content?.[0],
    schema: own(content ? content[1] : parameter, "schema") ?? true,
  };
  const read = (text: string) => (encoding ? undefined : readSerializedParameter(text, written, reader.holder));
  // Before 3.2, it applied to queries only.
  const mayBeReserved = own(parameter, "allowReserved") === true && !content && (place === "query" || reader.is32);
  const reserved = mayBeReserved ? reservedInParameter(written, path, reader.holder) : undefined;
  // They may also be next to `content`, which may have others.
  const examples = buildExamples(parameter, reader, read);
  return reader.made(parameter, {
    ...written,
    ...(reserved !== undefined && { reserved }),
    required: place === "path" || own(parameter, "required") === true,
    description: ownString(parameter, "description"),
    deprecated: own(parameter, "deprecated") === true,
    examples: content && examples.length === 0 ? buildExamples(content[1], reader, read) : examples,
    ...(encoding && { encoding: buildEncoding(encoding) }),
  });
}

function buildBody(body: JsonValue | undefined, reader: Reader): RequestBody | undefined {
  if (!isObject(body)) return undefined;
  return reader.made(body, { required: own(body, "required") === true, content: buildContent(body, reader) });
}

function buildContent(holder: JsonObject, reader: Reader): MediaType[] {
  return contentOf(holder, reader.document).map(({ name, kind, schema, object: mediaType }) => {
    const encoding = ownObject(mediaType, "encoding");
    const items = buildItems(name, mediaType);
    return {
      name,
      kind,
      schema,
      ...(items && { items }),
      examples: buildExamples(mediaType, reader, (text) => {
        return readSerializedBody(
          text,
          { kind, schema, isShownOnly: encoding !== undefined || items !== undefined },
          reader.holder,
        );
      }),
      ...(encoding && { encoding: buildEncoding(encoding) }),
      ...(isPartList(mediaType) && { parts: buildParts(mediaType) }),
    };
  });
}

/** Returns how the parts of a list are written, by their Media Type Object or Encoding Object. */
export function buildParts(holder: JsonObject): PartEncodings {
  const { first, rest = {} } = positionalEncodings(holder);
  return { first: first.map(buildFieldEncoding), rest: buildFieldEncoding(rest) };
}

function buildItems(name: string, mediaType: JsonValue): ItemSequence | undefined {
  const schema = itemSchemaOf(mediaType);
  const format = sequenceFormat(name);
  if (schema === undefined || format === undefined) return undefined;
  const json = own(mediaType, sequenceMark) === true || ownStrings(mediaType, sequenceMark);
  return { schema, format, ...(json === true || json.length > 0 ? { json } : {}) };
}

/** The values of `example` and `examples` next to a schema. Without data, the value is what the serialized form says. */
function buildExamples(holder: JsonValue, reader: Reader, read: (text: string) => ReadExample): readonly Example[] {
  const single = own(holder, "example");
  const named = ownObject(holder, "examples");
  if (single === undefined && !named) return noExamples;
  const examples = Object.entries(named ?? {}).flatMap(([name, example]): Example[] => {
    const target = reader.resolve(example);
    const serialized = ownString(target, "serializedValue");
    const known = serialized === undefined ? undefined : read(serialized);
    const value = own(target, "value") ?? (known && "value" in known ? known.value : undefined);
    if (serialized !== undefined) return [{ name, value, serialized }];
    return value === undefined ? [] : [{ name, value }];
  });
  const all: Example[] = single === undefined ? examples : [{ name: undefined, value: single }, ...examples];
  return named ? reader.made(named, all) : all;
}

const noExamples: readonly Example[] = [];

function buildEncoding(encoding: JsonObject): Record<string, FieldEncoding> {
  return Object.fromEntries(Object.entries(encoding).map(([name, field]) => [name, buildFieldEncoding(field)]));
}

function buildFieldEncoding(field: JsonValue): FieldEncoding {
  const [explode, allowsReserved] = [own(field, "explode"), own(field, "allowReserved")];
  // With a value of its own, a field has a style.
  const style = ownString(field, "style") ?? (typeof allowsReserved === "boolean" ? "form" : undefined);
  const isExploded = typeof explode === "boolean" ? explode : undefined;
  return {
    contentType: ownString(field, "contentType"),
    style,
    explode: isExploded,
    ...(allowsReserved === true && {
      reserved: reservedInField({ style: style!, explode: isExploded ?? style === "form" }),
    }),
    ...(isNested(field) && { parts: buildParts(field as JsonObject) }),
  };
}

function buildResponses(operation: JsonObject, { document, extensionPrefix }: OperationContext, reader: Reader): Response[] {
  const built = responsesOf(operation, document)
    .sort((a, b) => compare(a.status, b.status))
    .map(({ status, response, json }): Response => {
      const error = responseError({ response, json }, document, bindingKeys(extensionPrefix).error);
      return reader.made(response, {
        status,
        description: ownString(response, "description") ?? "",
        headers: readHeaders(response, reader),
        content: buildContent(response, reader),
        ...linksOf(response, reader),
        error: isFailure(status) ? error?.shape : undefined,
      });
    });
  return reader.made(ownObject(operation, "responses") ?? {}, built);
}

function linksOf(response: JsonObject, reader: Reader): Pick<Response, "links"> {
  const links = Object.entries(ownObject(response, "links") ?? {}).flatMap(([name, value]): Link[] => {
    const link = reader.resolve(value);
    if (!isObject(link)) return [];
    const [id, reference] = [ownString(link, "operationId"), ownString(link, "operationRef")];
    const operation = id === undefined ? (reference === undefined ? undefined : { reference }) : { id };
    const parameters = Object.entries(ownObject(link, "parameters") ?? {});
    return [{ name, description: ownString(link, "description"), operation, parameters, body: own(link, "requestBody") }];
  });
  return links.length > 0 ? { links } : {};
}

/** Reads the headers of a Response Object or an Encoding Object. */
export function buildHeaders(
  holder: JsonObject | undefined,
  context: Pick<OperationContext, "document" | "locations">,
): Header[] {
  return readHeaders(holder, createReader(context));
}

function readHeaders(holder: JsonObject | undefined, reader: Reader): Header[] {
  return Object.entries(ownObject(holder, "headers") ?? {}).flatMap(([name, value]): Header[] => {
    const header = reader.resolve(value);
    if (!isObject(header) || name.toLowerCase() === "content-type") return [];
    const content = Object.entries(ownObject(header, "content") ?? {})[0];
    return [
      reader.made(header, {
        name,
        required: own(header, "required") === true,
        description: ownString(header, "description"),
        deprecated: own(header, "deprecated") === true,
        explode: own(header, "explode") === true,
        mediaType: content?.[0],
        schema: own(content ? content[1] : header, "schema"),
      }),
    ];
  });
}

function buildSecurity(security: JsonValue | undefined): Readonly<Record<string, readonly string[]>>[] {
  if (!Array.isArray(security)) return [];
  return security.filter(isObject).map((requirement) => {
    const scopes: Record<string, string[]> = {};
    for (const scheme of Object.keys(requirement)) scopes[scheme] = ownStrings(requirement, scheme);
    return scopes;
  });
}
