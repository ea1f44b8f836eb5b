import { EndpointError } from "../../http/endpoint-request.js";
import { endpointOf } from "../../http/endpoints.js";
import { escapeXml } from "../objects/s3/xml.js";
import { type LinkPurpose, findLink } from "./links.js";
import { plainName, wording } from "./mails.js";
import type { AuthParts } from "./parts.js";
import { tablesOf } from "./tables.js";
import { choosePassword } from "./use-link.js";
import { rejected, type ReadRequest, addressOf } from "./wire.js";

/** The page that links in mails lead to, unless the service has one of its own. */
export const pageRoutes: ReadonlySet<string> = new Set(["GET /link", "POST /link"]);

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/**
 * Shows a form, or does what it asks for. Opening the page uses nothing up: programs that look for malware open links, too.
 * The token is all that a request needs.
 */
export async function serveLinkPage(parts: AuthParts, request: ReadRequest, signIn: SignIn): Promise<Response> {
  const { service, message } = request;
  const isForm = message.method === "POST";
  // A page of another origin must not sign its visitors in as a user of its choice.
  if (isForm && (message.headers["sec-fetch-site"] ?? "same-origin") !== "same-origin") {
    throw rejected(403, "Only the page itself sends this form.");
  }
  const fields = new URLSearchParams(isForm ? String(request.body ?? "") : request.query);
  const token = fields.get("token") ?? "";
  const found = await findLink(parts.database, tablesOf(service), ["invitation", "password_reset", "sign_in"], token);
  const name = plainName(service.name);
  if (!found) return page(400, name, "<p>This link is not valid: it was used, or it is too old.</p>");
  const { purpose } = found;
  const action = `${endpointOf(parts.endpointUrl!, service)}/link`;
  if (!isForm) return page(200, name, form(action, purpose, token));
  if (purpose === "sign_in") {
    const response = await signIn(`?token=${encodeURIComponent(token)}`);
    if (!response.ok) return page(403, name, "<p>You can't sign in.</p>");
    const signedIn = page(200, name, "<p>You are signed in. You may close this page.</p>");
    for (const cookie of response.headers.getSetCookie()) signedIn.headers.append("set-cookie", cookie);
    return signedIn;
  }
  const password = fields.get("password") ?? "";
  try {
    await choosePassword(parts.database, service, { token, password, ip: addressOf(message) });
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    return page(error.status, name, `<p>${escapeXml(error.message)}</p>${form(action, purpose, token)}`);
  }
  return page(200, name, "<p>Your password is set. You can sign in now.</p>");
}

/** Signs in by the query of `/magic-link/verify`. */
type SignIn = (query: string) => Promise<Response>;

function form(action: string, purpose: LinkPurpose, token: string): string {
  const password = `<label>Password <input type="password" name="password" autocomplete="new-password" minlength="8" required></label>`;
  return `<form method="post" action="${escapeXml(action)}"><input type="hidden" name="token" value="${escapeXml(token)}">
${purpose === "sign_in" ? "" : password} <button>${wording[purpose].button}</button></form>`;
}

function page(status: number, name: string, content: string): Response {
  const title = escapeXml(name);
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>
<h1>${title}</h1>${content}</html>
`;
  return new Response(html, { status, headers });
}
