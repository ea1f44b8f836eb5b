// Builds src/main.js with a bundler and prints its problems as JSON; with "watch" it changes the contract and waits for what
// becomes of it. Copied into a project by bundlers.test.ts.
import { readFileSync, writeFileSync } from "node:fs";
import openapiActions from "openapi-actions/unplugin";

const [bundler, mode] = process.argv.slice(2);
const contract = "spec/openapi.yaml";

if (bundler === "rollup") print(await buildWithRollup());
else {
  const { default: create } = await import(bundler === "rspack" ? "@rspack/core" : "webpack");
  const compiler = create({
    mode: "development",
    devtool: false,
    target: "node",
    context: process.cwd(),
    entry: "./src/main.js",
    output: { path: `${process.cwd()}/dist` },
    plugins: [openapiActions[bundler]()],
  });
  print(mode === "watch" ? await watch(compiler) : await build(compiler));
}

async function buildWithRollup() {
  const { rollup } = await import("rollup");
  const json = { name: "json", transform: (text, id) => (id.endsWith(".json") ? `export default ${text}` : undefined) };
  try {
    const bundle = await rollup({ input: "src/main.js", plugins: [openapiActions.rollup(), json], logLevel: "silent" });
    await bundle.write({ dir: "dist" });
    return [];
  } catch (error) {
    return [error.message];
  }
}

function build(compiler) {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => (error ? reject(error) : compiler.close(() => resolve(errorsOf(stats)))));
  });
}

async function watch(compiler) {
  let errors = [];
  let wake = () => {};
  const watching = compiler.watch({ aggregateTimeout: 50 }, (error, stats) => {
    errors = error ? [error.message] : errorsOf(stats);
    wake();
  });
  const until = async (isDone) => {
    do await new Promise((resolve) => (wake = resolve));
    while (!isDone());
  };
  const hasBuilt = (label) => () => errors.length === 0 && readFileSync("dist/main.js", "utf8").includes(label);
  const change = (from, to) => writeFileSync(contract, readFileSync(contract, "utf8").replace(from, to));

  await until(hasBuilt("Resize"));
  change("label: Resize", "lable: Grow");
  await until(() => errors.length > 0);
  const found = errors;
  change("lable: Grow", "label: Grow");
  await until(hasBuilt("Grow"));
  await new Promise((resolve) => watching.close(resolve));
  return found;
}

function errorsOf(stats) {
  return stats.toJson({ all: false, errors: true }).errors.map(({ message }) => message);
}

function print(problems) {
  process.stdout.write(JSON.stringify(problems));
}
