import { type Call, ClientError } from "../../../../templates/runtime/client/call.js";
import type { Authorize, Outgoing } from "../../../../templates/runtime/client/create-client.js";
import { type BodyRoute, writeStyled } from "../../../../templates/runtime/client/encoding.js";
import { writePartListsOrForms } from "../../../../templates/runtime/client/parts.js";
import { authorizeIfNeeded, authorizeSchemes } from "../../../../templates/runtime/client/secrets.js";
import { buildRoutes, type Route } from "../../../emit/client/routes.js";
import { isBearerOnly, schemeRules } from "../../../emit/client/security.js";
import { partRules, withFileParts } from "../../../emit/part-rules.js";
import { isObject, type JsonValue, ownObject } from "../../../document/json-value.js";
import { encodesFile, listedTypes } from "../../../document/media-kind.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { fileFacts } from "../../../json-schema/variants/variant.js";
import { factOf } from "../../../model/action-requests.js";
import { argumentNames, clientNames } from "../../../model/client-names.js";
import type { Contract, Operation, Parameter } from "../../../model/contract.js";
import { parameterMembers } from "../check-parameters.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import type { Caller } from "./callers.js";
import type { HttpRequest } from "./http.js";
import { needsCredentials } from "./targets.js";

/** Writes calls as a generated client does. */
export interface RequestBuilder {
  /** Throws a `ClientError` for values that can't be sent. Without a caller, there are no credentials. */
  build(target: CallTarget, request: ExchangeRequest, caller: Caller | undefined): Promise<HttpRequest>;
}

/** The base that URLs are built with; only what stands behind it is used. */
const base = "http://api.invalid";

/** Creates the builder of a contract. */
export function createRequestBuilder(contract: Contract): RequestBuilder {
  const routes = buildRoutes(contract);
  const names = clientNames(contract);
  const authorize = isBearerOnly(contract) ? authorizeIfNeeded : authorizeSchemes(Object.fromEntries(schemeRules(contract)));
  return {
    async build({ endpoint, node }, request, caller) {
      const { operation } = endpoint;
      const common = routes.get(names.operations.get(operation.id)!)!;
      const own = node && common.actions?.[node.action.serviceType]?.[node.action.name];
      const route = { ...common, ...own } as Route;
      const args: Record<string, unknown> = {};
      for (const [argument, parameter] of argumentNames(operation)) {
        const fact = node && factOf(operation, node.action, parameter);
        const value = fact ?? valueOf(request, parameter);
        if (value !== undefined) args[argument] = value;
      }
      const headers = new Headers();
      const call: Call = { name: operation.id, operation: operation.id, route, args, headers, options: {} };
      const target = writeStyled(call, headers);
      const body =
        request.body === undefined
          ? undefined
          : await writeBody(call, route, withFiles(contract, operation, request.body), headers);
      if (!headers.has("accept")) headers.set("accept", route.accept ?? "application/json");
      const type = request.headers && Object.entries(request.headers).find(([name]) => name.toLowerCase() === "content-type");
      if (type) headers.set("content-type", String(type[1]));
      const outgoing: Outgoing = { url: base + target, headers };
      if (caller) {
        const plain = JSON.stringify([outgoing.url, [...headers]]);
        await authorizeAs(authorize, outgoing, call, caller);
        const isUnchanged = JSON.stringify([outgoing.url, [...headers]]) === plain;
        // A caller of no credentials at all is known in another way, such as by its certificate.
        if (isUnchanged && hasCredentials(caller) && needsCredentials({ endpoint }))
          throw new ClientError("InvalidCallError", operation.id, "needs credentials that the caller lacks");
      }
      return {
        method: operation.method,
        target: outgoing.url.slice(base.length),
        headers: Object.fromEntries(headers),
        ...(body && { body }),
      };
    },
  };
}

async function authorizeAs(authorize: Authorize, outgoing: Outgoing, call: Call, caller: Caller): Promise<void> {
  const { token, credentials } = caller;
  await authorize(
    outgoing,
    call,
    { baseUrl: base, ...(token !== undefined && { token }), ...(credentials && { credentials }) },
    undefined,
  );
}

function hasCredentials({ token, credentials = {} }: Caller): boolean {
  return token !== undefined || Object.keys(credentials).length > 0;
}

function valueOf(request: ExchangeRequest, { in: place, name }: Parameter): JsonValue | undefined {
  if (place === "querystring") return request.querystring;
  return request[parameterMembers[place]]?.[name];
}

/** Writes a body; the platform writes forms. */
async function writeBody(call: Call, route: BodyRoute, body: unknown, headers: Headers): Promise<Uint8Array> {
  const { content = ["application/json"] } = route;
  if (content.some((type) => /json/i.test(type))) {
    headers.set(
      "content-type",
      content.find((type) => /json/i.test(type))!,
    );
    return new TextEncoder().encode(JSON.stringify(body));
  }
  const written = new Response(writePartListsOrForms({ ...call, args: { ...call.args, body } }, headers));
  const type = written.headers.get("content-type");
  if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
  return new Uint8Array(await written.arrayBuffer());
}

/** The body of a form, with files where its parts are files: a part without a name is text to many servers (RFC 7578, section 4.2). */
function withFiles(contract: Contract, { body: declared }: Operation, body: JsonValue): unknown {
  const list = declared?.content.find(({ parts }) => parts);
  if (list && Array.isArray(body)) return withFileParts(body, partRules(list, contract));
  const media = declared?.content.find(({ kind }) => kind === "multipart");
  if (!media?.schema || !isObject(body)) return body;
  const form = schemasIn(contract.schemas).of(media.schema);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const pieces = form.member(name)?.schema.pieces ?? [];
      const parts = [...pieces, ...pieces.flatMap((piece) => ownObject(piece, "items") ?? [])];
      const contentType = media.encoding?.[name]?.contentType;
      const facts = parts.map(fileFacts).find((one) => one !== undefined);
      const stated = listedTypes(contentType)[0] ?? facts?.mediaType;
      if (!facts && !encodesFile(contentType)) return [name, value];
      const type = stated === undefined || stated.includes("*") ? "application/octet-stream" : stated;
      const toFile = (text: JsonValue) => (typeof text === "string" ? new File([text], "example", { type }) : text);
      return [name, Array.isArray(value) ? value.map(toFile) : toFile(value)];
    }),
  );
}
