import { fileURLToPath } from "node:url";
import { exhausting } from "../contracts/exhausting.mjs";
import { measure } from "../measure.mjs";
import { transpile } from "./server.mjs";

const sendBodies = fileURLToPath(new URL("../children/send-bodies.mjs", import.meta.url));

/**
 * The cost of mebibyte bodies that are designed to keep a generated server busy.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function bodies(workspace) {
  const contract = workspace.document("exhausting.json", () => exhausting);
  const folder = await transpile(workspace.generated("generated-exhausting", contract), workspace.inFolder("exhausting"));
  const { output, memory } = measure({ file: "node", args: [sendBodies, folder, String(workspace.times(4))] });
  const rows = /** @type {{ name: string, cpu: number, response: number }[]} */ (JSON.parse(output));
  const harmless = rows[0]?.cpu ?? Number.NaN;
  const [largest] = rows.map(({ response }) => response).sort((a, b) => b - a);
  return {
    title: "bodies: a mebibyte that is designed to keep a server busy",
    how: [
      "Through the whole server, in its process, within its limits: 1 MiB, 64 levels. Ratio: to the first, an ordinary request.",
      `Peak of the process: ${Math.round(memory ?? Number.NaN)} MiB.`,
    ],
    columns: [
      { key: "size", title: "KiB", digits: 0 },
      { key: "cpu", title: "CPU ms", digits: 1 },
      { key: "ratio", title: "ratio", digits: 1 },
      { key: "status", title: "status", digits: 0 },
      { key: "response", title: "response, bytes", digits: 0 },
    ],
    rows: rows.map((row) => ({ ...row, ratio: row.cpu / harmless })),
    aims: [
      { what: "CPU for any of them", reached: Math.max(...rows.map(({ cpu }) => cpu)), limit: 500, unit: " ms" },
      { what: "the largest response", reached: largest ?? Number.NaN, limit: 10_000, unit: " bytes" },
    ],
  };
}
