import { headerOf, type RequestHeaders } from "./http.js";

/** The token of `Authorization: Bearer <token>`; `undefined` if there is none or it isn't well-formed. */
export function bearerToken(headers: RequestHeaders): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(headerOf(headers, "authorization") ?? "")?.[1];
}
