// A process that applies a change and can be told to kill itself. Run by kill.test.ts with:
// bundle, folder, JSON of the files, the step to die at (0: none), microseconds to wait before each step, the contract.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [bundle, folder, files, dieAt, pause, contract] = process.argv.slice(2);
const { nodeDisk, sha256, writeOutput } = await import(pathToFileURL(bundle).href);

const cell = new Int32Array(new SharedArrayBuffer(4));
const disk = { ...nodeDisk };
let step = 0;
for (const change of ["makeFolder", "writeNew", "rename", "remove", "removeFolder", "syncFolder"]) {
  disk[change] = (...parts) => {
    if (++step === Number(dieAt)) {
      if (change === "writeNew") nodeDisk.writeNew(parts[0], parts[1].subarray(0, parts[1].length / 2));
      process.kill(process.pid, "SIGKILL");
    }
    if (Number(pause) > 0) Atomics.wait(cell, 0, 0, Number(pause) / 1000);
    return nodeDisk[change](...parts);
  };
}

const request = {
  folder,
  files: JSON.parse(readFileSync(files, "utf8")),
  generator: "openapi-actions 0.1.0",
  contractHash: sha256(contract),
};
process.stdout.write("go\n");
const started = performance.now();
const { diagnostics } = await writeOutput(request, { disk });
process.stdout.write(JSON.stringify({ steps: step, milliseconds: performance.now() - started, diagnostics }));
