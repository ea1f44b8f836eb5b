import fc from "fast-check";

// A run of the tests says the same twice. `SEED=2 npm run test:all` tries other values.
fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 1) });
