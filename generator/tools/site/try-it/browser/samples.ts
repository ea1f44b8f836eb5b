import { printJson, printLiteral } from "../../samples/print-value.js";
import { stringLiteral, propertyAccess } from "../../../../typescript/encode.js";
import type { JsonObject, JsonValue } from "../../../../document/json-value.js";
import type { TryPage } from "../try-page.js";
import type { Entered, WrittenRequest } from "./request.js";

/** Texts in place of credentials: requests are shown without what the reader has entered. */
const placeholders = {
  token: "0TRY0TOKEN0",
  key: "0TRY0KEY0",
  username: "0TRY0USER0",
  password: "0TRY0PASSWORD0",
} as const;

/** Shell variables in place of the placeholders. */
const variables: readonly (readonly [placeholder: string, variable: string])[] = [
  [placeholders.token, "TOKEN"],
  [placeholders.key, "API_KEY"],
];

const login = btoa(`${placeholders.username}:${placeholders.password}`);

/** Returns credentials that stand for those that the reader has entered, or for the first that a call needs. */
export function placeholderCredentials(
  { client, credentials: all }: TryPage,
  entered: Entered["credentials"],
): Entered["credentials"] {
  const given = Object.keys(entered.credentials ?? {});
  const hasNone = entered.token === undefined && given.length === 0;
  const needed = client.route.security?.[0] ?? all.map(({ scheme }) => scheme);
  const shown = all.filter(({ scheme, type }) => {
    if (hasNone) return needed.includes(scheme) || (type === "bearer" && client.route.security === undefined);
    return type === "bearer" ? entered.token !== undefined : given.includes(scheme);
  });
  const { token, key, username, password } = placeholders;
  const others = shown.filter(({ type }) => type === "basic" || type === "key");
  return {
    ...(shown.some(({ type }) => type === "bearer") && { token }),
    credentials: Object.fromEntries(others.map(({ scheme, type }) => [scheme, type === "key" ? key : { username, password }])),
  };
}

/** Returns a request as a command for a POSIX shell. */
export function curlOf({ method, url, headers, body }: WrittenRequest, isSequence = false): string {
  const isLogin = headers.get("authorization") === `Basic ${login}`;
  const options = [...headers].flatMap(([name, value]) => {
    return name === "authorization" && isLogin ? [] : [`-H ${word(`${name}: ${value}`)}`];
  });
  const verb = method === "GET" ? "" : method === "HEAD" ? "-I " : `-X ${method} `;
  return [
    `curl ${isSequence ? "-N " : ""}${verb}${word(url)}`,
    ...(isLogin ? [`-u "$API_USER:$API_PASSWORD"`] : []),
    ...options,
    ...bodyOptions(body),
  ].join(" \\\n  ");
}

function bodyOptions(body: WrittenRequest["body"]): string[] {
  if (body === null) return [];
  if (body instanceof FormData) {
    return [...body].map(([name, value]) =>
      typeof value === "string" ? `--form-string ${word(`${name}=${value}`)}` : `-F ${word(`${name}=@${value.name}`)}`,
    );
  }
  if (body instanceof Blob) return [`--data-binary ${word(`@${body instanceof File ? body.name : "body"}`)}`];
  return [`--data-raw ${word(typeof body === "string" ? readable(body) : "")}`];
}

/** Quotes text as one word of a shell, with variables for credentials. */
function word(text: string): string {
  let quoted = `'${text.replaceAll("'", `'\\''`)}'`;
  for (const [placeholder, variable] of variables) quoted = quoted.replaceAll(placeholder, `'"$${variable}"'`);
  return quoted.replace(/''$/, "").replace(/^''/, "") || "''";
}

/** JSON on several lines if it is long. */
function readable(text: string): string {
  try {
    return printJson(JSON.parse(text) as JsonValue);
  } catch {
    return text;
  }
}

/** Returns a request as it is sent, without its credentials. */
export function httpOf({ method, url, headers, body }: WrittenRequest): string {
  const { host, pathname, search } = new URL(url, location.href);
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  const text = [`${method} ${pathname}${search} HTTP/1.1`, `host: ${host}`, ...lines, "", ...contentOf(body)].join("\n");
  return text
    .replaceAll(placeholders.token, "<token>")
    .replaceAll(placeholders.key, "<key>")
    .replaceAll(login, "<user:password>")
    .trimEnd();
}

function contentOf(body: WrittenRequest["body"]): string[] {
  if (typeof body === "string") return [readable(body)];
  if (body instanceof FormData)
    return [...body].map(([name, value]) => `${name}: ${typeof value === "string" ? value : `(${value.size} bytes)`}`);
  return body instanceof Blob ? [`(${body.size} bytes)`] : [];
}

/** Returns the call with the generated client. */
export function clientOf({ client, parameters }: TryPage, { baseUrl, args, body }: Entered): string {
  const options = [`baseUrl: ${stringLiteral(baseUrl)}`, ...client.options].join(", ");
  const given = parameters.filter(({ argument, fixed }) => fixed === undefined && args[argument] !== undefined);
  const object = (all: typeof given) => Object.fromEntries(all.map(({ argument }) => [argument, args[argument]])) as JsonObject;
  const lines = [
    `import { createClient } from "./generated/client/index.js";`,
    "",
    `const client = createClient({ ${options} });`,
  ];
  const { service, action } = client;
  if (service === undefined || action === undefined) {
    const input: JsonObject = { ...object(given), ...(body !== undefined && { body: shown(body) }) };
    const text = Object.keys(input).length > 0 ? printLiteral(input) : "";
    const call = `await client${propertyAccess(client.route.name)}(${text})`;
    const last = client.isSequence ? `for await (const item of ${call}) console.log(item);` : `const response = ${call};`;
    return [...lines, "", last].join("\n");
  }
  const [target, others] = [object(given.filter((one) => one.in === "path")), object(given.filter((one) => one.in !== "path"))];
  const hasOthers = Object.keys(others).length > 0;
  const isEmpty = body === undefined || JSON.stringify(body) === "{}";
  const input = isEmpty ? (hasOthers ? "undefined" : "") : printLiteral(shown(body));
  const more = hasOthers ? `, ${printLiteral({ parameters: others })}` : "";
  const hasTarget = Object.keys(target).length > 0;
  const call = `await client${propertyAccess(service)}(${hasTarget ? "target" : ""})${propertyAccess(action)}(${input}${more});`;
  return [
    ...lines,
    ...(hasTarget ? [`const target = ${printLiteral(target)};`] : []),
    "",
    client.returns.length > 0 ? `const { ${client.returns.join(", ")} } = ${call}` : call,
  ].join("\n");
}

/** A value as JSON: files by their names. */
function shown(value: unknown): JsonValue {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (part instanceof File ? part.name : part)) ?? "null",
  ) as JsonValue;
}
