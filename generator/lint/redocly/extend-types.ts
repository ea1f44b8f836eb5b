import { bindingKeys } from "../../binding/binding.js";
import { actionsType } from "../../document/extension.js";
import type { NodeType } from "./redocly-types.js";

const schema = (value: unknown) => (typeof value === "boolean" ? ({ type: "boolean" } as const) : "Schema");

const actionTypes: Readonly<Record<string, NodeType>> = {
  OpenApiActions: { properties: {}, additionalProperties: () => "OpenApiAction" },
  // What else an action holds is the business of rules of our own, which know more about it. References in it are data.
  OpenApiAction: { properties: { body: schema, result: schema }, additionalProperties: { resolvable: false } },
  OpenApiBinding: { properties: {}, additionalProperties: { resolvable: false } },
};

/**
 * Teaches Redocly what `x-<prefix>-<type>-actions` holds, on operations and at the root, for every type. Without it
 * none of its rules looks at the schemas in there, and those that only actions use count as unused. Bindings hold data.
 */
export function extendTypes(types: Readonly<Record<string, NodeType>>, prefix: string): Record<string, NodeType> {
  const keys = bindingKeys(prefix);
  const withBinding = (type: NodeType, key: string): NodeType => ({
    ...type,
    properties: { ...type.properties, [key]: "OpenApiBinding" },
  });
  const withActions = (type: NodeType): NodeType => {
    const { extensionsPrefix: _, ...rest } = type;
    return {
      ...rest,
      // Redocly has no pattern for keys. A function for all keys that aren't listed takes its place; what it says
      // about extensions counts only where the type declares no prefix for them.
      additionalProperties: (_value: unknown, key: string) => {
        if (actionsType(key, prefix) !== undefined) return "OpenApiActions";
        return key.startsWith("x-") ? "SpecExtension" : undefined;
      },
    };
  };
  const { properties } = types["Parameter"]!;
  const styles = properties["style"] as { readonly enum?: readonly string[] } | undefined;
  // Redocly's types of 3.2 lack the style for cookies.
  const isKnown = styles?.enum === undefined || !Object.hasOwn(types["MediaType"]!.properties, "itemSchema");
  const style = isKnown ? styles : { enum: [...new Set([...styles.enum, "cookie"])] };
  return {
    ...types,
    ...actionTypes,
    Parameter: { ...types["Parameter"]!, properties: { ...properties, style } as NodeType["properties"] },
    Root: withBinding(withActions(types["Root"]!), keys.error),
    Operation: withBinding(withActions(types["Operation"]!), keys.action),
    // A rule of our own reports it in documents before 3.2.
    MediaType: { ...types["MediaType"]!, properties: { itemSchema: "Schema", ...types["MediaType"]!.properties } },
    Response: withBinding(types["Response"]!, keys.error),
  };
}
