import { readPartList } from "../server/part-lists.js";
import { declaredStatus } from "../server/responses.js";
import { type PartResponses, type PartRules, writeParts } from "../write-parts.js";
import { type Call, ClientError, type ReadBody, type Route, type WriteBody } from "./call.js";
import { essenceOf, isJson } from "./create-client.js";
import { type BodyRoute, readAnyBody, writeAnyBody, writeForm } from "./encoding.js";

/** An operation whose bodies may be lists of parts. */
export interface PartRoute extends Route {
  /** How the parts of bodies are written, by media type. */
  readonly sentParts?: Readonly<Record<string, PartRules>>;
  /** How the parts of responses are read, by status and media type. */
  readonly receivedParts?: PartResponses;
}

/** For bodies that are lists of parts: sends a list as one if the operation doesn't accept JSON, or if it has files. */
export const writePartLists: WriteBody = (call, headers) => writeList(call, headers) ?? writeAnyBody(call, headers);

/** For bodies that are lists of parts or forms. */
export const writePartListsOrForms: WriteBody = (call, headers) => writeList(call, headers) ?? writeForm(call, headers);

function writeList(call: Call, headers: Headers): Blob | undefined {
  const { body } = call.args;
  const { content = [], sentParts = {} }: PartRoute & BodyRoute = call.route;
  const lists = Object.entries(sentParts);
  const list = lists.find(([type]) => headers.get("content-type") === type) ?? lists[0];
  if (!Array.isArray(body) || !list) return undefined;
  if (content.some(isJson) && !body.flat(Infinity).some((part) => part instanceof Blob)) return undefined;
  try {
    const { content: written, type } = writeParts(body, ...list);
    headers.set("content-type", type);
    return written;
  } catch (error) {
    throw new ClientError("InvalidCallError", call.name, (error as TypeError).message);
  }
}

/** For responses that are lists of parts. */
export const readPartLists: ReadBody = async (call, response, reviver) => {
  const { receivedParts = {} }: PartRoute = call.route;
  const status = declaredStatus(receivedParts, response.status);
  const types = status === undefined ? {} : receivedParts[status]!;
  const type = essenceOf(response.headers);
  if (!response.ok || !Object.hasOwn(types, type)) return readAnyBody(call, response, reviver);
  const bytes = new Uint8Array(await response.arrayBuffer());
  try {
    return readPartList(bytes, response.headers.get("content-type")!, types[type]!, Infinity);
  } catch (error) {
    // A message about JSON would reveal a part of the response, and that of the reader doesn't.
    throw new ClientError("InvalidResponseError", call.name, `returned a body that ${(error as Error).message}`);
  }
};
