const { BENCH_DOCUMENT: input = "", BENCH_OUT: out = "" } = process.env;

export default {
  client: { input, output: { target: `${out}/api.ts`, client: "fetch" } },
  zod: { input, output: { target: `${out}/zod.ts`, client: "zod" } },
};
