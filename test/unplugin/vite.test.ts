import { existsSync, utimesSync } from "node:fs";
import { build, createLogger, createServer, type Logger, type ViteDevServer } from "vite";
import { expect, onTestFinished, test, vi } from "vitest";
import openapiActions from "../../generator/unplugin/index.js";
import { contractFile, createProject, entry } from "./project.js";

test("a build begins with output that is up to date, and fails with an error of the contract", async () => {
  const { path, read, replace } = createProject();
  const buildMain = () =>
    build({
      configFile: false,
      logLevel: "silent",
      build: { lib: { entry: path(entry), formats: ["es"], fileName: "main" }, minify: false },
      plugins: [openapiActions.vite()],
    });
  await buildMain();
  expect(read("dist/main.js")).toContain("Resize");
  replace(contractFile, "label: Restart", "lable: Restart");
  await expect(buildMain()).rejects.toThrow('spec/openapi.yaml:76:11 error action-shape: unknown key "lable" in an action');
});

test("a development server generates again on a change, and continues after an error", async () => {
  const { path, read, replace } = createProject();
  const log = createLog();
  const server = await serve(log.logger, path("."));
  const send = vi.spyOn(server.ws, "send");
  expect(existsSync(path("generated/manifest.json"))).toBe(true);
  expect((await server.transformRequest("/generated/actions.ts"))!.code).toContain("Resize");

  replace(contractFile, "label: Resize", "label: Grow");
  await log.line("info", /^generated: \d+ updated/);
  expect(read("generated/actions.ts")).toContain('label: "Grow"');

  replace(contractFile, "label: Grow", "lable: Grow");
  const problem = await log.line("error", /^spec\/openapi\.yaml:54:11 error action-shape: /);
  expect(send.mock.calls.map(([payload]) => payload)).toContainEqual({
    type: "error",
    err: {
      message: problem,
      stack: "",
      plugin: "openapi-actions",
      id: path(contractFile),
      loc: { file: path(contractFile), line: 54, column: 10 },
    },
  });
  expect(read("generated/actions.ts")).toContain('label: "Grow"');

  replace(contractFile, "lable: Grow", "label: Grow");
  await log.line("info", /^generated: \d+ unchanged/);
  expect(send.mock.calls.map(([payload]) => payload)).toContainEqual({ type: "full-reload" });
});

test("a development server starts with an invalid contract", async () => {
  const { path, replace } = createProject();
  replace(contractFile, "label: Resize", "lable: Resize");
  const log = createLog();
  await serve(log.logger, path("."));
  await log.line("error", /^spec\/openapi\.yaml:54:11 error action-shape: /);
  expect(existsSync(path("generated"))).toBe(false);
  replace(contractFile, "lable: Resize", "label: Resize");
  // A server that has just started may not watch the file yet: it is saved again until that is noticed.
  const saving = setInterval(() => utimesSync(path(contractFile), new Date(), new Date()), 1000);
  onTestFinished(() => clearInterval(saving));
  await log.line("info", /^generated: \d+ created/);
});

async function serve(customLogger: Logger, root: string): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: false,
    root,
    customLogger,
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [openapiActions.vite()],
  });
  onTestFinished(() => server.close());
  return server;
}

/** A logger whose messages can be waited for. */
function createLog() {
  const messages: { level: "info" | "warn" | "error"; text: string }[] = [];
  let wake = () => {};
  const note = (level: "info" | "warn" | "error") => (text: string) => {
    messages.push({ level, text });
    wake();
  };
  const logger: Logger = { ...createLogger("silent"), info: note("info"), warn: note("warn"), error: note("error") };
  return {
    logger,
    /** The next message that matches; those before it are not looked at again. */
    async line(level: "info" | "error", pattern: RegExp): Promise<string> {
      for (;;) {
        while (messages.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const message = messages.shift()!;
        if (message.level === level && pattern.test(message.text)) return message.text;
      }
    },
  };
}
