import { error, quote, warning } from "./entry.js";

/** Rules about schemas, examples and secrets. */
export const schemaCodes = {
  "body-loose": warning(({ action, problem }: { action: string; problem: string }) => `the body of ${quote(action)} ${problem}`),
  "body-not-object": error(
    ({ action, problem }: { action: string; problem: string }) =>
      `the body of ${quote(action)} must be an object, but its schema ${problem}`,
    "Describe an object: `type: object` with its properties. Leave `body` out if the action takes no input.",
  ),
  "default-invalid": warning(({ problem }: { problem: string }) => `the default ${problem}`),
  "discriminator-property": warning(
    ({ property, problem }: { property: string; problem: string }) => `the discriminator ${quote(property)} ${problem}`,
    "Each alternative needs the property, required and with a `const` or `enum` of its own.",
  ),
  "enum-value": error(
    ({ problem }: { problem: string }) => `"enum" ${problem}`,
    "Write the value as the type says; in YAML, texts such as 1.0, 2020-01-01 or null need quotes.",
  ),
  "example-invalid": error(
    ({ example, pointer, problem }: { example: string; pointer: string; problem: string }) =>
      `${quote(pointer)} of the example ${quote(example)} does not fit the schema: ${problem}`,
  ),
  "example-mismatch": warning(
    ({ example, pointer, problem }: { example: string | undefined; pointer: string; problem: string }) =>
      `${pointer === "" ? "" : `${quote(pointer)} of `}the example${example === undefined ? "" : ` ${quote(example)}`} does not fit the schema: ${problem}`,
  ),
  "format-name": error(
    ({ format }: { format: string }) => `${quote(format)} can't be the name of a format`,
    "A name is letters, digits and the characters _ . + : -.",
  ),
  "format-unknown": warning(
    ({ format }: { format: string }) => `the format ${quote(format)} is unknown, so values are not checked for it`,
    "Say with `pattern` what has to be checked.",
  ),
  "impossible-schema": error(({ problem }: { problem: string }) => `no value can be valid: ${problem}`),
  "keyword-value": error(({ keyword, problem }: { keyword: string; problem: string }) => `${quote(keyword)} ${problem}`),
  "nullable-keyword": warning(
    () => '"nullable" is not a keyword of OpenAPI 3.1; null is accepted as in 3.0',
    'Add "null" to `type`, or write `anyOf: [<schema>, { type: "null" }]`.',
  ),
  "open-body": warning(
    ({ part, action }: { part: "body" | "result"; action: string }) =>
      `the ${part} of ${quote(action)} takes any further property, which its schema doesn't say`,
    "Write `additionalProperties: false`, or `true` if that is meant.",
  ),
  "pattern-dialect": warning(
    ({ pattern }: { pattern: string }) =>
      `the pattern ${quote(pattern)} starts with flags, which ECMAScript doesn't know, so values are not checked for it`,
    "Write both cases out, for example [Aa][Ll][Ll], or use an enum.",
  ),
  "pattern-invalid": error(
    ({ pattern, reason }: { pattern: string; reason: string }) =>
      `the pattern ${quote(pattern)} is not an ECMAScript regular expression: ${reason}`,
  ),
  "pattern-not-linear": error(
    ({ pattern, cost }: { pattern: string; cost: string }) => `the pattern ${quote(pattern)} ${cost}`,
    "Let no two repetitions that follow each other match the same text, and start with ^; or set a small `maxLength` beside a pattern that isn't exponential.",
  ),
  "pattern-not-unicode": warning(
    ({ pattern, reason }: { pattern: string; reason: string }) =>
      `the pattern ${quote(pattern)} is only valid without the u flag: ${reason}`,
    "JSON Schema wants patterns with it. Escape only what needs it; \\A and \\Z are letters here, write ^ and $.",
  ),
  "reveal-unmarked": warning(
    ({ operation }: { operation: string }) => `${quote(operation)} returns secrets, which only its operationId explains`,
    "Write `x-<prefix>-reveal: true` in the operation, or let it need a scope that ends in `:reveal`.",
  ),
  "secret-example": warning(
    ({ what, pointer }: { what: string; pointer: string }) =>
      pointer === "" ? `${what} is the value of a secret` : `${what} contains the value of a secret at ${quote(pointer)}`,
    'Leave it out, or write a placeholder such as "********" or "example-token".',
  ),
  "secret-in-url": warning(
    ({ parameter }: { parameter: string }) => `${parameter} contains a secret, and URLs are logged`,
    "Send it in the request body or in a header.",
  ),
  "secret-only-on-reveal": error(
    ({ secret, response }: { secret: string; response: string }) => `${secret} can be read in ${response}`,
    "Leave it out of what is returned. Only 2xx responses of operations with `x-<prefix>-reveal: true`, or with a scope that ends in `:reveal`, may have one.",
  ),
  "too-many-properties": error(
    ({ count, limit }: { count: number; limit: number }) =>
      `the object has ${count} properties; more than ${limit} are not supported`,
    "Use `additionalProperties` for a map, or nest groups of properties.",
  ),
  "unbounded-input": warning(
    ({ kind }: { kind: "text" | "list" }) => `callers can send a ${kind} of any length here`,
    "Set a limit: `maxLength` for texts, `maxItems` for lists.",
  ),
  "unknown-keyword": error(
    ({ keyword }: { keyword: string }) => `${quote(keyword)} is not a keyword of schemas`,
    "Remove it, or start its name with x-.",
  ),
  "unsafe-integer": warning(
    ({ digits, read }: { digits: string; read: string }) =>
      `the integer ${quote(digits)} is beyond 2^53, where numbers lose digits: most readers of JSON see ${quote(read)}`,
    "Use strings for identifiers of 64 bits. Keep limits within 9007199254740991.",
  ),
  "unsupported-keyword": error(
    ({ keyword, feature }: { keyword: string; feature: string }) => `${quote(keyword)}: ${feature} not supported`,
  ),
  "write-only-sent": warning(
    ({ name, request }: { name: string; request: string }) => `the write-only property ${quote(name)} is left out of ${request}`,
    "Use a schema without it there.",
  ),
};
