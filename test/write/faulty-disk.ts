import { writeFileSync } from "node:fs";
import { type Disk, nodeDisk } from "../../generator/write/disk.js";

/** Thrown by every step of a killed process. */
class Killed extends Error {}

const CHANGES = ["makeFolder", "writeNew", "rename", "remove", "removeFolder", "syncFolder"] as const;
export type Change = (typeof CHANGES)[number];

/** The effect at a writing step: nothing, or an action instead of it. `half` does half of the step. */
export type Fault = (step: number, change: Change, path: string, half: () => void) => void;

/** The real disk, with a hook before each step that changes something; steps count from 1. */
export function faultyDisk(fault: Fault, base: Disk = nodeDisk): Disk & { steps(): number } {
  let step = 0;
  const disk = { ...base, steps: () => step };
  for (const change of CHANGES) {
    const real = base[change] as (...parts: unknown[]) => unknown;
    (disk as Record<string, unknown>)[change] = (...parts: unknown[]) => {
      const half = () => {
        if (change === "writeNew") nodeDisk.writeNew(parts[0] as string, (parts[1] as Uint8Array).subarray(0, 7));
      };
      step++;
      fault(step, change, String(parts.at(change === "rename" ? 1 : 0)), half);
      return real(...parts);
    };
  }
  return disk;
}

/** The real disk without waiting for the device, which a simulated death doesn't need. */
export const unsyncedDisk: Disk = {
  ...nodeDisk,
  writeNew: (path, bytes) => writeFileSync(path, bytes, { flag: "wx", mode: 0o644 }),
  syncFolder: () => {},
};

/** A process that dies at a step: neither this nor any later one does anything, but that a write gets half way. */
export function dyingDisk(at: number): Disk & { steps(): number } {
  return faultyDisk((step, _change, _path, half) => {
    if (step < at) return;
    if (step === at) half();
    throw new Killed();
  }, unsyncedDisk);
}

/** A disk on which steps fail as the system says it. */
export function failingDisk(code: string, fails: (step: number, change: Change, path: string) => boolean): Disk {
  return faultyDisk((step, change, path) => {
    if (fails(step, change, path)) throw Object.assign(new Error(`${code}: injected`), { code, path });
  });
}
