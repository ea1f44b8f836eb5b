import type { Contract } from "../model/contract.js";
import type { EmitContext } from "./context.js";
import type { OutputFile } from "../typescript/output-file.js";

/** Makes files of the output from a contract: a pure function, without disk, clock or console. */
export type Emitter = (contract: Contract, context: EmitContext) => readonly OutputFile[];
