import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownString } from "../../document/json-value.js";
import { serverAddress, serverUrl, type ServerAddress } from "../../document/server-address.js";
import { defineRule } from "../rule.js";

/** Servers that can't be called over HTTP, or whose URL means something else than intended. */
export const serverUrlRule = defineRule({
  code: "server-url",
  severity: "warning",
  message: ({ url, problem }: { url: string; problem: string }) => `the server ${quote(url)} ${problem}`,
  hint: "Write https:// and a host, or a path that starts with a slash.",
  cause:
    "The URL's scheme is not http or https, or is missing before the host, or the host has a wildcard. API consumers can't call it, and readers of the docs would copy an address that doesn't exist. A host that varies has a variable: `https://{tenant}.example.com`.",
  bad: "servers: [{ url: api.example.com/v1 }]",
  good: "servers: [{ url: https://api.example.com/v1 }]",
  at: "root",

  check(context, report) {
    const kinds = ["root", "pathItem", "operation"] as const;
    for (const { value } of kinds.flatMap((kind) => context.partsOf(kind))) {
      const servers = own(value, "servers");
      for (const server of Array.isArray(servers) ? servers : []) {
        const problem = problemOf(serverUrl(server), serverAddress(server));
        const url = ownString(server, "url");
        if (!isObject(server) || url === undefined || problem === undefined) continue;
        report({ url, problem }, context.locations.value(server, "url"));
      }
    }
  },
});

function problemOf(url: string, address: ServerAddress | undefined): string | undefined {
  if (address?.isWildcard) return "has a wildcard as its host, so docs and samples omit it";
  if (!address) return "is not an HTTP address, so docs and samples omit it";
  // `api.example.com/v1`, not `./v1`.
  const isHostLike = /^[^/?#]*[^./?#][^/?#]*\.[^./?#][^/?#]*(?:[/?#]|$)/.test(url);
  return isHostLike ? "has no scheme before its host, so it is read as a path relative to the document's URL" : undefined;
}
