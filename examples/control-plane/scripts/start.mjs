// Node 20 runs no TypeScript: bundle the program, then run it.
import { bundle } from "./bundle.mjs";

await bundle();
await import("../dist/main.js");
