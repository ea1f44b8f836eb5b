import { isUuid } from "../../../uuid.js";
import { EndpointError } from "../../../http/endpoint-request.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { type KeyAction, keys, makeKeyText, showKey } from "../keys.js";
import { limits } from "../parts.js";
import type { Call, Reply } from "./call.js";
import { badRequest, objectWith } from "./request.js";

/** Lists keys without their texts. */
export async function listKeys({ parts, service }: Call): Promise<Reply> {
  const all = await keys.list(parts.database, service.id, undefined, limits.customKeys + 2);
  return { status: 200, body: { keys: all.map(showKey) } };
}

/** The actions of keys that are created here: all except creating keys. */
const grantable: readonly string[] = [
  "search",
  "documents.add",
  "documents.get",
  "documents.delete",
  "indexes.create",
  "indexes.get",
  "indexes.update",
  "indexes.delete",
  "settings.get",
  "settings.update",
  "tasks.get",
];

/** The response is the only time that the text of the key is shown: it is kept as a hash. */
export async function createKey({ parts, service, body }: Call): Promise<Reply> {
  const {
    name = null,
    actions,
    indexes: patterns = ["*"],
    expires_at = null,
  } = objectWith(body, ["name", "actions", "indexes", "expires_at"]);
  if (name !== null && (typeof name !== "string" || name.length > 120))
    throw badRequest('"name" must be a text of at most 120 characters.');
  if (!isListOf(actions, (action) => grantable.includes(action)))
    throw badRequest(`"actions" must list some of ${grantable.join(", ")}.`);
  if (!isListOf(patterns, (pattern) => /^(?:\*|[A-Za-z0-9_-]{1,400}\*?)$/.test(pattern)))
    throw badRequest('"indexes" must list patterns.');
  const end = expires_at === null ? null : new Date(String(expires_at));
  if (end && !(end > new Date() && end.getTime() < Date.now() + 1e12)) throw badRequest('"expires_at" must be a time to come.');
  const text = makeKeyText();
  const key = await withServiceLock(parts.database, service, async (client) => {
    if ((await keys.countCustom(client, service.id)) >= limits.customKeys)
      throw new EndpointError(409, "key_limit_reached", `The plan allows ${limits.customKeys} keys.`);
    const granted = { name, actions: actions as KeyAction[], indexes: patterns, expires_at: end };
    return keys.insert(client, service.id, { ...granted, role: "custom", text });
  });
  return { status: 201, body: { ...showKey(key), key: text } };
}

function isListOf(value: unknown, fits: (text: string) => boolean): value is string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 100) return false;
  return value.every((text) => typeof text === "string" && fits(text)) && new Set(value).size === value.length;
}

/** Deletes a key that was made here. */
export async function deleteKey({ parts, service, names }: Call): Promise<Reply> {
  const [id = ""] = names;
  if (!isUuid(id) || !(await keys.removeCustom(parts.database, service.id, id)))
    throw new EndpointError(404, "key_not_found", "No key of yours has this id.");
  return { status: 200, body: { key_id: id } };
}
