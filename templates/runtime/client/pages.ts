import { type AnyCall, type CallOptions, ClientError } from "./call.js";

/** The response of a call. */
type ResponseOf<Call extends AnyCall> = Awaited<ReturnType<Call>>;

/** Names of the cursor of the next page, each with its parameter. The first one in a page counts. */
export const takenBy = {
  next_cursor: "cursor",
  nextCursor: "cursor",
  next_page_token: "page_token",
  nextPageToken: "pageToken",
  next_marker: "marker",
  nextToken: "nextToken",
  NextToken: "NextToken",
} as const;
const nextNames = /* @__PURE__ */ Object.keys(takenBy) as readonly NextName[];

type TakenBy = typeof takenBy;
type NextName = keyof TakenBy;

/** The object that has the cursor: the response itself, or the result of an action. */
type PageOf<Response> = [keyof Response & NextName] extends [never]
  ? Response extends { readonly result: infer Result }
    ? Result
    : never
  : Response;

/** Accepts the calls whose next cursor, a text or a number, can be sent back unchanged. */
export type Paged<Call extends AnyCall> =
  true extends CanFollow<PageOf<ResponseOf<Call>>, NonNullable<Parameters<Call>[0]>> ? Call : NotPaged;

/** Nothing is known about parts that the contract leaves open. */
type CanFollow<Page, Args> = {
  [Next in keyof Page & NextName]: TakenBy[Next] extends keyof Args
    ? unknown extends Page[Next]
      ? true
      : [NonNullable<Page[Next]>] extends [NonNullable<Args[TakenBy[Next]]> & (string | number)]
        ? true
        : false
    : false;
}[keyof Page & NextName];

interface NotPaged {
  readonly "this call does not return pages": never;
}

/** Names of the lists in a page. */
type ListName<Page> = { [Name in keyof Page]-?: NonNullable<Page[Name]> extends readonly unknown[] ? Name : never }[keyof Page] &
  string;

type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;

/** The number of cursors remembered: a cycle of more pages is not detected. */
const maxRemembered = 10_000;

/**
 * All pages from the requested one on: `for await (const page of pages(search.list_tasks, { limit: 100 }))`. A cursor of the
 * next page (`next_cursor`, `nextPageToken`) that is absent, null, empty or 0 ends the loop.
 */
export async function* pages<Call extends AnyCall>(
  call: Call & Paged<Call>,
  ...[args, options]: Parameters<Call>
): AsyncGenerator<ResponseOf<Call>, void, undefined> {
  const read = call as (args: object, options?: CallOptions) => Promise<ResponseOf<Call>>;
  let position: Readonly<Record<string, unknown>> = { ...(args as object | undefined) };
  const seen = new Set<unknown>();
  for (;;) {
    const response = await read(position, options);
    yield response;
    const next = nextPage(response);
    if (next === undefined) return;
    const [parameter, cursor] = next;
    seen.add(position[parameter]);
    if (seen.size > maxRemembered) seen.delete(seen.values().next().value);
    if (seen.has(cursor)) throw new ClientError("InvalidResponseError", "pages", "returned the same cursor again");
    position = { ...position, [parameter]: cursor };
  }
}

/** The argument that leads to the page after this one, and its value; `undefined` after the last. */
export function nextPage(response: unknown): readonly [parameter: string, cursor: string | number] | undefined {
  const page = pageOf(response);
  const next = nextNames.find((name) => name in page);
  const cursor = next && sentBack(page[next]);
  return next === undefined || cursor === undefined ? undefined : [takenBy[next], cursor];
}

/** All elements of one of the lists in the pages: `for await (const task of items(search.list_tasks, "tasks"))`. */
export async function* items<Call extends AnyCall, Name extends ListName<PageOf<ResponseOf<Call>>>>(
  call: Call & Paged<Call>,
  list: Name,
  ...rest: Parameters<Call>
): AsyncGenerator<ItemOf<PageOf<ResponseOf<Call>>[Name]>, void, undefined> {
  for await (const page of pages(call, ...rest)) {
    const found = pageOf(page, list)[list] ?? [];
    if (!Array.isArray(found)) throw new ClientError("InvalidResponseError", "items", `returned ${list} that is not a list`);
    yield* found as ItemOf<PageOf<ResponseOf<Call>>[Name]>[];
  }
}

function sentBack(cursor: unknown): string | number | undefined {
  if (cursor === undefined || cursor === null || cursor === "" || cursor === 0) return undefined;
  // An integer beyond 2^53 has been rounded, so it is another cursor.
  const isNumber = typeof cursor === "number" && (Number.isSafeInteger(cursor) || !Number.isInteger(cursor));
  if (typeof cursor === "string" || isNumber) return cursor;
  throw new ClientError("InvalidResponseError", "pages", "returned a cursor that can't be sent back");
}

/** The last page may lack a cursor: then the list shows its location. */
function pageOf(response: unknown, list = ""): Readonly<Record<string, unknown>> {
  const whole = Object(response) as Record<string, unknown>;
  const result = Object(whole["result"]) as Record<string, unknown>;
  const hasCursor = (page: object) => nextNames.some((name) => name in page);
  return hasCursor(whole) || (!hasCursor(result) && list in whole && !(list in result)) ? whole : result;
}
