import { spawn } from "node:child_process";
import { once } from "node:events";
import { repositoryPath } from "../support/repository.js";
import type { Project } from "./project.js";

/** Runs a command while the project's contract is served by `openapi-actions mock`. Its port 8080 becomes a free one. */
export async function runAgainstMock(project: Project, command: string): Promise<string> {
  const mock = spawn(process.execPath, [repositoryPath("bin/openapi-actions.js"), "mock", "--port", "0"], {
    cwd: project.folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(mock, "exit");
  try {
    const [line] = (await Promise.race([once(mock.stderr, "data"), ended])) as [unknown];
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(String(line))?.[1];
    if (port === undefined) throw new Error(`the mock has not started: ${String(line)}`);
    return project.run(command.replace(":8080", `:${port}`));
  } finally {
    mock.kill();
    await ended;
  }
}
