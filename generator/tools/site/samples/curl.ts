import type { JsonValue } from "../../../document/json-value.js";
import type { Contract, Operation } from "../../../model/contract.js";
import { visibleText } from "../content/visible-text.js";
import { baseUrl, credentialsOf, type Credential } from "./endpoint.js";
import { isLong, printJson } from "./print-value.js";

/** What a call sends. */
export interface Sent {
  /** Name of the action, where the operation invokes actions. */
  readonly action?: string;
  readonly body?: JsonValue | undefined;
  readonly mediaType?: string | undefined;
}

/**
 * A call as a shell command; what the caller has to put in are variables:
 *
 *     curl -X POST "https://api.example.com/v1/services/$SERVICE_ID/actions/add_ip" \
 *       -H "Authorization: Bearer $TOKEN" \
 *       -H 'Content-Type: application/json' \
 *       -d '{ "cidr": "203.0.113.0/24" }'
 */
export function curlCommand(operation: Operation, contract: Contract, { action, body, mediaType }: Sent): string {
  const credentials = credentialsOf(operation, contract);
  const path = operation.path
    .split(/(\{[^{}]*\})/)
    .map((piece) => (piece.startsWith("{") ? fillHole(piece.slice(1, -1), action) : urlText(piece)))
    .join("");
  const required = operation.parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = [
    ...required.map(({ name }) => `${urlText(name)}=$${variable(name)}`),
    ...credentials.flatMap((credential) => (credential.kind === "query" ? [`${urlText(credential.name)}=$API_KEY`] : [])),
  ];
  const url = `"${urlText(baseUrl(contract))}${path}${query.length > 0 ? `?${query.join("&")}` : ""}"`;
  const method = operation.method === "GET" ? "" : operation.method === "HEAD" ? "-I " : `-X ${operation.method} `;
  return [
    `curl ${method}${url}`,
    ...credentials.flatMap(credentialOption),
    ...(body === undefined
      ? []
      : [
          `-H ${word(`Content-Type: ${mediaType ?? "application/json"}`)}`,
          isLong(body) ? "-d @body.json" : `-d ${word(printJson(body, contract.writtenIntegers))}`,
        ]),
  ].join(" \\\n  ");
}

function fillHole(name: string, action: string | undefined): string {
  return name === "action" && action !== undefined ? urlText(action) : `$${variable(name)}`;
}

function credentialOption(credential: Credential): string[] {
  switch (credential.kind) {
    case "bearer":
      return [`-H "Authorization: Bearer $TOKEN"`];
    case "basic":
      return [`-u "$USER:$PASSWORD"`];
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

/** Text as one word of a POSIX shell, exactly as it stands. */
function word(text: string): string {
  return `'${visibleText(text).replaceAll("'", `'\\''`)}'`;
}

/** Text of an address: what is special to a shell or an address within double quotes is percent-encoded. */
function urlText(text: string): string {
  const encode = (character: string) => encodeURIComponent(character).replace("!", "%21").replace("'", "%27");
  return visibleText(text).replace(/[^A-Za-z0-9\-._~:/?#@&()*+,;=%[\]]/gu, encode);
}

/** A name for a variable of the shell: `service_id` -> `SERVICE_ID`. */
function variable(name: string): string {
  const text = name.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
  return /^[A-Z_]/.test(text) ? text : `_${text}`;
}
