import { afterAll } from "vitest";

const globals = ["Blob", "Date", "File", "FormData", "Headers", "Request", "Response", "URL", "console", "fetch", "setTimeout"];

/** State of the process that a test file could leave changed. */
function stateOfProcess(): Map<string, unknown> {
  const state = new Map<string, unknown>(globals.map((name) => [name, Reflect.get(globalThis, name)]));
  return state.set("the working folder", process.cwd());
}

const before = stateOfProcess();

// Otherwise a stranger fails, and only in some orders.
afterAll(() => {
  const after = stateOfProcess();
  const changed = [...before].filter(([name, value]) => after.get(name) !== value).map(([name]) => name);
  if (changed.length > 0) throw new Error(`this file leaves the process changed: ${changed.join(", ")}`);
});
