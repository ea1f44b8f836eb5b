import { own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import { serverAddress, serverPaths } from "../document/server-address.js";
import type { OAuthFlow, SecurityScheme, Server, Tag } from "./contract.js";

/** Returns the servers that an object of a document lists. */
export function buildServers(holder: JsonObject): Server[] {
  const servers = own(holder, "servers");
  if (!Array.isArray(servers)) return [];
  return servers.map((server) => ({
    name: ownString(server, "name"),
    url: ownString(server, "url") ?? "",
    address: serverAddress(server),
    paths: serverPaths(server),
    description: ownString(server, "description"),
    variables: Object.entries(ownObject(server, "variables") ?? {}).map(([name, variable]) => ({
      name,
      default: ownString(variable, "default"),
      values: ownStrings(variable, "enum"),
      description: ownString(variable, "description"),
    })),
  }));
}

/** Returns the tags that a document describes. */
export function buildTags(document: JsonObject): Tag[] {
  const tags = own(document, "tags");
  return (Array.isArray(tags) ? tags : []).flatMap((tag): Tag[] => {
    const name = ownString(tag, "name");
    return name === undefined ? [] : [{ name, description: ownString(tag, "description") }];
  });
}

/** Returns the security schemes of a document by name. */
export function buildSecuritySchemes(document: JsonObject): Map<string, SecurityScheme> {
  const schemes = Object.entries(ownObject(ownObject(document, "components"), "securitySchemes") ?? {});
  return new Map(
    schemes.map(([name, written]) => {
      const scheme = resolveComponent(written, document);
      const flows = Object.entries(ownObject(scheme, "flows") ?? {});
      return [
        name,
        {
          type: ownString(scheme, "type") ?? "",
          description: ownString(scheme, "description"),
          scheme: ownString(scheme, "scheme"),
          in: ownString(scheme, "in"),
          parameter: ownString(scheme, "name"),
          bearerFormat: ownString(scheme, "bearerFormat"),
          openIdConnectUrl: ownString(scheme, "openIdConnectUrl"),
          flows: new Map(flows.map(([flow, value]) => [flow, buildFlow(value)])),
        },
      ];
    }),
  );
}

function buildFlow(flow: JsonValue): OAuthFlow {
  return {
    authorizationUrl: ownString(flow, "authorizationUrl"),
    deviceAuthorizationUrl: ownString(flow, "deviceAuthorizationUrl"),
    tokenUrl: ownString(flow, "tokenUrl"),
    refreshUrl: ownString(flow, "refreshUrl"),
    scopes: scopesOf(ownObject(flow, "scopes") ?? {}),
  };
}

function scopesOf(scopes: JsonObject): Map<string, string> {
  return new Map(Object.entries(scopes).map(([name, text]) => [name, String(text)]));
}
