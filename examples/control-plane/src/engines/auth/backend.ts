import { inTransaction } from "../../database/query.js";
import { addEvent } from "./events.js";
import type { AuthParts } from "./parts.js";
import { endSessions } from "./sessions.js";
import { tablesOf } from "./tables.js";
import { findUser } from "./users.js";
import { EndpointError, type ReadRequest, addressOf } from "./wire.js";

const route = /^(GET|POST) \/backend\/users\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/logout)?$/;

/** What an application's own backend may do with the service key: read a user, and end their sessions. */
export async function serveBackend(
  { database }: AuthParts,
  { service, route: asked, message }: ReadRequest,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const [, method, id = "", logout] = route.exec(asked) ?? [];
  if (method !== (logout === undefined ? "GET" : "POST")) throw new EndpointError(404, "There is nothing at this path.");
  const tables = tablesOf(service);
  const user = await findUser(database, tables, id);
  if (!user) throw new EndpointError(404, "No user has this id.");
  if (logout === undefined) return { status: 200, body: user };
  const sessions = await inTransaction(database, async (client) => {
    const ended = await endSessions(client, tables, id);
    const actor = { type: "service", id: service.id } as const;
    const details = { sessions_revoked: ended };
    await addEvent(client, {
      serviceId: service.id,
      event: "user_logged_out",
      actor,
      target: id,
      ip: addressOf(message),
      details,
    });
    return ended;
  });
  return { status: 200, body: { user_id: id, sessions_revoked: sessions } };
}
