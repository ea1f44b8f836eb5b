// A control plane with its demo services as a process of its own, and what it and its servers use of the processors.
import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, readdir, readlink, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const projectId = "5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";

/** The program that `bundle` makes. */
export const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** Starts a program. With a folder for profiles, a `.cpuprofile` of the process is there when it has stopped. */
export async function startPlane(program, profiles) {
  const dataDir = await mkdtemp(join(tmpdir(), "control-plane-bench-"));
  // Run as root, servers are started as another user.
  await chmod(dataDir, 0o755);
  const flags = profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
  const child = spawn(process.execPath, [...flags, program], {
    env: { PATH: process.env.PATH, PORT: "0", ENDPOINT_PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise((resolve, reject) => {
    let output = "";
    child.once("exit", (code) => reject(new Error(`The control plane ended with ${code}`)));
    child.stdout.on("data", (chunk) => {
      const found = /is at (http:\S+),/.exec((output += chunk));
      if (found) resolve(`${found[1]}/v1/projects/${projectId}`);
    });
  });
  const token = await readFile(join(dataDir, "demo-token"), "utf8");
  const agent = new http.Agent({ keepAlive: true });

  /** Sends a request and returns the status, the headers and the body of the response. */
  const send = ({ method = "GET", url: target, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const request = http.request(target, { method, agent, headers }, (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk)).on("error", reject);
        response.on("end", () => {
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() });
        });
      });
      request.on("error", reject).end(body);
    });

  /** Sends JSON and returns JSON. A response with another status is an error. */
  const json = async (status, { key = token, body, headers, ...request }) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await send({
      ...request,
      headers: {
        authorization: `Bearer ${key}`,
        ...(text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        ...headers,
      },
      body: text,
    });
    if (response.status !== status) throw new Error(`${request.url} returned ${response.status}: ${response.body.slice(0, 300)}`);
    return JSON.parse(response.body);
  };

  const invoke = (id, action, body = {}, status = 200) =>
    json(status, { method: "POST", url: `${url}/services/${id}/actions/${action}`, body });

  return {
    url,
    send,
    json,
    /** Invokes an action of a service and returns its result. */
    invoke: async (...call) => (await invoke(...call)).result,
    /** Returns a service's revealed value, as text. */
    reveal: async (id) => (await json(200, { url: `${url}/services/${id}/credential` })).value,
    /** The demo service of a type, when it is active. */
    async demo(type) {
      const { services } = await json(200, { url: `${url}/services` });
      return active(services.find((service) => service.type === type).id);
    },
    /** Creates a postgres service and waits until it is active. */
    async create(plan, name) {
      const body = { type: "postgres", plan, name };
      return active((await json(201, { method: "POST", url: `${url}/services`, body })).id);
    },
    cpu: () => cpuOf(child.pid, dataDir),
    async stop() {
      agent.destroy();
      child.kill("SIGTERM");
      await new Promise((resolve) => child.once("exit", resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };

  async function active(id) {
    for (;;) {
      if ((await json(200, { url: `${url}/services/${id}` })).status === "active") return id;
      await sleep(100);
    }
  }
}

/**
 * User and system time in milliseconds: of the process itself, and of the servers that work in its data directory with what has
 * ended of them. Linux only, in steps of 10 ms.
 */
async function cpuOf(pid, dataDir) {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const processes = (await Promise.all(names.map((name) => readProcess(name)))).filter((found) => found !== undefined);
  const isServer = ({ folder }) => folder.startsWith(dataDir);
  const parents = new Set(processes.filter(isServer).map(({ id }) => id));
  // A process that is just ending has no folder any more, and counts with those of its parent only when it is gone.
  const servers = processes.filter((found) => isServer(found) || parents.has(found.parent));
  const total = (some) => some.reduce((sum, { time }) => sum + time, 0);
  return { own: total(processes.filter(({ id }) => id === String(pid))), servers: total(servers) };
}

async function readProcess(id) {
  const text = await readFile(`/proc/${id}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const folder = await readlink(`/proc/${id}/cwd`).catch(() => "");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { id, folder, parent: fields[1], time: [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) * 10 };
}
