// Prints docs/images/lint.svg: what `lint` shows of a contract with two mistakes. A test compares it with the file.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** The contract of `init`, with a misspelled key and an example below the minimum. */
const contract = readFileSync(path.join(root, "templates/init/spec/openapi.yaml"), "utf8")
  .replace("availability:", "availablity:")
  .replace("body: { memory_mb: 256 }", "body: { memory_mb: 32 }");

const folder = mkdtempSync(path.join(tmpdir(), "terminal-svg-"));
mkdirSync(path.join(folder, "spec"));
writeFileSync(path.join(folder, "spec/openapi.yaml"), contract);
const { stderr } = spawnSync(process.execPath, [path.join(root, "bin/openapi-actions.js"), "lint"], {
  cwd: folder,
  env: { PATH: process.env["PATH"], FORCE_COLOR: "1" },
  encoding: "utf8",
});
rmSync(folder, { recursive: true });
process.stdout.write(drawTerminal(`\u001b[2m$\u001b[22m npx openapi-actions lint\n${stderr}`));

/**
 * A terminal as SVG.
 * @param {string} text With escape sequences for bold, dim, red, yellow and blue.
 */
function drawTerminal(text) {
  const lines = text.trimEnd().split("\n");
  const columns = Math.max(...lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, "").length));
  const [width, height] = [Math.ceil(columns * 7.83) + 40, lines.length * 19 + 36];
  const rows = lines.map((line, index) => `<text x="20" y="${index * 19 + 33}">${drawLine(line)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d9dee5; white-space: pre; }
  .bold { font-weight: 600; } .dim { fill: #8b949e; } .red { fill: #ff7b72; } .yellow { fill: #e3b341; } .blue { fill: #79c0ff; }
</style>
<rect width="${width}" height="${height}" rx="8" fill="#161b22"/>
${rows.join("\n")}
</svg>
`;
}

/** @param {string} line */
function drawLine(line) {
  const names = new Map([
    ["1", "bold"],
    ["2", "dim"],
    ["31", "red"],
    ["33", "yellow"],
    ["34", "blue"],
  ]);
  let style = "";
  return line
    .split(/(\u001b\[\d+m)/)
    .map((piece) => {
      const code = /^\u001b\[(\d+)m$/.exec(piece)?.[1];
      if (code !== undefined) style = names.get(code) ?? "";
      const text = code === undefined ? piece.replaceAll("&", "&amp;").replaceAll("<", "&lt;") : "";
      return text && style ? `<tspan class="${style}">${text}</tspan>` : text;
    })
    .join("");
}
