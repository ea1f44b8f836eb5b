import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../generator/document/json-value.js";
import { createClient, load, type LiveOperation } from "../../../../generator/live/index.js";
import type { Action } from "../../../../generator/model/contract.js";
import { mockOf } from "../../../../generator/tools/mock/mock.js";
import { invalidateBody } from "../../../../generator/tools/site/samples/action-sample.js";
import { chromiumPath, launchChromium } from "../../../support/chromium.js";
import { repositoryPath } from "../../../support/repository.js";
import { existing } from "../../mock/existing.js";
import { siteOf } from "../build-site.js";
import { writeSite, type SiteOnDisk } from "../open-site.js";
import { openFormTab, serve, type TryForm } from "./open-form.js";

const contract = await load("spec/openapi.yaml");
const { model } = contract;
const target = { project_id: "00000000-0000-4000-8000-000000000001", service_id: "00000000-0000-4000-8000-000000000002" };
const collection = `/v1/projects/${target.project_id}/services`;
const actions = model.serviceTypes.flatMap((type) =>
  type.actions.map((action) => [`${type.name}/${action.name}`, action] as const),
);
const mock = mockOf(contract, { tempo: 0, log: (message) => expect.fail(message) });
const services = createClient(contract, { baseUrl: "http://mock.invalid", token: "any", fetch: mock.fetch }).services;

/** Makes the only service one in which an action is available. */
function provide({ serviceType, states, plans }: Action): Readonly<Record<string, LiveOperation>> {
  const plan = plans?.[0] ?? model.lifecycle!.plans.get(serviceType)![0]!.name;
  const facts = { id: target.service_id, project_id: target.project_id, type: serviceType, plan, name: "orders" };
  mock.setState({ collections: { [collection]: [{ ...facts, status: states?.[0] ?? "active" }] } });
  return services[serviceType]!(target);
}

describe.skipIf(chromiumPath === undefined)("in Chromium, if CHROMIUM_PATH or the system has one", () => {
  let browser: Browser;
  let site: SiteOnDisk;
  let server: Awaited<ReturnType<typeof serve>>;
  let form: TryForm;
  let trouble: () => string[];

  beforeAll(async () => {
    server = await serve(mock);
    site = writeSite(await siteOf("spec/openapi.yaml", repositoryPath("."), { tryIt: true, tryServers: [server.url] }));
    browser = await launchChromium();
    ({ form, trouble } = await openFormTab(browser, site, [server.url]));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test("there are 86 actions", () => expect(actions).toHaveLength(86));

  test.each(actions)("%s is sent and accepted, and invalid bodies are not sent", async (path, action) => {
    const calls = provide(action);
    const example = action.examples[0]!.body as JsonObject;
    const body = await existing(action, actions, calls, example);
    await form.open(site.address(`actions/${path}.html`));
    for (const [name, value] of [["token", "canary-1f2e3d"], ...Object.entries(target)]) await form.field(name!).fill(value!);

    // The form begins with the contract's example, whole.
    if (action.takesInput) expect(await form.body()).toEqual(example);
    let rejected = 0;
    for (const invalid of action.takesInput ? invalidateBody(example, model.schemas.get(action.body), model.schemas) : []) {
      const before = mock.requests.length;
      const response = await mock.fetch(`http://mock.invalid${collection}/${target.service_id}/actions/${action.name}`, {
        method: "POST",
        headers: { authorization: "Bearer any", "content-type": "application/json" },
        body: JSON.stringify(invalid),
      });
      const { error = "" } = (await response.json()) as { error?: string };
      if (!error.startsWith("invalid_action_body: ")) continue;
      await form.json.fill(JSON.stringify(invalid));
      await form.send();
      expect(`invalid_action_body: ${await form.verdict()}`).toBe(error);
      expect(await form.told()).toBe("Not sent: the API would reject it.");
      expect(mock.requests.length).toBe(before + 1);
      rejected++;
    }
    expect(rejected > 0).toBe(action.takesInput);

    if (action.takesInput) await form.json.fill(JSON.stringify(body));
    expect(await form.verdict()).toBe("Valid: it can be sent.");
    await form.send();
    if (action.destructive) await form.confirm(action.name);
    const { status, verdict } = await form.response();
    expect([status.slice(0, 3), verdict]).toEqual([action.async ? "202" : "200", "It is what the contract says."]);
    expect(trouble()).toEqual([]);
  });
});
