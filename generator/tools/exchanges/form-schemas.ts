import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { isFile } from "../../document/media-kind.js";
import type { Locations } from "../../document/locations.js";
import { rewriteSchema, type Rewriting } from "../../json-schema/variants/rewrite-schema.js";
import { fileFacts, fileSchemaOf } from "../../json-schema/variants/variant.js";
import type { Contract, MediaType, Operation, Response } from "../../model/contract.js";
import { mapParts } from "../../model/map-parts.js";
import { bodyVariant, withFiles } from "../../model/variants/separate-variants.js";

/**
 * Returns the contract with schemas of multipart forms as servers read them: parts that are files have no limits. Here they are
 * text, as fixtures contain them, or an object if they are sent where the contract has none.
 */
export function withForms(contract: Contract, locations: Locations): Contract {
  const isForm = ({ body }: Operation) => body?.content.some(({ kind }) => kind === "multipart" || kind === "parts");
  const hasParts = ({ content }: Response) => content.some(({ parts }) => parts);
  const isRead = (operation: Operation) => isForm(operation) || operation.responses.some(hasParts);
  if (!contract.operations.some(isRead)) return contract;
  const schemas = new Map(contract.schemas);
  const rewriting: Rewriting = {
    schemas: contract.schemas,
    nameOf: (component, variant) => {
      if (variant !== "form" && variant !== "part") return component;
      const name = `${component} ${variant}`;
      if (!schemas.has(name)) {
        schemas.set(name, true); // while its references are followed
        schemas.set(name, rewriteSchema(contract.schemas.get(component)!, variant, rewriting));
      }
      return name;
    },
    fileOf: textOfFile,
    onChange: () => undefined,
    onCopy: (written, copy) => locations.copy(written, copy),
  };
  const copied = <Part extends object>(written: Part, copy: Part): Part => {
    locations.copy(written, copy);
    return copy;
  };
  const asText = (media: MediaType): MediaType =>
    media.parts ? copied(media, { ...media, schema: mapParts(media.schema, media.parts, anyFile) }) : media;
  const withResponses = (operation: Operation): Operation => {
    if (!operation.responses.some(hasParts)) return operation;
    const responses = operation.responses.map((response) =>
      hasParts(response) ? copied(response, { ...response, content: response.content.map(asText) }) : response,
    );
    return copied(operation, { ...operation, responses: copied(operation.responses, responses) });
  };
  const operations = contract.operations.map((written) => {
    const operation = withResponses(written);
    const { body } = operation;
    if (!body || !isForm(operation)) return operation;
    const content = body.content.map((media) => {
      if (media.parts) return asText(media);
      if (media.kind !== "multipart" || media.schema === undefined) return media;
      const { schema } = withFiles({
        schema: media.schema,
        ...(media.encoding && { encoding: media.encoding as unknown as JsonObject }),
      });
      return copied(media, { ...media, schema: rewriteSchema(schema!, "form", rewriting) });
    });
    return copied(operation, { ...operation, body: copied(body, { ...body, content }) });
  });
  const serviceTypes = contract.serviceTypes.map((serviceType) => {
    if (bodyVariant(serviceType.operationId, contract) !== "form") return serviceType;
    const actions = serviceType.actions.map((action) => ({ ...action, body: rewriting.nameOf(action.body, "form", []) }));
    return { ...serviceType, actions };
  });
  return { ...contract, schemas, operations, serviceTypes };
}

/** A file in a list of parts: anything that fixtures contain in its place. */
function anyFile(written: JsonValue): JsonValue {
  return isFile(written) ? { ...fileSchemaOf(written as JsonObject), examples: ["example"] } : written;
}

/** A file as text, within its limit. */
function textOfFile(written: JsonObject): JsonObject {
  const schema = fileSchemaOf(written);
  const { maxBytes } = fileFacts(schema)!;
  return {
    ...schema,
    type: ["string", "object"],
    ...(maxBytes === undefined ? {} : { "x-max-utf8-bytes": maxBytes }),
    examples: ["example"],
  };
}
