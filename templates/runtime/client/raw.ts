import { type AnyCall, ApiError, type CallOptions, type DeclaredHeaders } from "./call.js";

/** Makes a call and returns its response, also if its status is an error that the caller has asked for. Its types are those of `client/raw`. */
export async function callRaw(
  calls: object,
  name: string,
  statuses: readonly number[],
  ...given: readonly unknown[]
): Promise<never> {
  const [args, options] = given as readonly [unknown?, CallOptions?];
  const call = (calls as Readonly<Record<string, (args: unknown, options: CallOptions) => Promise<unknown>>>)[name]!;
  let [status, headers] = [0, new Headers()];
  const onResponse: CallOptions["onResponse"] = (response) => {
    ({ status, headers } = response);
    return options?.onResponse?.(response);
  };
  try {
    const body = await call(args, { ...options, onResponse });
    return { status, headers, body } as never;
  } catch (error) {
    if (!(error instanceof ApiError && statuses.includes(error.status))) throw error;
    return { status: error.status, headers: error.headers, body: error.body } as never;
  }
}

/** `raw` for the operations of a client. */
export type RawOperations<Client, Responses> = <
  Name extends keyof Client & keyof Responses & string,
  Status extends AskedStatus<Responses[Name]> = never,
>(
  client: Pick<Client, Name>,
  name: Name,
  statuses: readonly Status[],
  ...args: ArgumentsOf<Client[Name]>
) => Promise<RawResponse<Responses[Name], Status, ResultOf<Client[Name]>>>;

/** `raw` for the actions of an endpoint. */
export type RawActions<AnyCalls, Responses> = <
  Calls extends Parts<AnyCalls>,
  Name extends keyof Calls & string,
  Status extends AskedStatus<Responses> = never,
>(
  calls: Calls,
  name: Name,
  statuses: readonly Status[],
  ...args: ArgumentsOf<Calls[Name]>
) => Promise<RawResponse<Responses, Status, ResultOf<Calls[Name]>>>;

/** Some calls of one of several types. */
type Parts<AnyCalls> = AnyCalls extends unknown ? Partial<AnyCalls> : never;

type ArgumentsOf<Call> = Call extends AnyCall ? Parameters<Call> : never;

type ResultOf<Call> = Call extends AnyCall ? Awaited<ReturnType<Call>> : never;

/** The statuses of errors, and 304, that the responses of an operation declare. */
type AskedStatus<Responses> =
  | NumberOf<Exclude<keyof Responses, SuccessKey<Responses>>>
  | (keyof Responses & ("4XX" | "default") extends never ? never : CallerError)
  | (keyof Responses & ("5XX" | "default") extends never ? never : ServerError);

type NumberOf<Key> = Key extends number ? Key : never;

type CallerError =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 406
  | 408
  | 409
  | 410
  | 411
  | 412
  | 413
  | 414
  | 415
  | 416
  | 421
  | MoreErrors;

type MoreErrors = 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451;

type ServerError = 500 | 501 | 502 | 503 | 504 | 507 | 511;

type SuccessKey<Responses> = {
  [Key in keyof Responses]: `${Key & (string | number)}` extends `2${string}` ? Key : never;
}[keyof Responses];

/** A response: a success, with what the call resolves to as its body, or an error that was asked for. */
export type RawResponse<Responses, Status extends number, Success> =
  | RawSuccess<Responses, SuccessKey<Responses>, Success>
  | { [One in Status]: Raw<One, DescribedBy<Responses, One>, BodyOf<DescribedBy<Responses, One>>> }[Status];

/** Successes of several statuses have bodies of their own, unless they are read as one type. */
type RawSuccess<Responses, Keys extends keyof Responses, Success> = [Keys] extends [never]
  ? Raw<number, unknown, Success>
  : { [Key in Keys]: Raw<Key extends number ? Key : number, Responses[Key], SuccessBody<Responses[Key], Success>> }[Keys];

type SuccessBody<Response, Success> = [Extract<Success, BodyOf<Response>>] extends [never]
  ? Success
  : Extract<Success, BodyOf<Response>>;

interface Raw<Status, Response, Body> {
  readonly status: Status;
  readonly headers: Response extends { headers: infer Declared } ? HeadersOf<Declared> : Headers;
  readonly body: Body;
}

type HeadersOf<Declared> = DeclaredHeaders<Required<Declared>, Lowercase<HeaderName<Declared>>> & Headers;

type HeaderName<Declared> = keyof { [Name in keyof Declared as string extends Name ? never : Name & string]: true } & string;

/** The names of headers that every response has. */
type Required<Declared> = Lowercase<
  { [Name in HeaderName<Declared>]: undefined extends Declared[Name & keyof Declared] ? never : Name }[HeaderName<Declared>]
>;

/** The description of a status: its own, that of its class, or the default. */
type DescribedBy<Responses, Status extends number> = Status extends keyof Responses
  ? Responses[Status]
  : Responses[keyof Responses & (`${Status}` extends `4${string}` ? "4XX" : "5XX")] extends infer Class
    ? [Class] extends [never]
      ? Responses[keyof Responses & "default"]
      : Class
    : never;

type BodyOf<Response> = Response extends { content: infer Content }
  ? { [Type in keyof Content]: Type extends `${string}json` ? Content[Type] : ReadAs<Type, Content[Type]> }[keyof Content]
  : undefined;

type ReadAs<Type, Body> =
  Body extends AsyncIterable<unknown>
    ? Body
    : Type extends `text/${string}`
      ? string
      : Type extends `${string}*`
        ? unknown
        : Uint8Array;
