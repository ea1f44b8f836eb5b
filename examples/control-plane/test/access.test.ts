import { beforeAll, expect, test } from "vitest";
import { catalog } from "../../../generated/actions.js";
import { allScopes, issueToken } from "../src/access/caller.js";
import { addService } from "./support/add-service.js";
import { createApi, type Api } from "./support/api.js";
import { addProject, usePlane, type Plane } from "./support/control-plane.js";

const plane = usePlane();

/** Two organisations with two projects each; every project has a service of each type and a token of its own. */
const projects: { id: string; token: string; services: Record<"auth" | "search" | "postgres" | "objects", string> }[] = [];

beforeAll(async () => {
  const { current } = plane;
  const { rows } = await current.platform.database.query<{ id: string }>(
    "insert into organisations (name) values ('Other') returning id",
  );
  for (const orgId of [current.orgId, current.orgId, rows[0]!.id, rows[0]!.id]) projects.push(await fill(current, orgId));
});

async function fill(current: Plane, orgId: string) {
  const id = await addProject(current, orgId);
  const { text: token } = await issueToken(current.platform.database, { orgId, name: "own", scopes: allScopes, projects: [id] });
  const add = (type: "auth" | "search" | "postgres" | "objects", plan: string) =>
    addService(current, { type, plan, projectId: id });
  const services = {
    auth: await add("auth", "standard"),
    search: await add("search", "shared"),
    postgres: await add("postgres", "shared"),
    objects: await add("objects", "standard"),
  };
  return { id, token, services };
}

const indexes = [0, 1, 2, 3];
const pairs = indexes.flatMap((holder) => indexes.map((target) => ({ holder, target })));
const types = ["auth", "search", "postgres", "objects"] as const;

/** The status of each operation, for a service of each type. */
async function statuses(api: Api, projectId: string, services: Record<string, string>): Promise<Record<string, number[]>> {
  const each = (call: (id: string) => Promise<{ status: number }>) =>
    Promise.all(types.map(async (type) => (await call(services[type]!)).status));
  return {
    getProject: [(await api.send("GET", `/v1/projects/${projectId}`)).status],
    listServices: [(await api.list()).status],
    getService: await each((id) => api.get(id)),
    revealCredential: await each((id) => api.reveal(id)),
    invokeAction: await each((id) => api.invoke(id, "service_health", { timeout_ms: 100 })),
    createService: [(await api.create("gigantic", "x")).status],
  };
}

test.each(pairs)("the token of project $holder on project $target", async ({ holder, target }) => {
  const { url } = plane.current;
  const { id, services } = projects[target]!;
  const responses = await statuses(createApi(url, id, projects[holder]!.token), id, services);
  if (holder === target) {
    expect(responses).toEqual({
      getProject: [200],
      listServices: [200],
      getService: [200, 200, 200, 200],
      // The services of postgres and objects were never provisioned.
      revealCredential: [200, 200, 404, 404],
      invokeAction: [200, 200, 200, 200],
      createService: [409],
    });
  } else {
    expect(responses).toEqual({
      getProject: [404],
      listServices: [404],
      getService: [404, 404, 404, 404],
      revealCredential: [403, 403, 403, 403],
      invokeAction: [403, 403, 403, 403],
      createService: [403],
    });
  }
});

test.each(pairs.filter(({ holder, target }) => holder !== target))(
  "services of project $target under the path of project $holder",
  async ({ holder, target }) => {
    const { id, token } = projects[holder]!;
    const responses = await statuses(createApi(plane.current.url, id, token), id, projects[target]!.services);
    expect(responses).toMatchObject({
      getService: [404, 404, 404, 404],
      revealCredential: [404, 404, 404, 404],
      invokeAction: [404, 404, 404, 404],
    });
  },
);

test.each(allScopes)("a token with %s alone", async (scope) => {
  const { id, services } = projects[0]!;
  const { platform, orgId, url } = plane.current;
  const { text } = await issueToken(platform.database, { orgId, name: "one", scopes: [scope], projects: [id] });
  const api = createApi(url, id, text);
  const responses = await statuses(api, id, services);
  const isGranted = (needed: string, granted: number[], count: number) =>
    scope === needed ? granted : Array<number>(count).fill(403);
  expect(responses).toEqual({
    getProject: isGranted("service:read", [200], 1),
    listServices: isGranted("service:read", [200], 1),
    getService: isGranted("service:read", [200, 200, 200, 200], 4),
    revealCredential: isGranted("service:reveal", [200, 200, 404, 404], 4),
    invokeAction: isGranted("service:read", [200, 200, 200, 200], 4),
    createService: isGranted("service:write", [409], 1),
  });
});

test.each(types)("each action of %s needs all of its scopes", async (type) => {
  const { id, services } = projects[0]!;
  const { platform, orgId, url } = plane.current;
  const actions: Readonly<Record<string, { readonly scopes: readonly string[] }>> = catalog[type];
  for (const [action, { scopes }] of Object.entries(actions)) {
    const others = allScopes.filter((scope) => !scopes.includes(scope));
    const { text } = await issueToken(platform.database, { orgId, name: "others", scopes: others, projects: [id] });
    const response = await createApi(url, id, text).invoke(services[type], action);
    expect([action, response.status]).toEqual([action, 403]);
    expect(response.body.error).toContain(scopes[0]);
  }
});

test("a token can't be bound to a project of another organisation", async () => {
  const { platform, orgId } = plane.current;
  const grant = { orgId, name: "reaching", scopes: allScopes, projects: [projects[2]!.id] };
  await expect(issueToken(platform.database, grant)).rejects.toThrow("projects of its own organisation");
});
