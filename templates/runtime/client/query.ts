import type { DataTag, SkipToken } from "@tanstack/query-core";
import type { AnyCall, Arguments, CallOptions, ClientError } from "./call.js";
import type { AnyActionCall } from "./action-calls.js";
import { nextPage, type Paged } from "./pages.js";

/**
 * The identity of a query: the operation with its arguments, or the type of a service with what leads to it, the action and its body.
 * Prefixes identify several: `["bed", target]`.
 */
export type Key = readonly [name: string, args: Arguments, ...rest: unknown[]];

/** What to read again after a change: operations, with the arguments that they share with it. */
export type Reads = Readonly<Record<string, readonly string[]>>;

/** The part of a `QueryClient` that mutations use. */
interface Queries {
  invalidateQueries(filters: { readonly queryKey: Key }): Promise<unknown>;
}

/** `Skip` is the type of `skipToken`, if that can be given in place of arguments. */
interface Cached<Data, Skip> {
  readonly queryKey: DataTag<Key, Data, ClientError>;
  readonly queryFn: ((context: { readonly signal: AbortSignal }) => Promise<Data>) | Skip;
}

interface CachedPages<Page, Skip> {
  readonly queryKey: DataTag<Key, { pages: Page[]; pageParams: Arguments[] }, ClientError>;
  readonly queryFn: ((context: { readonly signal: AbortSignal; readonly pageParam: Arguments }) => Promise<Page>) | Skip;
  readonly initialPageParam: Arguments;
  readonly getNextPageParam: (page: Page) => Arguments | undefined;
}

interface Change<Data, Variables> {
  readonly mutationKey: readonly [name: string, ...rest: unknown[]];
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  readonly onSuccess: (data: Data, variables: Variables, result: unknown, context: { readonly client: Queries }) => Promise<void>;
}

type ArgsOf<Call> = Call extends AnyCall ? Parameters<Call>[0] : never;
type DataOf<Call> = Call extends AnyCall ? Awaited<ReturnType<Call>> : never;
/** Calls whose arguments are all optional can be called without. */
type VariablesOf<Call> = undefined extends ArgsOf<Call> ? ArgsOf<Call> | void : ArgsOf<Call>;
/** The options of the call; TanStack Query gives the signal. */
type Own = Omit<CallOptions, "signal" | "onResponse"> & { readonly parameters?: Arguments };

/** Some of the calls of a client or of a service, and no others. */
type PartOf<Calls, AnyCalls> = keyof Calls extends keyof AnyCalls ? unknown : never;

/** `queryOptions` for the calls that read. */
export interface QueryOptions<AnyCalls, Read> {
  <Calls extends Partial<AnyCalls>, Name extends Read & keyof Calls & string>(
    calls: Calls & PartOf<Calls, AnyCalls>,
    name: Name,
    args: ArgsOf<Calls[Name]>,
    options?: Own,
  ): Cached<DataOf<Calls[Name]>, never>;
  <Calls extends Partial<AnyCalls>, Name extends Read & keyof Calls & string>(
    calls: Calls & PartOf<Calls, AnyCalls>,
    name: Name,
    args: ArgsOf<Calls[Name]> | SkipToken,
    options?: Own,
  ): Cached<DataOf<Calls[Name]>, SkipToken>;
}

/** `infiniteQueryOptions` for the calls that return pages. */
export interface InfiniteQueryOptions<AnyCalls, Read> {
  <Calls extends Partial<AnyCalls>, Name extends PagedName<AnyCalls, Read> & keyof Calls & string>(
    calls: Calls & PartOf<Calls, AnyCalls>,
    name: Name,
    args: ArgsOf<Calls[Name]>,
    options?: Own,
  ): CachedPages<DataOf<Calls[Name]>, never>;
  <Calls extends Partial<AnyCalls>, Name extends PagedName<AnyCalls, Read> & keyof Calls & string>(
    calls: Calls & PartOf<Calls, AnyCalls>,
    name: Name,
    args: ArgsOf<Calls[Name]> | SkipToken,
    options?: Own,
  ): CachedPages<DataOf<Calls[Name]>, SkipToken>;
}

