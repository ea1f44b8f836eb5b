import type { Diagnostic } from "../../../../diagnostics/diagnostic.js";
import { report } from "../../diagnostics.js";
import type { ExchangeContract } from "../../exchange-contract.js";
import type { Recorder } from "../inspector.js";
import { FixtureRecorder } from "./fixture-recorder.js";
import { HarRecorder, reasonOf } from "./har-recorder.js";

/** Creates the recorder for a path: a HAR file, or fixtures in a folder. Reports a path that can't be written. */
export function createRecorder(contract: ExchangeContract, path: string, url: URL, problems: Diagnostic[]): Recorder | undefined {
  if (!/\.har$/i.test(path)) return new FixtureRecorder(contract, path);
  try {
    return new HarRecorder(contract, path, `${url.origin}${url.pathname.replace(/\/+$/, "")}`);
  } catch (error) {
    report(problems, "fixture-unwritable", { path, reason: reasonOf(error) });
    return undefined;
  }
}
