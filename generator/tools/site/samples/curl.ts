import { keepReserved, queryPairs, querystringText } from "../../../../templates/runtime/client/encoding.js";
import { type PartRules, ruleAt } from "../../../../templates/runtime/write-parts.js";
import { isObject, type JsonValue } from "../../../document/json-value.js";
import { parsePathTemplate } from "../../../document/path-template.js";
import { parameterRule } from "../../../emit/client/parameter-rules.js";
import { partRules } from "../../../emit/part-rules.js";
import { formFiles, type FileRule } from "../../../emit/form-files.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { argumentNames } from "../../../model/client-names.js";
import { actionPath, factOf } from "../../../model/action-requests.js";
import type { Action, Contract, MediaType, Operation, Parameter } from "../../../model/contract.js";
import { defaultType, mediaKind } from "../../../document/media-kind.js";
import { visibleText } from "../../../diagnostics/escape.js";
import { baseUrl, firstExample, returnsItems } from "./calls.js";
import { isLong, type MakeValue, printJson } from "./sample-value.js";

/** A request for a command. */
interface SampleRequest {
  /** Set if the operation invokes actions. */
  readonly action?: Pick<Action, "name" | "serviceType">;
  readonly body?: JsonValue | undefined;
  /** The body as the contract writes it. */
  readonly serialized?: string | undefined;
  /** Absent: JSON. */
  readonly mediaType?: MediaType | undefined;
  /** Generates the values of lists and objects in the query, if the contract has no example. */
  readonly makeValue?: MakeValue;
}

/**
 * Returns a call as a shell command, with variables for the values that the caller has to provide:
 *
 *     curl -X POST "https://api.example.com/v1/services/$SERVICE_ID/actions/add_ip" \
 *       -H "Authorization: Bearer $TOKEN" \
 *       -H 'Content-Type: application/json' \
 *       -d '{ "cidr": "203.0.113.0/24" }'
 */
export function curlCommand(operation: Operation, contract: Contract, request: SampleRequest): string {
  const { action, body, serialized, mediaType, makeValue } = request;
  const credentials = credentialsOf(operation, contract);
  const { path: template, query: fixed } = parsePathTemplate(action ? actionPath(operation, action) : operation.path);
  const path = template
    .split(/(\{[^{}]*\})/)
    .map((piece, index, pieces) =>
      piece.startsWith("{") ? expansion(piece.slice(1, -1), pieces[index + 1] ?? "") : urlText(piece),
    )
    .join("");
  const parameters = [...argumentNames(operation).values()].map((parameter): SampleParameter => {
    return { parameter, fact: action && factOf(operation, action, parameter) };
  });
  const required = parameters.filter(({ parameter, fact }) => parameter.required || fact !== undefined);
  const query = [
    ...fixed.map((pair) => pair.map((text) => urlText(encodeURIComponent(text))).join("=")),
    ...required
      .filter(({ parameter }) => parameter.in === "query")
      .flatMap(({ parameter, fact }) => {
        const key = urlText(encodeURIComponent(parameter.name));
        if (fact !== undefined) return [`${key}=${urlText(encodeURIComponent(fact))}`];
        return (
          writtenPairs(parameter) ?? structuredPairs(parameter, contract, makeValue) ?? [`${key}=$${variable(parameter.name)}`]
        );
      }),
    ...required.flatMap(({ parameter }) => (parameter.in === "querystring" ? querystringOf(parameter, contract) : [])),
    ...credentials.flatMap((credential) =>
      credential.kind === "query" ? [`${urlText(encodeURIComponent(credential.name))}=$API_KEY`] : [],
    ),
  ];
  // curl reads brackets as ranges, except those of an IPv6 address.
  const base = urlText(baseUrl(contract)).replace(/(?<=\/\/)%5B([^/]*)%5D/, "[$1]");
  const url = `"${base}${path}${query.length > 0 ? `?${query.join("&")}` : ""}"`;
  const method = operation.method === "GET" ? "" : operation.method === "HEAD" ? "-I " : `-X ${operation.method} `;
  return [
    // Without -N, curl delays the items of a sequence.
    `curl ${returnsItems(operation) ? "-N " : ""}${method}${url}`,
    ...credentials.flatMap(credentialOption),
    ...required.flatMap(parameterOption),
    ...(serialized !== undefined && mediaType?.kind !== "multipart" && mediaType?.kind !== "parts" && !isLong(serialized)
      ? [typeOf(mediaType), `--data-raw ${word(serialized)}`]
      : body === undefined
        ? placeholder(operation, mediaType)
        : bodyOptions(body, mediaType, contract)),
  ].join(" \\\n  ");
}

/** Returns the command that reads the URL in a header of a response. */
export function followedUrlCommand(operation: Operation, contract: Contract, header: string): string {
  const options = credentialsOf(operation, contract).flatMap(credentialOption);
  return [`curl "$${variable(header)}"`, ...options].join(" \\\n  ");
}

