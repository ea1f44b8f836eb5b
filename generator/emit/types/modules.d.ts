// openapi-typescript ships no types for the modules behind its main entry.
declare module "openapi-typescript/dist/lib/ts.mjs" {
  export interface TypeNode {
    readonly kind: number;
  }
  export const NEVER: TypeNode;
  export const STRING: TypeNode;
  export function tsRecord(key: TypeNode, value: TypeNode): TypeNode;
  export function tsWithRequired(type: TypeNode, names: readonly string[], footer: TypeNode[]): TypeNode;
  export function stringToAST(text: string): TypeNode[];
  export function astToString(nodes: readonly TypeNode[]): string;
}

declare module "openapi-typescript/dist/lib/utils.mjs" {
  export function resolveRef(document: object, ref: string, options: { silent: boolean }): unknown;
}

declare module "openapi-typescript/dist/transform/index.mjs" {
  import type { TypeNode } from "openapi-typescript/dist/lib/ts.mjs";
  export default function transformSchema(document: object, context: object): TypeNode[];
}

declare module "openapi-typescript/dist/transform/schema-object.mjs" {
  import type { TypeNode } from "openapi-typescript/dist/lib/ts.mjs";
  export default function transformSchemaObject(schema: unknown, options: object): TypeNode;
}
