import { rules } from "../rules/index.js";
import { extendTypes } from "./extend-types.js";
import { redoclyRule, type RedoclyRule } from "./redocly-rule.js";
import type { NodeType } from "./redocly-types.js";
import { createFindings } from "./source-findings.js";

const id = "openapi-actions";

/** A plugin in the form that Redocly loads. */
export interface RedoclyPlugin {
  readonly id: typeof id;
  readonly typeExtension: {
    oas3(types: Readonly<Record<string, object>>): Record<string, object>;
  };
  readonly rules: { readonly oas3: Readonly<Record<string, RedoclyRule>> };
  readonly configs: {
    readonly recommended: { readonly rules: Readonly<Record<string, "error" | "warn">> };
  };
}

export interface RedoclyPluginOptions {
  /** The `platform` of `x-platform-<type>-actions`. */
  readonly extensionPrefix?: string;
}

/**
 * The plugin for an extension with another prefix: `export default () => createRedoclyPlugin({ extensionPrefix })`
 * in a file of one's own, which `redocly.yaml` then names.
 */
export function createRedoclyPlugin({ extensionPrefix = "platform" }: RedoclyPluginOptions = {}): RedoclyPlugin {
  const findingsIn = createFindings(extensionPrefix);
  const ruleEntries = rules.map(({ code }) => {
    const rule = redoclyRule(findingsIn, ({ fromRules }) => fromRules.filter((diagnostic) => diagnostic.code === code));
    return [code, rule] as const;
  });
  const severities = rules.map(({ code, severity }) => [`${id}/${code}`, severity === "error" ? "error" : "warn"] as const);
  return {
    id,
    typeExtension: { oas3: (types) => extendTypes(types as Record<string, NodeType>, extensionPrefix) },
    rules: {
      oas3: { load: redoclyRule(findingsIn, ({ fromLoader }) => fromLoader), ...Object.fromEntries(ruleEntries) },
    },
    configs: { recommended: { rules: { [`${id}/load`]: "error", ...Object.fromEntries(severities) } } },
  };
}

/**
 * What `plugins: [openapi-actions/redocly]` in a `redocly.yaml` loads: Redocly's own rules then look inside
 * `x-platform-<type>-actions`, and `extends: [openapi-actions/recommended]` turns the rules of this project on.
 */
export default function plugin(): RedoclyPlugin {
  return createRedoclyPlugin();
}
