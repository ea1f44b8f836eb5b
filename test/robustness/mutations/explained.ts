import type { Mutation } from "./instrument.js";

/** A line of the server, and what is otherwise there. */
type Place = readonly [file: string, source: string, what: string];

/** Mutations that change a response and aren't found: because nothing forbids the response, or because of a gap of the test. */
const unfound: Readonly<Record<string, readonly Place[]>> = {
  "reason: the contract says which codes there are, not which status has which": [
    [
      "failures.ts",
      'const code = rejection instanceof InvalidBodyError && call?.action ? "invalid_action_body" : rejection.code;',
      "rejection instanceof InvalidBodyError: always true",
    ],
  ],
  "reason: no rule says that an error of an operation that reveals must not be cached": [
    [
      "create-server.ts",
      'const context: ResponseContext = { requestId, isHead: request.method === "HEAD", isSecret: call?.route.reveals ?? false };',
      "call?.route.reveals ?? false: only the default",
    ],
  ],
  "reason: the words of a message are free": [
    [
      "body.ts",
      "const size = limit % 1_048_576 === 0 ? `${limit / 1_048_576} MiB` : `${limit} bytes`;",
      "limit % 1_048_576 === 0: never true",
    ],
  ],
  "reason: the contract doesn't declare HEAD, which Allow then lacks": [
    ["router.ts", 'if (method === "GET") methods.add("HEAD");', '"GET": another text'],
  ],
  "reason: a server may read content encodings and charsets (RFC 9110, section 15.5.16)": [
    [
      "body.ts",
      "if (!isReadable(request.headers, streamed)) return unsupported(route.body);",
      "!isReadable(request.headers, streamed): never true",
    ],
  ],
  "reason: without a body and its type, 400 and 415 are both right": [["node.ts", "let size = 0;", "0: another number"]],
  "reason: the contract doesn't have the path, with a slash at its end": [
    [
      "router.ts",
      'for (const child of [node.fixed.get(normalizePath(segment)), ...children, segment === "" ? undefined : node.parameter]) {',
      'segment === "": never true',
    ],
  ],
};

/** Why a mutation isn't found, as far as it is known. */
export function reasonOf({ file, source, what }: Mutation): string | undefined {
  const isHere = (place: Place) => place[0] === file && place[1] === source && place[2] === what;
  return Object.keys(unfound).find((reason) => unfound[reason]!.some(isHere));
}
