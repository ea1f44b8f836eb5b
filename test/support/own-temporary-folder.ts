import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Gives a run of tests a temporary folder of its own, which is gone afterwards with all that they left there. */
export default function setup(): () => void {
  // The projects of a run share it.
  if (path.basename(tmpdir()).startsWith("oa-")) return () => undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "oa-"));
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
