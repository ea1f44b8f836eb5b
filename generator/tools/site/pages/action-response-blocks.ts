import { isObject, type JsonObject, type JsonValue, own, ownString } from "../../../document/json-value.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { placeSchemas } from "../../../json-schema/place-schemas.js";
import { actionFacts, declaredMedia, firstStatus } from "../../../model/action-bodies.js";
import type { ActionResponse, ActionResponses } from "../../../model/action-responses.js";
import type { Action, Operation } from "../../../model/contract.js";
import type { Block, Find } from "../blocks/block.js";
import { code } from "../blocks/inline.js";
import { parseInlineMarkdown } from "../blocks/parse-markdown.js";
import type { Site } from "../site.js";
import type { FieldBlocks } from "./field-blocks.js";
import { schemaBlocks } from "./operation-bodies.js";
import { headerBlocks } from "./parameter-blocks.js";

/**
 * Describes the responses of an action in the contract's own envelope: each success with its headers and its whole
 * body.
 */
export function actionResponseBlocks(action: Action, endpoint: Operation, described: ActionResponses, site: Site): FieldBlocks {
  const blocks: Block[] = [{ kind: "heading", level: 2, content: ["Response"], id: "result" }];
  const finds: Find[] = [];
  const shown = new Map<string, string>();
  described.responses.forEach((response, index) => {
    const status = response.key?.toUpperCase().endsWith("XX") ? response.key : firstStatus(described, response, action);
    const declared = endpoint.responses.find(({ status: key }) => key === response.key);
    blocks.push({ kind: "heading", level: 3, content: [code(String(status))], id: `response-${status}` });
    if (declared) blocks.push({ kind: "paragraph", content: parseInlineMarkdown(declared.description) });
    const names = new Set(response.headers.map(({ name }) => name));
    const headers = declared?.headers.filter(({ name }) => names.has(name.toLowerCase())) ?? [];
    blocks.push(...headerBlocks(headers, site));
    if (response.mediaType === undefined) {
      blocks.push({ kind: "note", content: ["No body."] });
      return;
    }
    if (response.mediaType !== "application/json")
      blocks.push({ kind: "paragraph", content: ["As ", code(response.mediaType), ":"] });
    const schema = bodySchema(action, endpoint, response, site);
    const before = shown.get(JSON.stringify(schema));
    if (before !== undefined) {
      blocks.push({ kind: "note", content: ["The body is that of ", code(before), "."] });
      return;
    }
    shown.set(JSON.stringify(schema), String(status));
    const fields = schemaBlocks(schema, index === 0 ? "result" : `result.${status}`, site);
    blocks.push(...fields.blocks);
    finds.push(...fields.finds);
  });
  return { blocks, finds };
}

/**
 * Returns the schema of the body. The action's schemas come first: if a field is described twice, the first description
 * counts.
 */
function bodySchema(action: Action, endpoint: Operation, response: ActionResponse, site: Site): JsonValue {
  const { envelope } = response;
  const { schemas } = site.contract;
  const declared = declaredMedia(endpoint, response)?.schema;
  if (envelope.result === "")
    return declared === undefined
      ? actionFacts(action, response)[""]!
      : { allOf: [actionFacts(action, response)[""]!, declared] };
  const facts = Object.entries(actionFacts(action, response)).map(([pointer, schema]): [string, JsonValue] => {
    const description = schemasIn(schemas)
      .at(declared, pointer)
      ?.schema.descriptions.map((member) => ownString(member, "description"))[0];
    const isDescribed = description === undefined || !isObject(schema) || own(schema, "description") !== undefined;
    return [pointer, isDescribed ? schema : ({ ...schema, description } satisfies JsonObject)];
  });
  const placed = placeSchemas(Object.fromEntries(facts));
  return declared === undefined ? placed : { allOf: [placed, declared] };
}
