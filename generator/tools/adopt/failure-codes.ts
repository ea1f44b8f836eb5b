const wrongInput = "invalidargument invalidrequest badrequest validationfailed validation invalidinput unprocessableentity";

/**
 * Common names of the failures that servers report themselves, in lower case without separators; the usual name first.
 */
const commonNames: Readonly<Record<string, string>> = {
  unauthenticated: "unauthenticated unauthorized unauthorised authenticationrequired notauthenticated authenticationfailed",
  access_denied: "permissiondenied forbidden accessdenied insufficientpermissions notauthorized",
  resource_not_found: "notfound resourcenotfound",
  invalid_parameter: `invalidparameter ${wrongInput}`,
  invalid_body: `invalidbody ${wrongInput}`,
  invalid_action_body: `invalidbody ${wrongInput}`,
  payload_too_large: "payloadtoolarge contenttoolarge requesttoolarge requestentitytoolarge",
  unsupported_media_type: "unsupportedmediatype",
  action_unavailable: "conflict failedprecondition locked invalidstate",
  not_implemented: "notimplemented unimplemented",
  internal: "internal internalserver server",
  method_not_allowed: "methodnotallowed",
  invalid_request: "invalidrequest badrequest invalidargument",
  request_timeout: "requesttimeout timeout deadlineexceeded",
  headers_too_large: "headerstoolarge requestheaderfieldstoolarge",
};

/**
 * Returns the API's code for a failure that a server reports with `status`: one with a usual name, the status in
 * digits, or the only code that the response for this status lists. `declared` is the response's key.
 */
export function evidentCode(failure: string, status: number, declared: string, texts: readonly string[]): string | undefined {
  if (texts.length === 1 && declared === String(status)) return texts[0];
  const byName = new Map(texts.map((text) => [plain(text), text]));
  const names = (commonNames[failure] ?? "").split(" ");
  const name = names.find((one) => byName.has(one));
  return name === undefined ? byName.get(String(status)) : byName.get(name);
}

/** Normalizes names: `NOT_FOUND`, `NotFoundError` and `not-found` are equal. */
function plain(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return letters.replace(/(?:error|exception)$/, "") || letters;
}
