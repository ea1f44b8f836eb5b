import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { boundContract, contractsFolder, startServer, tokens } from "./bound-contract.js";
import type { Style } from "./style.js";
import { styles } from "./styles/index.js";

/** A folder with the contract where commands look for one. */
function projectOf({ name }: Style): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "spec"));
  copyFileSync(`${contractsFolder}/${name}.yaml`, path.join(folder, "spec/openapi.yaml"));
  return folder;
}

const prefixOf = ({ prefix }: Style) => (prefix === undefined ? [] : ["--extension-prefix", prefix]);

interface Fixture {
  readonly request?: { readonly headers?: object; readonly body?: unknown };
  readonly response?: { readonly status?: number; readonly headers?: object; readonly body?: unknown };
  readonly expect?: object;
}

describe.each(styles)("$name", (style) => {
  test("generated fixtures are valid, responses are as the contract declares", async () => {
    const folder = projectOf(style);
    const made = await runCli(folder, ["fixtures", "init", ...prefixOf(style)]);
    expect(made).toMatchObject({ code: 0 });
    expect(made.stderr).not.toMatch(/warning|error/);
    const { code, stderr } = await runCli(folder, [
      "validate",
      "fixtures",
      "--contract",
      "spec/openapi.yaml",
      ...prefixOf(style),
    ]);
    expect(stderr).toMatch(/: no problems;/);
    expect(code).toBe(0);

    const { validator } = await boundContract(style);
    const files = readdirSync(path.join(folder, "fixtures"), { recursive: true, encoding: "utf8" });
    const actions = new Set(style.successes.map((one) => `${one.type}/${one.action}.yaml`));
    expect(files).toEqual(expect.arrayContaining([...actions]));
    const responses = [...actions].flatMap((file) => {
      const { exchanges } = parse(readFileSync(path.join(folder, "fixtures", file), "utf8")) as { exchanges: Fixture[] };
      return exchanges.flatMap(({ response, expect: invalid }) => (response && !invalid ? [{ file, response }] : []));
    });
    expect(responses.length).toBeGreaterThanOrEqual(actions.size);
    for (const { file, response } of responses) {
      const { status = 200, headers = {}, body } = response;
      const text = body === undefined ? "" : JSON.stringify(body);
      const isError = status >= 400;
      const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
      const type = body === undefined ? {} : { "content-type": isError ? style.mediaType : "application/json" };
      const raw = { status, text, headers: { ...type, ...Object.fromEntries(named) } };
      expect(validator.check(style.template, "post", raw), `${file} ${JSON.stringify(response)}`).toEqual([]);
    }
  });

  test("the curl command of a page calls the generated server", async () => {
    const folder = projectOf(style);
    expect(await runCli(folder, ["docs", "spec/openapi.yaml", "--out", "site", ...prefixOf(style)])).toMatchObject({ code: 0 });
    const [{ type, action, returns, status, sent }] = style.successes as [Style["successes"][number]];
    const handlers = { actions: { [type]: { [action]: () => returns } } };
    const { port, log } = await startServer(style, type, () => ({ handlers }));
    const pages = readdirSync(path.join(folder, "site"), { recursive: true, encoding: "utf8" });
    const page = readFileSync(
      path.join(
        folder,
        "site",
        pages.find((file) => file.endsWith(`${type}/${action}.md`))!,
      ),
      "utf8",
    );
    const command = /```sh\n(curl [^]*?)\n```/.exec(page)![1]!;

    const { document } = await boundContract(style);
    const [server] = document["servers"] as { url: string }[];
    expect(command).toContain(server!.url);
    const variables = Object.entries({ ...style.path, ...style.needs?.headers }).map(([name, value]) => {
      return [name.replaceAll(/\W/g, "_").toUpperCase(), String(value)];
    });
    const env = { PATH: process.env["PATH"], TOKEN: tokens.all, API_KEY: tokens.all, ...Object.fromEntries(variables) };
    const called = `${command.replace(server!.url, `http://127.0.0.1:${port}`)} --silent --noproxy '*' --write-out '\n%{http_code}'`;
    const { stdout } = await promisify(execFile)("sh", ["-c", called], { env });
    const [body = "", code] = stdout.split(/\n(?=\d+$)/);
    expect({ log, code, body: body === "" ? undefined : JSON.parse(body) }).toEqual({
      log: [],
      code: String(status),
      body: sent,
    });
  });

  test("the docs are built and show what an action accepts and returns", async () => {
    const folder = projectOf(style);
    expect(await runCli(folder, ["docs", "spec/openapi.yaml", "--out", "site", ...prefixOf(style)])).toMatchObject({ code: 0 });
    const [{ type, action }] = style.successes as [Style["successes"][number]];
    const pages = readdirSync(path.join(folder, "site"), { recursive: true, encoding: "utf8" });
    const page = pages.find((file) => file.endsWith(`${type}/${action}.md`));
    expect(page).toBe(path.join("actions", type, `${action}.md`));
    const read = (file: string) => readFileSync(path.join(folder, "site", file), "utf8");
    for (const word of style.documented) expect(read(page!)).toContain(word);
    if (style.mediaType !== "application/json") {
      const texts = pages.filter((file) => file.endsWith(".md")).map(read);
      expect(texts.some((text) => text.includes(style.mediaType))).toBe(true);
    }

    const { validator } = await boundContract(style);
    const shown = [...read(page!).matchAll(/Response(?: to the invalid body)?: ([0-9]{3})[^`]*?```json\n(.*?)```/gs)];
    // Its success, where that has a body, its own errors, and what rejects an invalid body.
    expect(shown.length).toBeGreaterThanOrEqual(style.successes[0]!.sent === undefined ? 2 : 3);
    const { own } = style.failing;
    const bodyOfOwn = style.error({ ...own, message: own.text, requestId: "7f3c1a2b", details: [] });
    const ownBodies = shown
      .filter(([, status]) => status === String(own.status))
      .map(([, , body]) => JSON.parse(body!) as unknown);
    expect(ownBodies).toContainEqual(bodyOfOwn);
    for (const [, status = "", body = ""] of shown) {
      const type = status.startsWith("2") ? "application/json" : style.mediaType;
      const raw = { status: Number(status), headers: { ...style.successes[0]!.headers, "content-type": type }, text: body };
      expect(validator.check(style.template, "post", raw), `${status} ${body}`).toEqual([]);
    }
  });
});
