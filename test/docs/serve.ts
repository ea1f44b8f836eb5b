import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { repositoryPath } from "../support/repository.js";
import type { Project } from "./project.js";

/** Runs a command while the project's contract is served by `openapi-actions mock`, at a free port in place of 8080. */
export function runAgainstMock(project: Project, command: string): Promise<string> {
  const cli = repositoryPath("bin/openapi-actions.js");
  return whileServed(
    project,
    (port) => [cli, "mock", "--port", port],
    (port) => project.run(command.replace(":8080", `:${port}`)),
  );
}

/** Runs a compiled module while `build/src/server.js` serves, at a free port in place of 8080. */
export function runAgainstServer(project: Project, module: string): Promise<string> {
  const write = (file: string, port: string) => {
    const text = readFileSync(path.join(project.folder, file), "utf8");
    project.write(file, text.replace("8080", port));
    return file;
  };
  const server = "build/src/server.js";
  return whileServed(
    project,
    (port) => [write(server, port)],
    (port) => project.runModule(write(module, port)),
  );
}

async function whileServed(project: Project, serve: (port: string) => string[], run: (port: string) => string): Promise<string> {
  const port = await freePort();
  const server = spawn(process.execPath, serve(port), { cwd: project.folder, stdio: "ignore" });
  const ended = once(server, "exit");
  try {
    while (server.exitCode === null && !(await isListening(port))) await sleep(50);
    return run(port);
  } finally {
    server.kill();
    await ended;
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}

function isListening(port: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}
