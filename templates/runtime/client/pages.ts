import { type AnyCall, type CallOptions, ClientError } from "./call.js";

/** The response of a call. */
type ResponseOf<Call extends AnyCall> = Awaited<ReturnType<Call>>;

/** The object that has `next_cursor`: the response itself, or the result of an action. */
type PageOf<Response> = "next_cursor" extends keyof Response
  ? Response
  : Response extends { readonly result: infer Result }
    ? Result
    : never;

/** Accepts the calls with a `cursor` whose `next_cursor`, a text or a number, can be sent back unchanged. */
type Paged<Call extends AnyCall> = "cursor" extends keyof NonNullable<Parameters<Call>[0]>
  ? "next_cursor" extends keyof PageOf<ResponseOf<Call>>
    ? CanFollow<PageOf<ResponseOf<Call>>["next_cursor"], NonNullable<Parameters<Call>[0]>["cursor"]> extends true
      ? Call
      : NotPaged
    : NotPaged
  : NotPaged;

/** Nothing is known about parts that the contract leaves open. */
type CanFollow<Next, Taken> = unknown extends Next
  ? true
  : [NonNullable<Next>] extends [NonNullable<Taken> & (string | number)]
    ? true
    : false;

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
 * All pages from the requested one on: `for await (const page of pages(search.list_tasks, { limit: 100 }))`. A
 * `next_cursor` that is absent, null, empty or 0 ends the loop.
 */
export async function* pages<Call extends AnyCall>(
  call: Call & Paged<Call>,
  ...[args, options]: Parameters<Call>
): AsyncGenerator<ResponseOf<Call>, void, undefined> {
  const read = call as (args: object, options?: CallOptions) => Promise<ResponseOf<Call>>;
  let position: { readonly cursor?: unknown } = (args as object | undefined) ?? {};
  const seen = new Set<unknown>();
  for (;;) {
    seen.add(position.cursor);
    if (seen.size > maxRemembered) seen.delete(seen.values().next().value);
    const page = await read(position, options);
    yield page;
    const cursor = nextCursor(page);
    if (cursor === undefined) return;
    if (seen.has(cursor)) throw new ClientError("InvalidResponseError", "pages", "returned the same cursor again");
    position = { ...(args as object | undefined), cursor };
  }
}

/** All elements of one of the lists in the pages: `for await (const task of items(search.list_tasks, "tasks"))`. */
export async function* items<Call extends AnyCall, Name extends ListName<PageOf<ResponseOf<Call>>>>(
  call: Call & Paged<Call>,
  list: Name,
  ...rest: Parameters<Call>
): AsyncGenerator<ItemOf<PageOf<ResponseOf<Call>>[Name]>, void, undefined> {
  for await (const page of pages(call, ...rest)) {
    const found = pageOf(page)[list] ?? [];
    if (!Array.isArray(found)) throw new ClientError("InvalidResponseError", "items", `returned ${list} that is not a list`);
    yield* found as ItemOf<PageOf<ResponseOf<Call>>[Name]>[];
  }
}

function nextCursor(response: unknown): string | number | undefined {
  const cursor = pageOf(response)["next_cursor"] ?? undefined;
  if (cursor === "" || cursor === 0) return undefined;
  // An integer beyond 2^53 has been rounded, so it is another cursor.
  const isNumber = typeof cursor === "number" && (Number.isSafeInteger(cursor) || !Number.isInteger(cursor));
  if (cursor === undefined || typeof cursor === "string" || isNumber) return cursor;
  throw new ClientError("InvalidResponseError", "pages", "returned a cursor that can't be sent back");
}

function pageOf(response: unknown): Record<string, unknown> {
  const page = Object(response) as Record<string, unknown>;
  return "next_cursor" in page ? page : (Object(page["result"]) as Record<string, unknown>);
}
