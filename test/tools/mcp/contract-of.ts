import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LiveContract } from "../../../generator/live/index.js";
import { createLiveContract } from "../../../generator/live/live-contract.js";
import { loadContract } from "../../../generator/document/load-contract.js";

/** The live contract of some paths, whatever lint says of it. */
export function contractOf(paths: string, more = ""): LiveContract {
  const folder = mkdtempSync(path.join(tmpdir(), "openapi-actions-"));
  const file = path.join(folder, "openapi.yaml");
  writeFileSync(file, `openapi: 3.1.0\ninfo: { title: Test, version: "1" }\npaths:${paths}${more}`);
  const { contract, diagnostics } = loadContract(file, { workingFolder: folder });
  if (!contract) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return createLiveContract(contract);
}
