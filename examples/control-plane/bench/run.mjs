// `npm run bench`: requests per second and CPU of get service, refused action and reveal with audit.
import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../scripts/bundle.mjs";

const seconds = Number(process.argv[2] ?? 4);
const project = "/v1/projects/5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";

await bundle();
const dataDir = await mkdtemp(join(tmpdir(), "control-plane-bench-"));
await chmod(dataDir, 0o755);
const child = spawn(process.execPath, [fileURLToPath(new URL("../dist/main.js", import.meta.url))], {
  env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir },
  stdio: ["ignore", "pipe", "ignore"],
});
const url = await new Promise((resolve) => {
  let output = "";
  child.stdout.on("data", (chunk) => {
    const found = /is at (http:\S+),/.exec((output += chunk));
    if (found) resolve(found[1]);
  });
});
const token = await readFile(join(dataDir, "demo-token"), "utf8");
const { hostname, port } = new URL(url);

try {
  const { id } = JSON.parse(
    (await call({ method: "POST", path: `${project}/services`, body: '{"type":"postgres","plan":"shared","name":"bench"}' }))
      .text,
  );
  const service = `${project}/services/${id}`;
  while (JSON.parse((await call({ path: service })).text).status !== "active")
    await new Promise((resolve) => setTimeout(resolve, 100));
  const calls = {
    "get service": { path: service, status: 200 },
    "refused action": { method: "POST", path: `${service}/actions/pgbouncer_enable`, body: "{}", status: 409 },
    "reveal with audit": { path: `${service}/credential`, status: 200 },
  };
  print("| call | in flight | requests/s | CPU of the process per request |\n|---|---|---|---|");
  for (const [name, request] of Object.entries(calls)) {
    await measure(request, 16, 1);
    for (const inFlight of [1, 16, 64]) {
      const { rate, cpu } = await measure(request, inFlight, seconds);
      print(`| ${name} | ${inFlight} | ${Math.round(rate)} | ${cpu.toFixed(2)} ms |`);
    }
  }
} finally {
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  await rm(dataDir, { recursive: true, force: true });
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

/** Keeps so many requests in flight for a while. */
async function measure(request, inFlight, duration) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: inFlight });
  const before = await cpuSeconds();
  const started = performance.now();
  const end = started + duration * 1000;
  let count = 0;
  const lane = async () => {
    while (performance.now() < end) {
      const { status } = await call({ ...request, agent });
      if (status !== request.status) throw new Error(`Answered ${status}`);
      count++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  return { rate: count / elapsed, cpu: (((await cpuSeconds()) - before) * 1000) / count };
}

/** User and system time of the control plane, without the database's. Linux only. */
async function cpuSeconds() {
  const fields = (await readFile(`/proc/${child.pid}/stat`, "utf8")).split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function call({ method = "GET", path, body, agent }) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body ? { "content-type": "application/json", "content-length": body.length } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, method, path, agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}
