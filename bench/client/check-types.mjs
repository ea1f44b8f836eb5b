import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findActionMaps } from "../contracts/grow-contract.mjs";
import { measureInTurns } from "../measure.mjs";
import { findCompiler, options } from "../parts/tsc.mjs";

/**
 * Seconds that the compiler takes for 50 calls, above those for an empty file.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @param {Record<string, string>} outputs
 */
export async function checkTypes(workspace, outputs) {
  const compiler = await findCompiler();
  if (!compiler) return {};
  writeFileSync(workspace.inFolder("package.json"), '{ "type": "module" }');
  const check = (/** @type {string} */ name, /** @type {string} */ text) => {
    const project = workspace.inFolder(`tsconfig.${name}.json`);
    writeFileSync(workspace.inFolder(`${name}.ts`), text);
    writeFileSync(project, JSON.stringify({ compilerOptions: options, files: [`${name}.ts`] }));
    return { file: compiler, args: ["-p", project], folder: workspace.folder };
  };
  const commands = { empty: check("calls-none", "export {};\n") };
  for (const [name, folder] of Object.entries(outputs)) {
    Object.assign(commands, { [name]: check(`calls-${path.basename(folder)}`, useActions(folder)) });
  }
  const { costs } = measureInTurns(
    /** @type {Record<string, import("../measure.mjs").Command>} */ (commands),
    workspace.times(7),
  );
  const { empty, ...others } = costs;
  const above = Object.entries(others).map(([name, { wall, cpu }]) => {
    return [name, { wall: wall - (empty?.wall ?? 0), cpu: cpu - (empty?.cpu ?? 0) }];
  });
  return /** @type {Record<string, { wall: number, cpu: number }>} */ (Object.fromEntries(above));
}

/**
 * A file that calls 50 actions with the bodies of their examples.
 * @param {string} folder
 */
function useActions(folder) {
  const { maps } = findActionMaps(JSON.parse(readFileSync(path.join(folder, "openapi.json"), "utf8")));
  const calls = maps
    .filter(({ type }) => !type.includes("_"))
    .flatMap(({ type, actions }) =>
      Object.entries(actions).map(([name, action]) => {
        const { examples } = /** @type {{ examples: { default: { body: unknown } } }} */ (/** @type {unknown} */ (action));
        return `  await client.${type}(target).${name}(${JSON.stringify(examples.default.body)});\n`;
      }),
    );
  return (
    `import { createClient } from "./${path.basename(folder)}/client/index.js";\n\n` +
    'const client = createClient({ baseUrl: "/api" });\nconst target = { project_id: "p", service_id: "s" };\n\n' +
    `export async function call() {\n${calls.slice(0, 50).join("")}}\n`
  );
}