/** Returns the command with which a program obtains a token with its own credentials. */
export function tokenCommand(url: string, scopes: readonly string[]): string {
  return [
    `curl -X POST "${urlText(url)}"`,
    '-u "$CLIENT_ID:$CLIENT_SECRET"',
    "-d grant_type=client_credentials",
    ...(scopes.length === 0 ? [] : [`--data-urlencode ${word(`scope=${scopes.join(" ")}`)}`]),
  ].join(" \\\n  ");
}

/** Returns the pairs of a list or an object, as the client writes it: one variable can't be several pairs. */
export function structuredPairs(
  parameter: Parameter,
  contract: Contract,
  makeValue: MakeValue | undefined,
): string[] | undefined {
  const rule = keepReserved(parameterRule(parameter.name, parameter, contract));
  for (const value of structuredValues(parameter, contract, makeValue)) {
    try {
      const pairs = queryPairs(rule, value, parameter.name).map(urlText);
      if (pairs.length > 0) return pairs;
    } catch {
      // Lint reports values that the style can't represent.
    }
  }
  return undefined;
}

/** Yields lists and objects that a parameter may have: its example, or generated ones, then those with optional members, too. */
function* structuredValues(parameter: Parameter, { schemas }: Contract, makeValue: MakeValue | undefined): Generator<object> {
  const { schema } = parameter;
  const example = firstExample(parameter);
  const value = example ?? makeValue?.(schema);
  if (typeof value !== "object" || value === null) return;
  yield value;
  if (!makeValue || example !== undefined || !isObject(value)) return;
  const names = [...schemasIn(schemas).of(schema).members.keys()];
  // Of a map, any name.
  const all = names.length === 0 ? ["name"] : names;
  for (const required of [all, ...all.map((name) => [name])]) {
    const filled = makeValue({ allOf: [schema ?? true], required });
    if (isObject(filled)) yield filled;
  }
}

/** Returns the options for a required body of which there is no sample: the caller's own file. */
function placeholder({ body }: Operation, mediaType: MediaType | undefined): string[] {
  const media = mediaType ?? body?.content[0];
  if (body?.required !== true || media === undefined) return [];
  const type = typeOf(media);
  const data = { json: "-d @body.json", text: "--data-binary @body.txt" } as const;
  return [type, media.kind === "json" || media.kind === "text" ? data[media.kind] : "--data-binary @body"];
}

/** Returns the pairs of a query parameter as the contract writes them. */
function writtenPairs({ examples: [example], mediaType }: Parameter): string[] | undefined {
  return example?.serialized === undefined || mediaType !== undefined ? undefined : [urlText(example.serialized)];
}

/** Returns the query string of an example; a variable if there is none. */
function querystringOf(parameter: Parameter, contract: Contract): string[] {
  const serialized = parameter.examples[0]?.serialized;
  const isForm = mediaKind(parameter.mediaType ?? "") === "form";
  if (serialized !== undefined) return [urlText(isForm ? serialized : encodeURIComponent(serialized))];
  const example = firstExample(parameter);
  if (example === undefined || (isForm && !isObject(example))) return ["$QUERYSTRING"];
  const rule = keepReserved(parameterRule("querystring", parameter, contract));
  return querystringText(rule, example, parameter.name).map(urlText);
}

/**
 * Returns the options for a body in its media type; fields of a multipart form that may be files are read from files.
 */
function bodyOptions(body: JsonValue, mediaType: MediaType | undefined, contract: Contract): string[] {
  const { kind } = mediaType ?? json;
  const type = typeOf(mediaType);
  if ((kind === "form" || kind === "multipart") && isObject(body)) {
    const files = kind === "multipart" ? formFiles(mediaType!, contract) : {};
    const fields = Object.entries(body).flatMap(([field, value]) => {
      if (Object.hasOwn(files, field)) return [`-F ${word(`${field}=@file${typeOption(files[field]!)}`)}`];
      // A list has a pair or a part for each item, unless it is JSON as a whole.
      const isWhole = kind === "multipart" && mediaKind(mediaType?.encoding?.[field]?.contentType ?? "") === "json";
      const texts = (isWhole ? [value] : [value].flat()).map((item) => (typeof item === "string" ? item : JSON.stringify(item)));
      // curl encodes values only.
      const [option, name] = kind === "form" ? ["--data-urlencode", encodeURIComponent(field)] : ["--form-string", field];
      return texts.map((text) => `${option} ${word(`${name}=${text}`)}`);
    });
    // curl sets the content type of a form, with the boundary of its parts.
    return fields.length > 0 ? fields : [type];
  }
  if (kind === "parts" && Array.isArray(body)) return [type, ...partOptions(body, partRules(mediaType!, contract))];
  if (kind === "bytes" || kind === "any") return [type, "--data-binary @body"];
  if (kind === "text" && typeof body === "string")
    return [type, isLong(body) ? "--data-binary @body.txt" : `--data-raw ${word(body)}`];
  return [type, isLong(body) ? "-d @body.json" : `-d ${word(printJson(body, contract.writtenIntegers))}`];
}

