import type { AnyCall, CallOptions } from "./call.js";
import { ClientError } from "./errors.js";

/** What a call answers. */
type AnswerOf<Call extends AnyCall> = Awaited<ReturnType<Call>>;

/** What has `next_cursor`: the answer itself, or the result of an action. */
type PageOf<Answer> = "next_cursor" extends keyof Answer
  ? Answer
  : Answer extends { readonly result: infer Result }
    ? Result
    : never;

/** Accepts the calls that take a `cursor` and answer a `next_cursor`. */
type Paged<Call extends AnyCall> = "cursor" extends keyof NonNullable<Parameters<Call>[0]>
  ? "next_cursor" extends keyof PageOf<AnswerOf<Call>>
    ? Call
    : NotPaged
  : NotPaged;

interface NotPaged {
  readonly "this call is not answered page by page": never;
}

/** Names of the lists in a page. */
type ListName<Page> = { [Name in keyof Page]-?: NonNullable<Page[Name]> extends readonly unknown[] ? Name : never }[keyof Page] &
  string;

type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;

/** All pages from the one that the arguments ask for: `for await (const page of pages(search.list_tasks, { limit: 100 }))`. */
export async function* pages<Call extends AnyCall>(
  call: Call & Paged<Call>,
  ...[args, options]: Parameters<Call>
): AsyncGenerator<AnswerOf<Call>, void, undefined> {
  const read = call as (args: object, options?: CallOptions) => Promise<AnswerOf<Call>>;
  let position: { readonly cursor?: string } = {};
  for (;;) {
    const page = await read({ ...(args as object | undefined), ...position }, options);
    yield page;
    const cursor = nextCursor(page);
    if (cursor === undefined) return;
    if (cursor === position.cursor)
      throw new ClientError("InvalidAnswerError", "pages", "was answered the cursor that it had sent");
    position = { cursor };
  }
}

/** All elements of one of the lists in the pages: `for await (const task of items(search.list_tasks, "tasks"))`. */
export async function* items<Call extends AnyCall, Name extends ListName<PageOf<AnswerOf<Call>>>>(
  call: Call & Paged<Call>,
  list: Name,
  ...rest: Parameters<Call>
): AsyncGenerator<ItemOf<PageOf<AnswerOf<Call>>[Name]>, void, undefined> {
  for await (const page of pages(call, ...rest)) {
    yield* (pageOf(page)[list] ?? []) as ItemOf<PageOf<AnswerOf<Call>>[Name]>[];
  }
}

function nextCursor(answer: unknown): string | undefined {
  const { next_cursor: cursor } = pageOf(answer);
  return typeof cursor === "string" && cursor !== "" ? cursor : undefined;
}

function pageOf(answer: unknown): Record<string, unknown> {
  const page = Object(answer) as Record<string, unknown>;
  return "next_cursor" in page ? page : (Object(page["result"]) as Record<string, unknown>);
}
