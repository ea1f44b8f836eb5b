import { createRequire } from "node:module";
import type * as tsMorph from "ts-morph";

// The bundle puts this file in the place of ts-morph and of the `typescript` package, so that one copy of TypeScript is
// loaded, and only where something is emitted or a handler file is read. It is loaded by `require`, because before Node
// imports a CommonJS module it searches all of its nine megabytes for names of exports, which takes as long again.
const library = createRequire(import.meta.url)("ts-morph") as typeof tsMorph;

/** ts-morph, and the TypeScript that it carries. */
export const { IndentationText, NewLineKind, Project, QuoteKind, StructureKind, VariableDeclarationKind, Writers, ts } = library;
export default ts;
