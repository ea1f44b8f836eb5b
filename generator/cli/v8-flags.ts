import { statSync } from "node:fs";
import v8 from "node:v8";

// Decision 82 has the effect of each flag.

/** Node 22 and later don't know the budget, and would say so; their threads collect garbage at less cost. */
const isNode20 = process.versions.node.startsWith("20.");

const collectingThreads = ["parallel-scavenge", "concurrent-marking", "concurrent-sweeping"];

/** The bytes of sources from which the heap must not grow to a multiple of what stays alive. */
const large = 2_000_000;

let isShort = false;

/**
 * Tunes V8 for a run that is over before optimized code pays off. Call it before loading modules: compiled code is only valid
 * with the flags under which it was stored.
 */
export function tuneForShortRun(): void {
  isShort = true;
  if (!isNode20) return;
  v8.setFlagsFromString("--interrupt-budget=1320000");
  for (const thread of collectingThreads) v8.setFlagsFromString(`--no-${thread}`);
}

/** Returns a function that receives each source before it is read, and saves memory in short runs if they are large. */
export function adaptToSources(): (file: string) => void {
  let bytes = 0;
  return (file) => {
    const before = bytes;
    bytes += sizeOf(file);
    if (!isShort || before >= large || bytes < large) return;
    v8.setFlagsFromString("--heap-growing-percent=40");
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
