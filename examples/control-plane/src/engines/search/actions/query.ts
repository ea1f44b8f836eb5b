import { CallError } from "../../../../../../generated/server/index.js";
import { QueryTooLong, TooManyQueries } from "../data-access.js";
import { indexes } from "../indexes.js";
import type { SearchPlatform } from "../parts.js";
import { InvalidQuery, runQuery } from "../run-query.js";
import type { ActionResponse, Call } from "../../action.js";

/** Searches an index. */
export async function query(
  { parts }: SearchPlatform,
  { service, body, fail }: Call<"search", "query">,
): ActionResponse<"search", "query"> {
  parts.meter.count(service.id);
  try {
    const result = await parts.data.read(service.id, async (client) => {
      const index = await indexes.find(client, service.id, body.index);
      return index && (await runQuery(client, index, body));
    });
    if (!result) throw fail("index_not_found");
    return { status: "ok", result };
  } catch (error) {
    if (error instanceof InvalidQuery) throw fail("invalid_query", error.message);
    if (error instanceof TooManyQueries) throw new CallError(429, "too_many_requests", "Too many queries of this service wait.");
    if (error instanceof QueryTooLong) throw new CallError(503, "query_too_long", "The query takes too long.");
    throw error;
  }
}
