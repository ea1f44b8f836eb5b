import type { Contract, OAuthFlow, SecurityScheme, Server } from "../../../model/contract.js";
import type { Block, Fact, Page } from "../blocks/block.js";
import { code, commaList, type Inline, pageLink, safeAddress, separated } from "../blocks/inline.js";
import { parseInlineMarkdown, parseMarkdown } from "../blocks/parse-markdown.js";
import { fixedPages } from "../page-paths.js";
import { tokenCommand } from "../samples/curl.js";
import type { Site } from "../site.js";

/** Returns the page about credentials: how each is obtained and sent. Absent if calls need none. */
export function authenticationPage({ contract }: Site): Page | undefined {
  const schemes = [...contract.securitySchemes];
  if (schemes.length === 0) return undefined;
  return {
    path: fixedPages.authentication,
    title: "Authentication",
    heading: ["Authentication"],
    lead: ["How to obtain and send credentials."],
    tags: [],
    above: [],
    blocks: schemes.flatMap(([name, scheme]) => schemeBlocks(name, scheme)),
    finds: [],
  };
}

function schemeBlocks(name: string, scheme: SecurityScheme): Block[] {
  const { description, flows } = scheme;
  return [
    { kind: "heading", level: 2, content: [code(name)], id: schemeId(name) },
    { kind: "facts", facts: schemeFacts(scheme) },
    ...(description === undefined ? [] : parseMarkdown(description)),
    ...[...flows].flatMap(([flow, facts]) => flowBlocks(flow, facts)),
    ...scopeBlocks(scheme),
  ];
}

function schemeFacts(scheme: SecurityScheme): Fact[] {
  const { openIdConnectUrl, bearerFormat } = scheme;
  return [
    { term: "Send", content: howToSend(scheme) },
    ...(bearerFormat === undefined ? [] : [{ term: "Format of the token", content: [bearerFormat] }]),
    ...(openIdConnectUrl === undefined
      ? []
      : [{ term: "Configuration of OpenID Connect", content: [address(openIdConnectUrl)] }]),
  ];
}

/** The names of the flows of OAuth 2.0. */
const flowNames: Readonly<Record<string, string>> = {
  authorizationCode: "Authorization code",
  clientCredentials: "Client credentials",
  deviceAuthorization: "Device authorization",
  implicit: "Implicit",
  password: "Password",
};

/** Describes where a token is obtained, with a command for programs that have credentials of their own. */
function flowBlocks(
  flow: string,
  { authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl, scopes }: OAuthFlow,
): Block[] {
  const urls = [
    ["Authorize at", authorizationUrl],
    ["Request a device code at", deviceAuthorizationUrl],
    ["Obtain a token at", tokenUrl],
    ["Refresh it at", refreshUrl],
  ] as const;
  const facts = urls.flatMap(([term, url]): Fact[] => (url === undefined ? [] : [{ term, content: [address(url)] }]));
  const hasCommand = flow === "clientCredentials" && tokenUrl !== undefined && safeAddress(tokenUrl) !== undefined;
  return [
    { kind: "heading", level: 3, content: [flowNames[flow] ?? flow] },
    ...(facts.length > 0 ? [{ kind: "facts", facts } as const] : []),
    ...(hasCommand ? [{ kind: "code", language: "sh", text: tokenCommand(tokenUrl, [...scopes.keys()]) } as const] : []),
  ];
}

function address(url: string): Inline {
  const safe = safeAddress(url);
  return safe === undefined ? code(url) : { kind: "link", to: { address: safe }, content: [url] };
}

/** Returns the id of a scheme on its page. */
function schemeId(name: string): string {
  return `scheme-${name.replace(/[^A-Za-z0-9_.-]+/g, "-")}`;
}

/** Returns a link to the description of a scheme; its name if the contract doesn't define it. */
export function schemeLink(name: string, { securitySchemes }: Contract): Inline {
  return securitySchemes.has(name) ? pageLink(code(name), fixedPages.authentication, schemeId(name)) : code(name);
}

/** Describes how a credential is sent. */
export function howToSend(scheme: SecurityScheme): Inline[] {
  const name = code(scheme.parameter ?? "");
  switch (scheme.type) {
    case "apiKey":
      return scheme.in === "query"
        ? ["a key in the query parameter ", name]
        : ["a key in the ", scheme.in ?? "header", " ", name];
    case "oauth2":
      return ["an OAuth 2.0 access token in ", code("Authorization: Bearer")];
    case "openIdConnect":
      return ["an OpenID Connect token in ", code("Authorization: Bearer")];
    case "mutualTLS":
      return ["a client certificate"];
    default:
      return httpCredential(scheme.scheme ?? "bearer");
  }
}

function httpCredential(scheme: string): Inline[] {
  if (scheme.toLowerCase() === "basic") return ["user name and password in ", code("Authorization: Basic")];
  if (scheme.toLowerCase() === "bearer") return ["a token in ", code("Authorization: Bearer")];
  return ["a credential in ", code(`Authorization: ${scheme.charAt(0).toUpperCase()}${scheme.slice(1)}`)];
}

/** Lists the scopes that OAuth flows declare. */
export function scopeBlocks({ flows }: SecurityScheme): Block[] {
  const scopes = new Map([...flows.values()].flatMap((flow) => [...flow.scopes]));
  if (scopes.size === 0) return [];
  const rows = [...scopes].map(([name, text]) => ({ cells: [[code(name)], parseInlineMarkdown(text)] }));
  return [{ kind: "table", caption: "Scopes", columns: [{ label: "Scope" }, { label: "Allows" }], rows }];
}

/** Lists alternative security schemes, with their scopes if wanted. */
export function securityList(
  security: readonly Readonly<Record<string, readonly string[]>>[],
  contract: Contract,
  hasScopes: boolean,
): Inline[] {
  if (security.length === 0) return ["none"];
  const ways = security.map((requirement) => {
    const schemes = Object.entries(requirement).map(([name, scopes]): Inline[] => {
      return [schemeLink(name, contract), ...(hasScopes ? scopes.flatMap((scope): Inline[] => [" ", code(scope)]) : [])];
    });
    return schemes.length === 0 ? ["none"] : separated(schemes, " and ");
  });
  return separated(ways, " or ");
}

/** Lists the servers of an API that can be called, with their variables, unless there is only one without any. */
export function serverBlocks(contract: Contract): Block[] {
  const servers = contract.servers.filter(({ address }) => address && !address.isWildcard);
  if (servers.length < 2 && servers.every(({ variables }) => variables.length === 0)) return [];
  const rows = servers.map((server) => ({ cells: [[code(server.url)], serverText(server)] }));
  return [
    { kind: "heading", level: 2, content: ["Servers"], id: "servers" },
    { kind: "table", look: "fields", caption: "Servers", columns: [{ label: "URL" }, { label: "Description" }], rows },
  ];
}

function serverText({ name: title, description, variables }: Server): Inline[] {
  const named: Inline[][] = title === undefined ? [] : [[code(title)]];
  const about = [...named, ...(description === undefined ? [] : [parseInlineMarkdown(description)])];
  const parts = variables.map(({ name, values, default: usual, description: text }): Inline[] => [
    code(`{${name}}`),
    ": ",
    ...(text === undefined ? [] : [...parseInlineMarkdown(text), " "]),
    ...(values.length === 0 ? ["any value"] : ["one of ", ...commaList(values.map(code))]),
    ...(usual === undefined ? [] : ["; default ", code(usual)]),
  ]);
  return separated([...about, ...parts], { kind: "break" });
}
