import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { load } from "../../../../generator/live/index.js";
import { mockOf, type Mock } from "../../../../generator/tools/mock/mock.js";
import { chromiumPath, launchChromium } from "../../../support/chromium.js";
import { repositoryPath } from "../../../support/repository.js";
import { siteOf, siteOfText } from "../build-site.js";
import { writeSite, type SiteOnDisk } from "../open-site.js";
import { faultsOf, openFormTab, serve } from "./open-form.js";

const project = "00000000-0000-4000-8000-000000000001";
const service = "00000000-0000-4000-8000-000000000002";
const collection = `/v1/projects/${project}/services`;
const canary = "canary-1f2e3d4c5b";
const facts = { id: service, project_id: project, type: "postgres", plan: "dedicated", name: "orders", status: "active" };

describe.skipIf(chromiumPath === undefined)("in Chromium, if CHROMIUM_PATH or the system has one", () => {
  let browser: Browser;
  let mock: Mock;
  let server: Awaited<ReturnType<typeof serve>>;
  let site: SiteOnDisk;

  beforeAll(async () => {
    mock = mockOf(await load("spec/openapi.yaml"), { tempo: 0, log: (message) => expect.fail(message) });
    server = await serve(mock);
    site = writeSite(await siteOf("spec/openapi.yaml", repositoryPath("."), { tryIt: true, tryServers: [server.url] }));
    browser = await launchChromium();
  });

  beforeEach(() => mock.setState({ collections: { [collection]: [facts] } }));

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openForm(page: string, options = {}) {
    const tab = await openFormTab(browser, site, [server.url], { viewport: { width: 1280, height: 900 }, ...options });
    await tab.form.open(site.address(page));
    const all = { token: canary, project_id: project, service_id: service };
    for (const [name, value] of Object.entries(all)) {
      const field = tab.form.field(name);
      if ((await field.count()) > 0) await field.fill(value);
    }
    return tab;
  }

  test("script, style and data are loaded when the form is opened, from a page opened as a file", async () => {
    const { page, form, trouble } = await openFormTab(browser, site, []);
    const loaded: string[] = [];
    page.on("request", (request) => void loaded.push(request.url().slice(site.root.length)));
    await page.goto(site.address("actions/postgres/add_ip.html"));
    expect(loaded.filter((file) => file.includes("try"))).toEqual([]);
    await page.getByRole("button", { name: "Open the form" }).click();
    await form.form.waitFor();
    const added = loaded.filter((file) => file.includes("try")).sort();
    expect(added).toEqual(["actions/postgres/add_ip.try.js", "try-it.css", "try-it.js"]);
    expect(await page.locator(":focus").inputValue()).toBe(server.url);
    expect(trouble()).toEqual([]);
  });

  test("form and JSON are two views of one body, and all samples follow", async () => {
    const { form } = await openForm("actions/postgres/add_ip.html");
    await form.field("cidr").fill("198.51.100.0/24");
    expect(await form.body()).toEqual({ cidr: "198.51.100.0/24", description: "office" });
    await form.json.fill('{ "ip": "203.0.113.9" }');
    expect(await form.field("ip").inputValue()).toBe("203.0.113.9");
    await form.field("description").fill("it's home");
    expect(await form.body()).toEqual({ ip: "203.0.113.9", description: "it's home" });
    const address = `${server.url}/v1/projects/${project}/services/${service}/actions/add_ip`;
    expect(await form.sample("curl")).toBe(
      [
        `curl -X POST '${address}'`,
        "-H 'accept: application/json, */*;q=0.5'",
        `-H 'authorization: Bearer '"$TOKEN"`,
        "-H 'content-type: application/json'",
        `--data-raw '{ "ip": "203.0.113.9", "description": "it'\\''s home" }'`,
      ].join(" \\\n  "),
    );
    expect(await form.sample("Client")).toContain(
      `const { status, result } = await client.postgres(target).add_ip({ ip: "203.0.113.9", description: "it's home" });`,
    );
    expect(await form.sample("HTTP")).toBe(
      [
        `POST ${new URL(address).pathname} HTTP/1.1`,
        `host: ${new URL(address).host}`,
        "accept: application/json, */*;q=0.5",
        "authorization: Bearer <token>",
        "content-type: application/json",
        "",
        `{ "ip": "203.0.113.9", "description": "it's home" }`,
      ].join("\n"),
    );
    // What the form has no field for stays in the body.
    await form.json.fill('{ "ip": "203.0.113.9", "more": [1] }');
    await form.field("description").fill("x");
    expect(await form.body()).toEqual({ ip: "203.0.113.9", description: "x", more: [1] });
    expect(await form.verdict()).toBe("/more is not allowed.");
  });

  test("nothing is sent before Send, and only valid calls; the focus moves to the first invalid field", async () => {
    const { page, form } = await openForm("actions/postgres/add_ip.html");
    const before = mock.requests.length;
    await form.field("service_id").fill("no uuid");
    await form.field("service_id").press("Enter");
    expect(await form.verdict()).toBe('service_id must match format "uuid".');
    await form.send();
    expect(await form.told()).toBe("Not sent: the API would reject it.");
    const focused = page.locator(":focus");
    expect(await focused.getAttribute("aria-invalid")).toBe("true");
    const described = (await focused.getAttribute("aria-describedby"))!.split(" ").at(-1)!;
    expect(await page.locator(`#${described}`).innerText()).toBe('must match format "uuid"');
    await form.field("service_id").fill(service);
    await form.json.fill("{ not JSON");
    await form.send();
    expect(await form.verdict()).toBe("Some of the JSON can't be read.");
    expect(mock.requests.length).toBe(before);
  });

  test("the token is in its field only", async () => {
    const { page, form } = await openForm("actions/postgres/add_ip.html");
    await form.send();
    expect((await form.response()).status).toMatch(/^200 /);
    const places = await page.evaluate(() => ({
      html: document.documentElement.outerHTML,
      address: location.href,
      cookies: document.cookie,
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      globals: Object.keys(globalThis).map((name) => String((globalThis as unknown as Record<string, unknown>)[name])),
    }));
    expect(JSON.stringify(places)).not.toContain(canary);
    expect(await form.field("token").getAttribute("type")).toBe("password");
    await page.reload();
    await page.getByRole("button", { name: "Open the form" }).click();
    expect(await form.field("token").inputValue()).toBe("");
  });

  test("a destructive action asks for its name", async () => {
    const { page, form } = await openForm("actions/postgres/reset_password.html");
    const before = mock.requests.length;
    await form.send();
    const dialog = page.getByRole("dialog");
    const send = dialog.getByRole("button", { name: "Send" });
    await dialog.getByRole("textbox").fill("reset_passwor");
    expect(await send.isDisabled()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await form.told()).toBe("Not sent.");
    expect(mock.requests.length).toBe(before);
    await form.send();
    await dialog.getByRole("textbox").fill("reset_password");
    await page.keyboard.press("Enter");
    expect((await form.response()).status).toMatch(/^20[02] /);
  });

  test("secrets of responses are masked until the reader asks for them", async () => {
    const { page, form } = await openForm("operations/revealCredential.html");
    await form.send();
    const { body, status } = await form.response();
    expect(status).toMatch(/^200 /);
    expect(body).toContain('"••••••"');
    await page.getByRole("button", { name: "Show secrets" }).click();
    expect((await form.response()).body).not.toContain("•");
    await page.getByRole("button", { name: "Hide secrets" }).click();
    expect((await form.response()).body).toBe(body);
  });

  test("a service that was read shows which of its actions are enabled, and marks the matrix", async () => {
    const { page, form } = await openForm("actions/postgres/index.html");
    await form.send();
    expect((await form.response()).verdict).toBe("It is what the contract says.");
    const read = await mock.fetch(`http://mock.invalid${collection}/${service}`, { headers: { authorization: "Bearer any" } });
    type Advertised = readonly { name: string; enabled: boolean; reason?: string }[];
    const { capabilities } = (await read.json()) as { capabilities: { actions: Advertised } };
    const shown = await form.form
      .locator(".service tbody tr")
      .evaluateAll((rows) => (rows as HTMLTableRowElement[]).map((row) => [...row.cells].map((cell) => cell.textContent)));
    expect(shown).toEqual(
      capabilities.actions.map(({ name, enabled, reason }) => [name, enabled ? "enabled" : "disabled", reason ?? ""]),
    );
    expect(new Set(capabilities.actions.map(({ enabled }) => enabled)).size).toBe(2);
    const [on, all] = [capabilities.actions.filter(({ enabled }) => enabled).length, capabilities.actions.length];
    expect(await form.form.locator(".service p").innerText()).toBe(
      `${on} of ${all} actions are enabled; its state is active, its plan is dedicated.`,
    );
    expect(await page.locator(".matrix thead .now").allTextContents()).toEqual(["dedicated", "active"]);
    expect(await page.locator(".matrix td.now").count()).toBeGreaterThan(all);
    expect(await faultsOf(page)).toEqual([]);

    mock.setState({ collections: { [collection]: [{ ...facts, type: "search", plan: "shared" }] } });
    await form.send();
    await form.form.getByText("It is of the type search, not postgres.").waitFor();
    expect(await page.locator(".matrix .now").count()).toBe(0);
  });

  test("a response that is not what the contract says is told", async () => {
    const { form } = await openForm("actions/postgres/add_ip.html");
    mock.respond({
      action: "add_ip",
      status: 200,
      body: { action: "add_ip", status: "maybe", result: { enforced: "yes" } },
    });
    await form.send();
    const { verdict } = await form.response();
    expect(verdict.split(/\s*\n\s*/)).toEqual([
      "It is not what the contract says:",
      "/result/entry is required",
      "/result/enforced must be boolean",
      "/status must be one of ok",
    ]);
    mock.respond({ action: "add_ip", status: 418, body: {} });
    await form.send();
    await form.form.getByText("the status 418 is not declared").waitFor();
  });

  test("the policy of the page allows the named servers only, and the form says so", async () => {
    const { page, form, trouble } = await openForm("operations/listServices.html");
    await form.field("base URL").fill("https://outside.example/v2");
    await form.send();
    expect(await form.told()).toBe(
      "The policy of this page allows no calls of https://outside.example. " +
        "Build the site with: openapi-actions docs --try --try-server https://outside.example",
    );
    expect(trouble()).toEqual([]);
    const blocked = await page.evaluate(() => fetch("https://outside.example/").then(String, String));
    expect(blocked).toContain("TypeError");
    expect(trouble().join()).toContain("Content Security Policy");
    await form.field("base URL").fill(server.url);
    await form.send();
    expect((await form.response()).status).toMatch(/^200 /);
  });

  test.each(["light", "dark"] as const)("axe finds no fault after each interaction: %s", async (colorScheme) => {
    const { page, form } = await openForm("actions/search/query.html", { colorScheme });
    expect(await faultsOf(page)).toEqual([]);
    await form.form.getByRole("button", { name: "Add attributes_to_crop" }).click();
    await form.json.fill('{ "limit": "x", "filter": [1] }');
    await form.send();
    expect(await faultsOf(page)).toEqual([]);
    await form.form.getByLabel("start from").selectOption("default");
    mock.setState({ collections: { [collection]: [{ ...facts, type: "search", plan: "shared" }] } });
    await form.send();
    await form.response();
    for (const summary of await form.form.locator("summary").all()) await summary.click();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("a phone shows it in its width", async () => {
    const { page } = await openForm("actions/search/query.html", { viewport: { width: 390, height: 844 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("a stream is shown as it arrives, and can be stopped", async () => {
    let proceed = () => {};
    const stream = http.createServer((request, response) => {
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-allow-headers", "*");
      if (request.method === "OPTIONS") return void response.end();
      response.setHeader("content-type", "text/event-stream");
      response.write('data: {"n":1}\n\n');
      proceed = () => void response.write('data: {"n":2}\n\n');
    });
    await new Promise<void>((resolve) => stream.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(stream.address() as AddressInfo).port}`;
    const text = `openapi: 3.1.0
info: { title: Ticks, version: "1" }
servers: [{ url: "${url}" }]
paths:
  /ticks:
    get:
      operationId: ticks
      responses: { "200": { description: Ticks., content: { text/event-stream: { schema: { type: string } } } } }
`;
    const ticks = writeSite(await siteOfText(text, { tryIt: true }));
    const { form } = await openFormTab(browser, ticks, [url]);
    await form.open(ticks.address("operations/ticks.html"));
    await form.send();
    const body = form.form.locator(".response pre");
    await expect.poll(() => body.textContent()).toBe('data: {"n":1}\n\n');
    expect(await form.told()).toMatch(/^200 OK · first byte after \d+ ms, receiving…$/);
    proceed();
    await expect.poll(() => body.textContent()).toBe('data: {"n":1}\n\ndata: {"n":2}\n\n');
    await form.form.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => form.told()).toContain("Stopped.");
    stream.closeAllConnections();
    stream.close();
  });

  test("a chosen alternative has the value that it alone may have, and its own problems", async () => {
    const text = `
openapi: 3.1.0
info: { title: Robots, version: "1" }
servers: [{ url: "https://robots.example" }]
security: []
paths:
  /goto:
    post:
      operationId: goTo
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [to]
              properties:
                to:
                  oneOf:
                    - title: Point
                      type: object
                      required: [kind, x]
                      properties: { kind: { const: point }, x: { type: number } }
                    - title: Named
                      type: object
                      required: [kind, name]
                      properties: { kind: { const: named }, name: { type: string } }
      responses: { "204": { description: Done. } }
`;
    const robots = writeSite(await siteOfText(text, { tryIt: true }));
    const { form } = await openFormTab(browser, robots, []);
    await form.open(robots.address("operations/goTo.html"));
    await form.json.fill("{}");
    await form.field("to").selectOption("Point");
    expect(await form.body()).toEqual({ to: { kind: "point" } });
    expect(await form.verdict()).toBe("/to/x is required.");
    await form.field("to").selectOption("Named");
    expect(await form.body()).toEqual({ to: { kind: "named" } });
    expect(await form.verdict()).toBe("/to/name is required.");
  });

  test("the parts of a list have controls by their positions", async () => {
    const received: string[] = [];
    const pictures = http.createServer((request, response) => {
      response.setHeader("access-control-allow-origin", "*").setHeader("access-control-allow-headers", "content-type");
      if (request.method === "OPTIONS") return response.writeHead(204).end();
      received.push(request.headers["content-type"]!.replace(/[\da-f-]{36}/, "…"));
      request.setEncoding("utf8").on("data", (part: string) => received.push(part));
      return request.on("end", () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
    const text = `openapi: 3.2.0
info: { title: Pictures, version: "1" }
servers: [{ url: "${url}" }]
paths:
  /pictures:
    post:
      operationId: addPicture
      requestBody:
        required: true
        content:
          multipart/mixed:
            schema:
              type: array
              minItems: 2
              prefixItems: [{ type: object, required: [title], properties: { title: { type: string } } }, {}]
            prefixEncoding: [{}, { contentType: image/png }]
      responses: { "204": { description: Taken. } }
`;
    const files = writeSite(await siteOfText(text, { tryIt: true }));
    const { form } = await openFormTab(browser, files, [url]);
    await form.open(files.address("operations/addPicture.html"));
    const add = form.form.getByRole("button", { name: "Add to body" });
    await add.click();
    await add.click();
    await form.field("title").fill("Cat");
    await form.field("body 2").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("PNG") });
    expect(await form.body()).toEqual([{ title: "Cat" }, "@a.png"]);
    expect(await form.verdict()).toBe("Valid: it can be sent.");
    expect(await form.sample("curl")).toContain("--data-binary '@body'");
    await form.send();
    expect((await form.response()).status).toMatch(/^204 /);
    expect(received.join("\n").replaceAll(/--[\da-f-]{36}/g, "--…")).toBe(
      [
        "multipart/mixed; boundary=…\n--…",
        "content-type: application/json",
        "",
        '{"title":"Cat"}',
        "--…",
        "content-type: image/png",
        'content-disposition: attachment; filename="a.png"',
        "",
        "PNG",
        "--…--",
        "",
      ].join("\r\n"),
    );
    pictures.closeAllConnections();
    pictures.close();
  });

  test("files, maps and alternatives have controls", async () => {
    const received: string[] = [];
    const upload = http.createServer((request, response) => {
      response.setHeader("access-control-allow-origin", "*");
      request.setEncoding("utf8").on("data", (part: string) => received.push(part));
      request.on("end", () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => upload.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(upload.address() as AddressInfo).port}`;
    const text = `openapi: 3.1.0
info: { title: Uploads, version: "1" }
servers: [{ url: "${url}" }]
paths:
  /files:
    post:
      operationId: upload
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file]
              properties:
                file: { type: string, format: binary }
                note: { type: string }
      responses: { "204": { description: Taken. } }
`;
    const files = writeSite(await siteOfText(text, { tryIt: true }));
    const { form } = await openFormTab(browser, files, [url]);
    await form.open(files.address("operations/upload.html"));
    await form.field("note").fill("seen");
    await form.send();
    expect(await form.verdict()).toBe("/file is required.");
    await form.field("file").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("content of a") });
    expect(await form.sample("curl")).toContain("-F 'file=@a.txt'");
    expect(await form.body()).toEqual({ file: "@a.txt", note: "seen" });
    await form.send();
    expect((await form.response()).status).toMatch(/^204 /);
    expect(received.join("")).toMatch(
      /name="note"\r\n\r\nseen[^]*filename="a\.txt"\r\nContent-Type: text\/plain\r\n\r\ncontent of a/,
    );
    upload.closeAllConnections();
    upload.close();
  });
});
