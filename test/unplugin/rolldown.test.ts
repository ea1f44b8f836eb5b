import { existsSync } from "node:fs";
import { rolldown, watch, type RolldownWatcherEvent } from "rolldown";
import { expect, onTestFinished, test } from "vitest";
import openapiActions from "../../generator/unplugin/index.js";
import { contractFile, createProject, entry } from "./project.js";

test("a build begins with output that is up to date", async () => {
  const { path, replace } = createProject();
  expect(await build(path(entry))).toContain("Resize");
  expect(existsSync(path("generated/manifest.json"))).toBe(true);
  replace(contractFile, "label: Resize", "label: Grow");
  expect(await build(path(entry))).toContain("Grow");
});

test("an error in the contract fails the build, with its location", async () => {
  const { path, replace } = createProject();
  replace(contractFile, "label: Restart", "lable: Restart");
  const [line, column] = [76, 11];
  const problem = await build(path(entry)).catch((error: unknown) => error);
  expect(problem).toMatchObject({
    errors: [
      {
        message:
          `spec/openapi.yaml:${line}:${column} error action-shape: unknown key "lable" in an action\n` +
          `  ${line} |           lable: Restart\n     |           ^^^^^\n  hint: Did you mean "label"?`,
        loc: { file: path(contractFile), line, column: column - 1 },
      },
    ],
  });
  expect(existsSync(path("generated"))).toBe(false);
});

test("a warning of the contract is a warning of the build", async () => {
  const { path, replace } = createProject();
  replace(contractFile, "url: /\n", "url: https://api.example.com\n");
  const logs: { level: string; message: string; loc: unknown }[] = [];
  await build(path(entry), (level, { message, loc, plugin }) => {
    // The bundler has warnings of its own, such as that of a slow plugin.
    if (plugin === "openapi-actions") logs.push({ level, message, loc });
  });
  expect(logs.filter(({ level }) => level === "warn")).toEqual([
    {
      level: "warn",
      message: expect.stringContaining("spec/openapi.yaml:8:10 warning redocly/no-server-example.com: "),
      loc: { file: path(contractFile), line: 8, column: 9 },
    },
  ]);
  expect(logs.filter(({ level }) => level === "info").map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/generated: \d+ created$/),
  );
});

test("watching, it generates again on a change of the contract, also after an error", async () => {
  const { path, read, replace } = createProject();
  const watcher = watch({
    input: path(entry),
    output: { dir: path("dist") },
    logLevel: "silent",
    plugins: [openapiActions.rolldown()],
  });
  onTestFinished(() => watcher.close());
  const ends: ("END" | "ERROR")[] = [];
  let wake = () => {};
  watcher.on("event", ({ code }: RolldownWatcherEvent) => {
    if (code !== "END" && code !== "ERROR") return;
    ends.push(code);
    wake();
  });
  /** The next build that ends so; what is written while a build runs makes another one. */
  const next = async (code: "END" | "ERROR", isWanted = () => true) => {
    for (;;) {
      while (ends.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      if (ends.shift() === code && isWanted()) return;
    }
  };
  const bundleHas = (text: string) => () => read("dist/main.js").includes(text);

  await next("END", bundleHas("Resize"));
  replace(contractFile, "label: Resize", "label: Grow");
  await next("END", bundleHas("Grow"));
  replace(contractFile, "label: Grow", "lable: Grow");
  await next("ERROR");
  replace(contractFile, "lable: Grow", "label: Shrink");
  await next("END", bundleHas("Shrink"));
  expect(read("generated/actions.ts")).toContain('label: "Shrink"');
});

async function build(
  input: string,
  onLog?: (level: string, log: { message: string; loc?: unknown; plugin?: string }) => void,
): Promise<string> {
  const bundle = await rolldown({ input, plugins: [openapiActions.rolldown()], ...(onLog ? { onLog } : { logLevel: "silent" }) });
  try {
    const { output } = await bundle.generate();
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
