import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readContract } from "../../../../generator/tools/exchanges/exchange-contract.js";
import { createRecorder } from "../../../../generator/tools/exchanges/proxy/record/create-recorder.js";
import { runCli } from "../../../support/command-line.js";
import { shopContract } from "../shop-contract.js";
import { folderOf } from "../validate-texts.js";
import { sendJson, startProxied } from "./proxied.js";

const secrets = [
  "token-of-somebody",
  "hunter2hunter2",
  "revealed-key-1",
  "cookie-value",
  "query-token",
  "pass-in-url",
  "session-cookie",
];

/** Sends exchanges with secrets through a proxy that records to a path. */
async function record(
  name: string,
): Promise<{ readonly folder: string; readonly line: string; readonly found: readonly string[] }> {
  const folder = folderOf({ "spec/openapi.yaml": shopContract });
  const contract = readContract(path.join(folder, "spec/openapi.yaml"));
  const to = path.join(folder, name);
  const recorder = createRecorder(contract, to, new URL("http://api.example"), [])!;
  const { origin, finish } = await startProxied(
    (request, response) => {
      request.resume().on("end", () => {
        response.setHeader("set-cookie", "session=session-cookie; Path=/");
        if (request.url!.endsWith("/key")) return sendJson(response, 200, { key: "revealed-key-1" });
        if (request.url!.endsWith("/bake"))
          return sendJson(response, 200, { action: "bake", status: "ok", result: { minutes: 1 } });
        if (request.url!.startsWith("/shops/x")) return sendJson(response, 400, { error: "bad id" });
        return sendJson(response, 200, { id: 7, type: "bakery", note: "see https://me:pass-in-url@db.example/ revealed-key-1" });
      });
    },
    { recorders: [recorder] },
  );
  const headers = { authorization: "Bearer token-of-somebody", cookie: "session=cookie-value; lang=de" };
  const get = async (url: string) => (await fetch(`${origin}${url}`, { headers })).text();
  await get("/shops/7?access_token=query-token");
  await get("/shops/x");
  await get("/shops/7/key");
  const body = JSON.stringify({ cake: "Sacher", password: "hunter2hunter2" });
  await (
    await fetch(`${origin}/shops/7/actions/bake`, {
      method: "POST",
      body,
      headers: { ...headers, "content-type": "application/json" },
    })
  ).text();
  const found = await finish();
  return { folder, line: recorder.finish([]), found };
}

test("a recording is read by validate, which finds the same, and has no secrets", async () => {
  const { folder, line, found } = await record("session.har");
  expect(line).toMatch(/session\.har: 4 exchanges recorded$/);
  const text = readFileSync(path.join(folder, "session.har"), "utf8");
  for (const secret of secrets) expect(text, secret).not.toContain(secret);
  expect(text).toContain("lang=de");
  const { stderr } = await runCli(folder, ["validate", "session.har", "--service-type", "bakery", "--format", "concise"]);
  expect(stderr).toContain('request-refused: "/request/params/shop_id" must be integer');
  expect(stderr).toContain("4 exchanges in 1 file");
  expect(found.join("\n")).toContain("response-secret");
});

test("fixtures are the valid exchanges of each kind, without secrets", async () => {
  const { folder, line } = await record("recorded");
  expect(line).toMatch(/recorded: 2 fixture files written, 2 exchanges$/);
  const files = readdirSync(path.join(folder, "recorded"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".yaml"),
  );
  const text = files.map((file) => readFileSync(path.join(folder, "recorded", file), "utf8")).join("\n");
  expect(files.sort()).toEqual(["bakery/bake.yaml", "operations/revealKey.yaml"]);
  for (const secret of secrets) expect(text, secret).not.toContain(secret);
  const { code, stderr } = await runCli(folder, ["validate", "recorded"]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("2 exchanges in 2 files: no problems")]);
});
