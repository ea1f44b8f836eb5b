import { ownObject, ownString, type JsonValue } from "../../../document/json-value.js";
import { resolveComponent } from "../../../document/resolve-component.js";
import type { Block } from "../content/block.js";
import { parseInlineMarkdown } from "../content/inline-markdown.js";
import { code, type Inline } from "../content/inline.js";
import { parseMarkdown } from "../content/parse-markdown.js";
import type { Site } from "../site.js";

/** How a caller shows who it is: each security scheme with its scopes. */
export function authenticationBlocks({ contract }: Site): Block[] {
  const { document } = contract;
  const schemes = Object.entries(ownObject(ownObject(document, "components"), "securitySchemes") ?? {});
  if (schemes.length === 0) return [];
  return [
    { kind: "heading", level: 2, content: ["Authentication"], id: "authentication" },
    ...schemes.flatMap(([name, value]): Block[] => {
      const scheme = resolveComponent(value, document);
      const description = ownString(scheme, "description");
      return [
        ...(description === undefined
          ? [{ kind: "paragraph" as const, content: [code(name), ": ", ...howToSend(scheme), "."] }]
          : parseMarkdown(description)),
        ...scopeBlocks(scheme),
      ];
    }),
  ];
}

function howToSend(scheme: JsonValue | undefined): Inline[] {
  switch (ownString(scheme, "type")) {
    case "apiKey":
      return ["a key in the ", ownString(scheme, "in") ?? "header", " ", code(ownString(scheme, "name") ?? "")];
    case "oauth2":
      return ["an OAuth 2.0 access token in ", code("Authorization: Bearer"), ...grants(scheme)];
    case "openIdConnect":
      return ["an OpenID Connect token in ", code("Authorization: Bearer")];
    case "mutualTLS":
      return ["a client certificate"];
    default:
      return ["the header ", code(`Authorization: ${capitalized(ownString(scheme, "scheme") ?? "bearer")} …`)];
  }
}

function grants(scheme: JsonValue | undefined): Inline[] {
  const flows = Object.keys(ownObject(scheme, "flows") ?? {});
  return flows.length === 0 ? [] : [` (${flows.join(", ")})`];
}

/** The scopes that OAuth flows declare. */
function scopeBlocks(scheme: JsonValue | undefined): Block[] {
  const scopes = new Map<string, string>();
  for (const flow of Object.values(ownObject(scheme, "flows") ?? {})) {
    for (const [name, text] of Object.entries(ownObject(flow, "scopes") ?? {})) scopes.set(name, String(text));
  }
  if (scopes.size === 0) return [];
  const rows = [...scopes].map(([name, text]) => ({ cells: [[code(name)], parseInlineMarkdown(text)] }));
  return [{ kind: "table", caption: "Scopes", columns: [{ label: "Scope" }, { label: "Allows" }], rows }];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
