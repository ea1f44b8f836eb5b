import { loadTsMorph } from "./load-ts-morph.js";

// The bundle replaces ts-morph and the `typescript` package by this file, so that one copy of TypeScript is loaded, and
// only if one of their modules is needed.

/** ts-morph, with its own copy of TypeScript. */
export const { IndentationText, NewLineKind, Project, QuoteKind, StructureKind, VariableDeclarationKind, Writers, ts } =
  loadTsMorph();
export default ts;
