import { isObject, own, ownObject, ownString, type JsonObject } from "../../document/json-value.js";
import type { ActionError } from "../../model/contract.js";

/** The errors of an action by HTTP status. */
export function groupByStatus(errors: readonly ActionError[]): ReadonlyMap<string, readonly ActionError[]> {
  const groups = new Map<string, ActionError[]>();
  for (const error of errors) {
    const status = String(error.status);
    groups.set(status, [...(groups.get(status) ?? []), error]);
  }
  return groups;
}

/**
 * The response for an action's own errors of one status: what the endpoint answers with it anyway, and the list of
 * codes. Where the endpoint says nothing about the status, an error looks as its other errors do.
 */
export function errorResponse(
  errors: readonly ActionError[],
  same: JsonObject | undefined,
  others: readonly JsonObject[],
): JsonObject {
  const list = errors.map(({ code, description }) => {
    const when = description === undefined ? "" : `: ${description.replace(/\s+/g, " ").trim()}`;
    return `- \`${code}\`${when}`;
  });
  const text = ownString(same, "description")?.trim();
  const description = `${text === undefined ? "" : `${text}\n\n`}Errors of this action:\n\n${list.join("\n")}`;
  if (same) return { ...same, description };
  const content = others.map((response) => ownObject(response, "content")).find((found) => found !== undefined);
  return { description, ...(content && { content: schemasOnly(content) }) };
}

/** Without examples, which are those of another status. */
function schemasOnly(content: JsonObject): JsonObject {
  const mediaTypes = Object.entries(content).filter(([, mediaType]) => isObject(mediaType));
  return Object.fromEntries(
    mediaTypes.map(([name, mediaType]) => {
      const schema = own(mediaType, "schema");
      return [name, schema === undefined ? {} : { schema }];
    }),
  );
}
