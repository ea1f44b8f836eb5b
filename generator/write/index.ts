/** The only writer of the pipeline: plans, then applies, so that a folder is always the old output or the new. */
export { type CheckResult, checkOutput, type Drift } from "./check.js";
export { sha256 } from "./hash.js";
export { buildManifest, type Manifest, parseManifest, printManifest } from "./manifest.js";
export { type OutputRequest, writeOutput, type WriteOptions, type WriteResult } from "./write-output.js";
