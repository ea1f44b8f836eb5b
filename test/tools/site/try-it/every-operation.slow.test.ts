import { execFile } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { load } from "../../../../generator/live/index.js";
import { mockOf } from "../../../../generator/tools/mock/mock.js";
import { chromiumPath, launchChromium } from "../../../support/chromium.js";
import { repositoryPath } from "../../../support/repository.js";
import { siteOf } from "../build-site.js";
import { writeSite, type SiteOnDisk } from "../open-site.js";
import { openFormTab, serve, type TryForm } from "./open-form.js";

const contract = await load("spec/openapi.yaml");
const operations = contract.model.operations.filter(({ isEndpoint }) => !isEndpoint);
const project = "00000000-0000-4000-8000-000000000001";
const service = "00000000-0000-4000-8000-000000000002";
const facts = { id: service, project_id: project, type: "postgres", plan: "dedicated", name: "orders", status: "active" };
const mock = mockOf(contract, { tempo: 0, log: (message) => expect.fail(message) });

/** A request as a server receives it. */
interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: readonly (string | undefined)[];
  readonly body: string;
}

describe.skipIf(chromiumPath === undefined)("in Chromium, if CHROMIUM_PATH or the system has one", () => {
  const received: ReceivedRequest[] = [];
  const recorder = http.createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*, authorization");
    response.setHeader("access-control-allow-methods", "*");
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const { method, url, headers } = request;
      const sent = ["accept", "authorization", "content-type"].map((name) => headers[name] as string | undefined);
      if (method !== "OPTIONS") received.push({ method, url, headers: sent, body });
      response.end();
    });
  });
  let browser: Browser;
  let site: SiteOnDisk;
  let server: Awaited<ReturnType<typeof serve>>;
  let form: TryForm;
  let recorded: string;

  beforeAll(async () => {
    server = await serve(mock);
    await new Promise<void>((resolve) => recorder.listen(0, "127.0.0.1", resolve));
    recorded = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
    const tryServers = [server.url, recorded];
    site = writeSite(await siteOf("spec/openapi.yaml", repositoryPath("."), { tryIt: true, tryServers }));
    browser = await launchChromium();
    ({ form } = await openFormTab(browser, site, tryServers));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    recorder.closeAllConnections();
    recorder.close();
  });

  async function open(page: string): Promise<void> {
    await form.open(site.address(`${page}.html`));
    for (const [name, value] of Object.entries({ token: "any-token", project_id: project, service_id: service })) {
      if ((await form.field(name).count()) > 0) await form.field(name).fill(value);
    }
  }

  test("there are operations", () => expect(operations.length).toBeGreaterThan(4));

  test.each(operations.map(({ id, method }) => [id, method] as const))("%s is accepted", async (id, method) => {
    mock.setState({ collections: { [`/v1/projects/${project}/services`]: [facts] } });
    await open(`operations/${id}`);
    await form.send();
    if (method === "DELETE") await form.confirm(id);
    const { status, verdict } = await form.response();
    expect([status[0], verdict]).toEqual(["2", "It is what the contract says."]);
  });

  const pages = [
    ...operations.map(({ id }) => `operations/${id}`),
    "actions/postgres/add_ip",
    "actions/postgres/list_backups",
    "actions/search/query",
    "actions/search/get_task",
  ];

  test.each(pages)("curl sends what the page of %s sends", async (page) => {
    await open(page);
    await form.field("base URL").fill(recorded);
    const curl = await form.sample("curl");
    await form.send();
    if (await form.page.getByRole("dialog").isVisible()) await form.confirm(page.split("/").at(-1)!);
    await form.response();
    expect(received).toHaveLength(1);
    await promisify(execFile)("sh", ["-c", `${curl} -s`], { env: { ...process.env, TOKEN: "any-token" } });
    const [sent, repeated] = received.splice(0);
    const same = ({ body, ...rest }: ReceivedRequest) => ({ ...rest, body: body === "" ? "" : (JSON.parse(body) as unknown) });
    expect(same(repeated!)).toEqual(same(sent!));
    const [first] = (await form.sample("HTTP")).split("\n");
    expect(first).toBe(`${sent!.method} ${sent!.url} HTTP/1.1`);
  });
});
