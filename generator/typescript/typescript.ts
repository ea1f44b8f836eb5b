import { loadTsMorph } from "./load-ts-morph.js";

// The bundle puts this file in the place of ts-morph and of the `typescript` package, so that one copy of TypeScript is
// loaded, and only where one of their modules is.

/** ts-morph, and the TypeScript that it carries. */
export const { IndentationText, NewLineKind, Project, QuoteKind, StructureKind, VariableDeclarationKind, Writers, ts } =
  loadTsMorph();
export default ts;
