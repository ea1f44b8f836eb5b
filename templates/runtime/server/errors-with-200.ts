import type { ServerContract } from "./contract.js";
import { declaredStatus } from "./responses.js";

/** Sends the errors that the contract has for the status 200 with it, and tells caches that they are no successes. */
export const asSent: NonNullable<ServerContract["asSent"]> = (response, { errorsWith200, responses }) => {
  const { status, headers } = response;
  const key = status < 400 ? undefined : declaredStatus(responses, status);
  if (key === undefined || !errorsWith200?.includes(key)) return response;
  return { ...response, status: 200, headers: { "cache-control": "no-store", ...headers } };
};
