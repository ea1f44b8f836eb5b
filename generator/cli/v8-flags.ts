import { statSync } from "node:fs";
import v8 from "node:v8";

// Decision 82 has the effect of each flag.

/** Node 22 and later don't know the budget, and would say so; their threads collect garbage at less cost. */
const isNode20 = process.versions.node.startsWith("20.");

const collectingThreads = ["parallel-scavenge", "concurrent-marking", "concurrent-sweeping"];

/** The bytes of sources from which the young generation fills up with what stays alive. */
const large = 2_000_000;

/**
 * Tunes V8 for a run that is over before optimized code and much free memory pay off. Call it before loading modules:
 * compiled code is only valid with the flags under which it was stored.
 */
export function tuneForShortRun(): void {
  const flags = ["--heap-growing-percent=40", "--semi-space-growth-factor=1"];
  if (isNode20) flags.push("--interrupt-budget=1320000", ...collectingThreads.map((thread) => `--no-${thread}`));
  for (const flag of flags) v8.setFlagsFromString(flag);
}

/** Returns a function that receives each source before it is read, and lets the young generation grow if they are large. */
export function growWithSources(): (file: string) => void {
  let bytes = 0;
  return (file) => {
    const before = bytes;
    bytes += sizeOf(file);
    if (before >= large || bytes < large) return;
    v8.setFlagsFromString("--semi-space-growth-factor=2");
    if (isNode20) for (const thread of collectingThreads) v8.setFlagsFromString(`--${thread}`);
  };
}

/** The size of a file in bytes; 0 if it can't be read, which its reader reports. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