/** Returns the options for a list of parts: curl adds a boundary to the content type of the whole. */
function partOptions(list: readonly JsonValue[], rules: PartRules): string[] {
  return list.flatMap((value, at) => {
    const rule = ruleAt(rules, at);
    const [type = ""] = rule?.types?.filter((one) => !one.includes("*")) ?? [];
    if (rule?.nested && Array.isArray(value))
      return [`-F ${word(`=(;type=${type}`)}`, ...partOptions(value, rule.nested), "-F '=)'"];
    if (rule?.as === "file") return [`-F ${word(`=@file${typeOption(rule)}`)}`];
    const isText = typeof value === "string" && rule?.as !== "json";
    const text = isText ? value : JSON.stringify(value);
    const own = rule?.as === "json" || (rule === undefined && !isText) ? "application/json" : "text/plain";
    // In quotes, curl takes any text as it is.
    return [`-F ${word(`="${text.replaceAll(/["\\]/g, "\\$&")}";type=${type || own}`)}`];
  });
}

const json = { name: "application/json", kind: "json" } as const;

function typeOf(mediaType: MediaType | undefined): string {
  return `-H ${word(`Content-Type: ${defaultType(mediaType ?? json) ?? "application/octet-stream"}`)}`;
}

/** curl guesses the media type of a file by its name. */
function typeOption({ types: [type, ...others] = [] }: FileRule): string {
  return type === undefined || others.length > 0 || type.includes("*") ? "" : `;type=${type}`;
}

function credentialOption(credential: Credential): string[] {
  switch (credential.kind) {
    case "bearer":
      return [`-H "Authorization: Bearer $TOKEN"`];
    case "basic":
      return [`-u "$API_USER:$API_PASSWORD"`];
    case "header":
      return [`-H ${word(`${credential.name}: `)}"$API_KEY"`];
    case "cookie":
      return [`-b ${word(`${credential.name}=`)}"$API_KEY"`];
    case "query":
      return [];
    default:
      return credential satisfies never;
  }
}

/** A parameter, with its value if it names the action. */
interface SampleParameter {
  readonly parameter: Parameter;
  readonly fact: string | undefined;
}

function parameterOption({ parameter: { in: place, name }, fact }: SampleParameter): string[] {
  if (place === "header" && fact !== undefined) return [`-H ${word(`${name}: ${fact}`)}`];
  if (place === "header") return [`-H ${word(`${name}: `)}"$${variable(name)}"`];
  return place === "cookie" ? [`-b ${word(`${name}=`)}"$${variable(name)}"`] : [];
}

/** Quotes text as one word of a POSIX shell. */
function word(text: string): string {
  return `'${visibleText(text).replaceAll("'", `'\\''`)}'`;
}

/** Percent-encodes the characters of a URL that are special in a shell or a URL within double quotes. */
function urlText(text: string): string {
  const encode = (character: string) => encodeURIComponent(character).replace("!", "%21").replace("'", "%27");
  return visibleText(text).replace(/[^A-Za-z0-9\-._~:/?#@&()*+,;=%]/gu, encode);
}

/**
 * Returns the value of a variable. Braces separate its name from the following text, and keep zsh from reading a
 * modifier in `:resize`.
 */
function expansion(name: string, next: string): string {
  return /^[\w:[]/.test(next) ? `\${${variable(name)}}` : `$${variable(name)}`;
}

/** Variables that a shell sets itself or that programs read: a command must not send their values. */
const shellVariables = new Set(
  "CDPATH COLUMNS DISPLAY EDITOR EUID GROUPS HISTFILE HOME HOST HOSTNAME HOSTTYPE IFS LANG LINENO LINES LOGNAME MACHTYPE MAIL OLDPWD OPTARG OPTIND OSTYPE PAGER PATH PPID PS1 PS2 PS4 PWD RANDOM SECONDS SHELL SHLVL SSH_AUTH_SOCK TEMP TERM TMP TMPDIR TZ UID USER USERNAME VISUAL _".split(
    " ",
  ),
);

/** Returns the name of a shell variable: `service_id` -> `SERVICE_ID`, `user` -> `API_USER`. */
function variable(name: string): string {
  const text = name.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
  if (shellVariables.has(text) || /^(?:BASH|LC|XDG|ZSH)_/.test(text)) return `API_${text}`;
  return /^[A-Z_]/.test(text) ? text : `_${text}`;
}

/** How a caller authenticates, one for each security scheme of an operation's first alternative. */
type Credential = { readonly kind: "bearer" | "basic" } | { readonly kind: "header" | "query" | "cookie"; readonly name: string };

function credentialsOf({ security }: Operation, { securitySchemes }: Contract): Credential[] {
  return Object.keys(security[0] ?? {}).flatMap((name): Credential[] => {
    const scheme = securitySchemes.get(name);
    if (scheme?.type !== "apiKey") return [{ kind: scheme?.scheme?.toLowerCase() === "basic" ? "basic" : "bearer" }];
    const kind = scheme.in === "query" || scheme.in === "cookie" ? scheme.in : "header";
    return [{ kind, name: scheme.parameter ?? name }];
  });
}
