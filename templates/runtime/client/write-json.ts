import type { Call } from "./call.js";

/** Writes the body of a call; its media type goes into `headers`, unless they have one or the platform finds it out. */
export type WriteBody = (call: Call, headers: Headers) => SentBody;

/** What `fetch` takes as a body. */
export type SentBody = NonNullable<RequestInit["body"]>;

/** For contracts whose operations take nothing but JSON. */
export const writeJson: WriteBody = ({ args }, headers) => {
  headers.set("content-type", "application/json");
  return JSON.stringify(args["body"]);
};
