import { defineConfig } from "vitest/config";
import tests from "./vitest.config.js";

const embedded = tests.test!.projects![0] as { readonly test: object };

/** What takes long, on the embedded server: part of `ROBUSTNESS=whole npm run test:robustness`. */
export default defineConfig({
  test: { ...embedded.test, name: "control plane", include: ["test/**/*.whole.ts"], testTimeout: 7_200_000 },
});
