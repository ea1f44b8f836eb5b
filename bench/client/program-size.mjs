import { writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { root } from "../workspace.mjs";

/** A program that calls one action, written for each of the clients. */
export const programs = {
  "raw fetch": `
    const url = "https://api.platform.example/v1/projects/p/services/s/actions/add_ip";
    const headers = { authorization: "Bearer token", "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ cidr: "203.0.113.0/24" }) });
    if (!response.ok) throw new Error(String(response.status));
    console.log((await response.json()).result);`,
  "openapi-fetch": `
    import createClient from "openapi-fetch";
    const client = createClient({ baseUrl: "https://api.platform.example", headers: { authorization: "Bearer token" } });
    const path = "/v1/projects/{project_id}/services/{service_id}/actions/{action}";
    const params = { path: { project_id: "p", service_id: "s", action: "add_ip" } };
    const { data, error } = await client.POST(path, { params, body: { cidr: "203.0.113.0/24" } });
    if (error) throw new Error(error);
    console.log(data.result);`,
};

/**
 * The same with a generated client and, if wanted, middleware.
 * @param {string} index the client's own file
 * @param {string} [imported]
 * @param {string} [use]
 */
export const generatedProgram = (index, imported = "", use = "") => `
    import { createClient${imported && `, ${imported}`} } from ${JSON.stringify(index)};
    const client = createClient({ baseUrl: "https://api.platform.example", token: "token"${use && `, use: [${use}]`} });
    console.log((await client.postgres({ project_id: "p", service_id: "s" }).add_ip({ cidr: "203.0.113.0/24" })).result);`;

/**
 * Bytes of a program as a browser loads it.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @param {string} program
 */
export async function sizeOf(workspace, program) {
  const input = workspace.inFolder("program.ts");
  writeFileSync(input, program);
  const resolve = { modules: [path.join(root, "node_modules")] };
  const bundle = await rolldown({ input, platform: "browser", resolve, logLevel: "silent" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const code = output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
  return { minified: code.length, gzip: gzipSync(code, { level: 9 }).length };
}
