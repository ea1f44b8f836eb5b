import type { JsonObject } from "../../../generator/document/json-value.js";
import type { LiveOperation } from "../../../generator/live/index.js";
import type { Action } from "../../../generator/model/contract.js";

/** The actions of the project's own contract that make what others name. */
const makers: Readonly<Record<string, string>> = {
  delete_user: "create_user",
  delete_access_key: "create_access_key",
  delete_bucket: "create_bucket",
  delete_replica: "add_replica",
  remove_ip: "add_ip",
  delete_index: "create_index",
  remove_domain: "add_domain",
};

/** A body that names what exists: what the action that makes such things has made. `actions` are by type and name. */
export async function existing(
  { name, serviceType }: Action,
  actions: readonly (readonly [string, Action])[],
  calls: Readonly<Record<string, LiveOperation>>,
  body: JsonObject,
): Promise<JsonObject> {
  const maker = actions.find(([, one]) => one.serviceType === serviceType && one.name === makers[name])?.[1];
  if (!maker) {
    if (body["export_id"] === undefined) return body;
    const { result } = (await calls[name]!({ ...(name === "prepare_database_export" && { database: "app" }) })) as {
      result: JsonObject;
    };
    return { export_id: result["export_id"]! };
  }
  const { result } = (await calls[maker.name]!(maker.examples[0]!.body as object)) as { result: JsonObject };
  const made = {
    ...result,
    ...Object.assign({}, ...Object.values(result).filter((part) => typeof part === "object")),
  } as JsonObject;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, made[key] ?? value]));
}
