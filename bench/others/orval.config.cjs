const { BENCH_DOCUMENT: input = "", BENCH_OUT: out = "" } = process.env;

module.exports = {
  client: { input, output: { target: `${out}/api.ts`, client: "fetch" } },
  zod: { input, output: { target: `${out}/zod.ts`, client: "zod" } },
};
