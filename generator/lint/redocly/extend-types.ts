import { bindingKeys } from "../../binding/binding.js";
import { actionsType } from "../../document/extension.js";
import type { NodeType } from "./redocly-types.js";

const schema = (value: unknown) => (typeof value === "boolean" ? ({ type: "boolean" } as const) : "Schema");

const actionTypes: Readonly<Record<string, NodeType>> = {
  OpenApiActions: { properties: {}, additionalProperties: () => "OpenApiAction" },
  // Our own rules check the other fields of an action in more detail. References in them are data.
  OpenApiAction: {
    properties: {
      body: schema,
      result: schema,
      parameters: "OpenApiActionParameters",
      requestBody: "OpenApiActionBody",
      responses: "OpenApiActionResponses",
    },
    additionalProperties: { resolvable: false },
  },
  // Redocly's own types would count them as the endpoint's, and require what the endpoint says.
  OpenApiActionParameters: { properties: {}, items: "OpenApiActionParameter" },
  OpenApiActionParameter: {
    properties: { schema: "Schema", content: "MediaTypesMap" },
    additionalProperties: { resolvable: false },
  },
  OpenApiActionBody: { properties: { content: "MediaTypesMap" }, additionalProperties: { resolvable: false } },
  OpenApiActionResponses: { properties: {}, additionalProperties: () => "OpenApiActionResponse" },
  OpenApiActionResponse: {
    properties: { headers: "HeadersMap", content: "MediaTypesMap" },
    additionalProperties: { resolvable: false },
  },
  OpenApiBinding: { properties: {}, additionalProperties: { resolvable: false } },
};

/**
 * Adds the type of `x-<prefix>-<type>-actions` to Redocly's types, on operations and at the root, for every service
 * type. Without it, its rules would skip the schemas in actions, and schemas that only actions use would count as
 * unused. Bindings are plain data.
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
      // Redocly has no patterns for keys, so this is a function for all unlisted keys. Its result for extensions only
      // applies if the type declares no prefix for them.
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
  // They also lack encodings within encodings.
  const { encoding, prefixEncoding, itemEncoding } = types["MediaType"]!.properties;
  const nested = prefixEncoding === undefined ? {} : { encoding, prefixEncoding, itemEncoding };
  return {
    ...types,
    ...actionTypes,
    Encoding: { ...types["Encoding"]!, properties: { ...types["Encoding"]!.properties, ...nested } as NodeType["properties"] },
    Parameter: { ...types["Parameter"]!, properties: { ...properties, style } as NodeType["properties"] },
    Root: withBinding(withActions(types["Root"]!), keys.error),
    Operation: withBinding(withActions(types["Operation"]!), keys.action),
    // Our own rule reports it in documents before 3.2.
    MediaType: { ...types["MediaType"]!, properties: { itemSchema: "Schema", ...types["MediaType"]!.properties } },
    Response: withBinding(types["Response"]!, keys.error),
  };
}
