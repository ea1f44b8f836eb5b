/** A contract of a given size: its files by path, the main document being `openapi.json`. */
export type Shape = (size: number) => Record<string, string>;

export type ShapeName =
  | "actions"
  | "schemas"
  | "operations"
  | "files"
  | "chain"
  | "cycle"
  | "web"
  | "aliases"
  | "properties"
  | "union"
  | "enumeration"
  | "description"
  | "examples";

/** Contracts that are large in one way each. */
export const shapes: Readonly<Record<ShapeName, Shape>>;
