// Calls one action many times through one of the clients, and prints what that took.
import nodePath from "node:path";
import { pathToFileURL } from "node:url";
import { body, path, result } from "./action-call.mjs";

const [variant = "", port = "", folder = "", calls = "", connections = ""] = process.argv.slice(2);
const baseUrl = `http://127.0.0.1:${port}`;
const [, , , project_id = "", , service_id = ""] = path.split("/");
const target = { project_id, service_id };

/** Calls the action once; returns `enforced` of the response. */
const clients = {
  "raw fetch": async () => {
    const headers = { authorization: "Bearer token", "content-type": "application/json" };
    return async () => {
      const response = await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(String(response.status));
      return (await response.json()).result.enforced;
    };
  },
  "openapi-fetch": async () => {
    const { default: createClient } = await import("openapi-fetch");
    const client = /** @type {import("openapi-fetch").Client<any>} */ (
      createClient({ baseUrl, headers: { authorization: "Bearer token" } })
    );
    const template = "/v1/projects/{project_id}/services/{service_id}/actions/{action}";
    return async () => {
      const { data, error } = await client.POST(template, { params: { path: { ...target, action: "add_ip" } }, body });
      if (error) throw new Error(JSON.stringify(error));
      return data.result.enforced;
    };
  },
  generated: async () => {
    const { createClient } = await import(pathToFileURL(nodePath.join(folder, "client/index.js")).href);
    const postgres = createClient({ baseUrl, token: "token" }).postgres(target);
    return async () => (await postgres.add_ip(body)).result.enforced;
  },
};

const call = await clients[/** @type {keyof typeof clients} */ (variant)]();
if ((await call()) !== result.enforced) throw new Error("The response is not the service's");

/** @param {number} count */
async function send(count) {
  let left = count;
  const work = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: Number(connections) }, work));
}

// The first calls are for the compiler.
await send(Math.ceil(Number(calls) / 5));
const [before, start] = [process.cpuUsage(), performance.now()];
await send(Number(calls));
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ cpu: (user + system) / Number(calls), rate: Number(calls) / ((performance.now() - start) / 1000) }));
