import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/**
 * Adds `licences.txt` to a bundle: the licence of every package whose code is in it. Fails for one without a licence.
 * @returns {import("rolldown").Plugin}
 */
export function bundledLicences() {
  return {
    name: "bundled-licences",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === "chunk" ? Object.keys(chunk.modules).filter((id) => chunk.modules[id].code) : [],
      );
      const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
      const sections = [...folders].sort().map(describe);
      const source = `openapi-actions contains code of these packages.\n\n${[...new Set(sections)].join("\n\n")}`;
      this.emitFile({ type: "asset", fileName: "licences.txt", source });
    },
  };
}

/** @param {string} module */
function packageFolder(module) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
}

/** @param {string} folder */
function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!license) throw new Error(`${name} ${version} has no licence`);
  const text = file ? readFileSync(path.join(folder, file), "utf8").trim() : `Licensed under ${license}.`;
  return `## ${name} ${version} (${license})\n\n${text.replaceAll("\r\n", "\n")}\n`;
}