type PagedName<Calls, Read> = {
  [Name in keyof Calls]: Name extends Read ? IsPaged<Calls[Name], Name> : never;
}[keyof Calls];

type IsPaged<Call, Name> = Call extends AnyCall ? (Call extends Paged<Call> ? Name : never) : never;

/** `mutationOptions` for the calls that change something. */
export type MutationOptions<AnyCalls, Read> = <Calls extends Partial<AnyCalls>, Name extends Exclude<keyof Calls & string, Read>>(
  calls: Calls & PartOf<Calls, AnyCalls>,
  name: Name,
  options?: Own,
) => Change<DataOf<Calls[Name]>, VariablesOf<Calls[Name]>>;

/** `invalidate` after changes that no mutation has made. */
export type Invalidate<AnyCalls, Read> = <Calls extends Partial<AnyCalls>, Name extends Exclude<keyof Calls & string, Read>>(
  queries: Queries,
  calls: Calls & PartOf<Calls, AnyCalls>,
  name: Name,
  args: ArgsOf<Calls[Name]>,
) => Promise<void>;

/** The options of queries. Its types are those of `query/index`. */
export function queryOptionsOf(calls: object, name: string, args?: unknown, options?: object): never {
  const { key, call } = callOf(calls, name);
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(args, { ...options, signal });
  return { queryKey: key(args), queryFn: isSkipped(args) ? args : queryFn } as never;
}

/** The options of queries for pages. Its types are those of `query/index`. */
export function infiniteQueryOptionsOf(calls: object, name: string, args?: unknown, options?: object): never {
  const { key, call } = callOf(calls, name);
  const queryFn = ({ signal, pageParam }: { signal: AbortSignal; pageParam: Arguments }) =>
    call({ ...(args as object | undefined), ...pageParam }, { ...options, signal });
  const getNextPageParam = (page: unknown) => {
    const next = nextPage(page);
    return next && { [next[0]]: next[1] };
  };
  const queryKey = [...key(args), "pages"];
  return { queryKey, queryFn: isSkipped(args) ? args : queryFn, initialPageParam: {}, getNextPageParam } as never;
}

/** The options of mutations, which invalidate what they change. Its types are those of `query/index`. */
export const createMutationOptions =
  (reads: Readonly<Record<string, Reads>>) =>
  (calls: object, name: string, options?: object): never => {
    const { key, call } = callOf(calls, name);
    const onSuccess = (_data: unknown, args: unknown, _result: unknown, { client }: { readonly client: Queries }) =>
      invalidateAll(reads, client, calls, name, args);
    const [first, target, ...rest] = key(undefined);
    const mutationKey = rest.length > 0 ? [first, target, rest[0]] : [first];
    return { mutationKey, mutationFn: (args: unknown) => call(args, { ...options }), onSuccess } as never;
  };

/** Invalidates what a call has changed. Its types are those of `query/index`. */
export const createInvalidate =
  (reads: Readonly<Record<string, Reads>>) =>
  (queries: Queries, calls: object, name: string, args?: unknown): Promise<void> =>
    invalidateAll(reads, queries, calls, name, args);

async function invalidateAll(
  reads: Readonly<Record<string, Reads>>,
  queries: Queries,
  calls: object,
  name: string,
  args?: unknown,
): Promise<void> {
  const { key } = callOf(calls, name);
  const [changed, shared, ...rest] = key(args);
  const keys: Key[] = Object.entries(reads[changed] ?? {}).map(([read, names]) => [
    read,
    Object.fromEntries(names.filter((one) => one in shared).map((one) => [one, shared[one]])),
  ]);
  if (rest.length > 0) keys.push([changed, shared]);
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

function callOf(calls: object, name: string) {
  const call = (calls as Readonly<Record<string, AnyActionCall>>)[name]!;
  const { origin } = call as Partial<AnyActionCall>;
  const key = (args: unknown): Key => {
    const given = isSkipped(args) ? {} : ((args ?? {}) as Arguments);
    return origin ? [origin.service, origin.target ?? {}, origin.action, given] : [name, given];
  };
  return { call: call as (args: unknown, options: object) => Promise<unknown>, key };
}

/** `skipToken` is the only symbol among arguments. */
function isSkipped(args: unknown): boolean {
  return typeof args === "symbol";
}
