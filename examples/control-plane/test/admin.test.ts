import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeKey } from "../src/credentials/keyring.js";
import { addService } from "./support/add-service.js";
import { createApi } from "./support/api.js";
import { connect, connectTo } from "./support/connect.js";
import { usePlane } from "./support/control-plane.js";

const oldKey = makeKey("old");
const plane = usePlane({ masterKeys: oldKey });
const missing = "ffffffff-ffff-4fff-8fff-ffffffffffff";
const program = fileURLToPath(new URL("../dist/admin.js", import.meta.url));

async function admin(parameters: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { connectionString } = plane.current.platform.database.options as { connectionString: string };
  const options = { env: { PATH: process.env["PATH"], DATABASE_URL: connectionString, MASTER_KEYS: oldKey, ...env } };
  return (await promisify(execFile)(process.execPath, [program, ...parameters], options)).stdout.trim();
}

test("an organisation gets a project, an entitlement and a token, and can use them", async () => {
  const organisation = await admin(["organisation", "--name", "Acme"]);
  const project = await admin(["project", "--organisation", organisation, "--name", "Shop", "--slug", "shop"]);
  await admin(["entitlement", "--organisation", organisation, "--plan", "shared", "--capacity", "1"]);
  const scopes = ["--scopes", "service:read,service:write"];
  const token = await admin([
    "token",
    "--organisation",
    organisation,
    "--name",
    "ci",
    "--projects",
    project,
    ...scopes,
    "--days",
    "1",
  ]);
  const api = createApi(plane.current.url, project, token);
  const { id } = await api.provision("shared");
  expect((await api.create("shared", "more")).status).toBe(409);
  expect((await api.reveal(id)).status).toBe(403);

  const grant = ["token", "--organisation", organisation, "--name", "all", "--projects", project];
  const revealing = createApi(plane.current.url, project, await admin(grant));
  const open = await connect(revealing, id);
  expect(await admin(["suspend", "--project", project])).toBe("1 services suspended");
  await expect
    .poll(() =>
      open.query("select 1").then(
        () => "open",
        () => "cut",
      ),
    )
    .toBe("cut");
  await expect(connect(revealing, id)).rejects.toThrow("not permitted to log in");
  expect((await api.get(id)).body.status).toBe("suspended");
  expect((await api.create("shared", "more")).body).toEqual({ error: "entitlement_conflict: The project is suspended." });
  expect(await admin(["resume", "--project", project])).toBe("1 services resumed");
  expect((await api.get(id)).body.status).toBe("active");
  await expect
    .poll(() =>
      connect(revealing, id).then(
        () => "open",
        () => "cut",
      ),
    )
    .toBe("open");
});

test("of a suspended project no service has traffic, nor becomes active when work on it ends", async () => {
  const { api, platform, projectId } = plane.current;
  const { id } = await api.provision("dedicated");
  await api.act(id, "pool_user_create", { username: "reader", password: "long-enough-password", read_only: true });
  const url = new URL((await api.reveal(id)).body.value);
  [url.username, url.password] = ["reader", "long-enough-password"];
  const reader = await connectTo(url.href);
  const { body } = await api.create("shared", "late");
  await admin(["suspend", "--project", projectId]);
  await expect
    .poll(() =>
      reader.query("select 1").then(
        () => "open",
        () => "cut",
      ),
    )
    .toBe("cut");
  await expect(connectTo(url.href)).rejects.toThrow("not permitted to log in");
  await api.waitFor(body.id, "suspended");
  await admin(["resume", "--project", projectId]);
  await expect
    .poll(() =>
      connectTo(url.href).then(
        () => "open",
        () => "cut",
      ),
    )
    .toBe("open");
  await expect
    .poll(() =>
      connect(api, body.id).then(
        () => "open",
        () => "cut",
      ),
    )
    .toBe("open");
  expect((await platform.database.query("select from operations where status = 'failed'")).rows).toEqual([]);
});

test("a token is listed without its text, and revoked", async () => {
  const { orgId, projectId, url } = plane.current;
  const token = await admin(["token", "--organisation", orgId, "--name", "lost", "--projects", projectId]);
  const api = createApi(url, projectId, token);
  expect((await api.list()).status).toBe(200);
  const line = (await admin(["tokens", "--organisation", orgId])).split("\n").find((text) => text.includes('"lost"'))!;
  expect(line).not.toContain(token);
  expect(line).toMatch(/\tdoes not expire$/);
  const [id] = line.split("\t") as [string];
  expect(await admin(["revoke", "--token", id])).toBe("The token is revoked");
  expect((await api.list()).status).toBe(401);
  expect(await admin(["tokens", "--organisation", orgId])).toMatch(new RegExp(`^${id}.*\\trevoked 20`, "m"));
  await expect(admin(["revoke", "--token", id])).rejects.toMatchObject({ code: 1, stderr: "No valid token has this id\n" });
});

test("a token for a project of another organisation is not kept", async () => {
  const { projectId } = plane.current;
  const organisation = await admin(["organisation", "--name", "Other"]);
  const parameters = ["token", "--organisation", organisation, "--name", "x", "--projects", projectId];
  await expect(admin(parameters)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("own organisation") as string,
  });
  expect(await admin(["tokens", "--organisation", organisation])).toBe("");
});

test("the links in mails of an auth service lead where the operator says", async () => {
  const id = await addService(plane.current, { type: "auth", plan: "standard" });
  const url = "https://app.example/welcome";
  const stored = async () =>
    (await plane.current.platform.database.query("select url from auth_link_addresses where service_id = $1", [id])).rows;
  await admin(["mail-links", "--service", id, "--url", "https://before.example"]);
  expect(await admin(["mail-links", "--service", id, "--url", url])).toBe(`Links lead to ${url}`);
  expect(await stored()).toEqual([{ url }]);
  expect(await admin(["mail-links", "--service", id])).toBe("Links lead to the endpoint's own page");
  expect(await stored()).toEqual([]);
  const failure = { code: 1, stderr: "No auth service has this id\n" };
  await expect(admin(["mail-links", "--service", missing, "--url", url])).rejects.toMatchObject(failure);
});

test("help is no failure", async () => {
  for (const option of ["--help", "-h"]) expect(await admin([option])).toMatch(/^npm run admin -- <command>/);
  expect(await admin(["token", "--help"])).toContain("revoke       --token <id>");
});

test("rewrap wraps all secrets with a new key", async () => {
  const id = await addService(plane.current, { type: "search", plan: "shared" });
  const newKey = await admin(["make-key", "--name", "2027"]);
  expect(await admin(["rewrap"], { MASTER_KEYS: `${newKey},${oldKey}` })).toMatch(/^\d+ secrets rewrapped$/);
  const { rows } = await plane.current.platform.database.query("select distinct master_key_id as id from credentials");
  expect(rows).toEqual([{ id: "2027" }]);
  // This instance has not got the new key yet.
  expect((await plane.current.api.reveal(id)).status).toBe(500);
});

test.each([
  [[], "No command is given"],
  [["nothing"], 'Unknown command "nothing"'],
  [["constructor"], 'Unknown command "constructor"'],
  [["token", "more"], 'Unexpected "more"'],
  [["--nothing"], "Unknown option '--nothing'"],
  [["token", "--name"], "Option '--name <value>' argument missing"],
  [["token", "--name", "x", "--organisation", missing], "token needs --projects"],
  [["token", "--name", "x"], "token needs --organisation"],
  [["tokens", "--organisation", "x"], "--organisation must be the id"],
  [["suspend", "--project", missing, "--name", "x"], "suspend takes no --name"],
  [["entitlement", "--organisation", missing, "--plan", "shared", "--capacity", "-1"], "--capacity"],
  [["entitlement", "--organisation", missing, "--plan", "shared", "--capacity", "many"], "must be a whole number from 0"],
  [["token", "--organisation", missing, "--name", "x", "--projects", missing, "--scopes", "all"], "Unknown scope"],
  [["token", "--organisation", missing, "--name", "x", "--projects", missing, "--days", "0"], "must be a whole number from 1"],
  [["entitlement", "--organisation", missing, "--plan", "nope", "--capacity", "1"], "shared, dedicated, dedicated-ha"],
  [["mail-links", "--service", missing, "--url", "http://app.example"], "--url must be an https address"],
  [["make-key", "--name", "a:b"], "--name must"],
  [["make-key", "--name", "a,b"], "--name must"],
  [["make-key", "--name", "a b"], "--name must"],
])("%j is rejected with the usage and no stack trace", async (parameters, message) => {
  const failure = await admin(parameters).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 2, stdout: "" });
  const { stderr } = failure as { stderr: string };
  expect(stderr).toContain(message);
  expect(stderr).toContain("npm run admin -- <command>");
  expect(stderr).not.toMatch(/^ +at |file:|node:/m);
});

test("what the database rejects is told in a sentence", async () => {
  const organisation = await admin(["organisation", "--name", "Twice"]);
  const project = (org: string) => ["project", "--organisation", org, "--name", "Shop", "--slug", "twice"];
  await admin(project(organisation));
  const one = (stderr: string) => ({ code: 1, stdout: "", stderr });
  await expect(admin(project(organisation))).rejects.toMatchObject(one("The organisation has a project with this slug\n"));
  await expect(admin(project(missing))).rejects.toMatchObject(one("No organisation has this id\n"));
  const entitlement = ["entitlement", "--organisation", missing, "--plan", "shared", "--capacity", "1"];
  await expect(admin(entitlement)).rejects.toMatchObject(one("No organisation has this id\n"));
  const token = ["token", "--organisation", missing, "--name", "x", "--projects", missing];
  await expect(admin(token)).rejects.toMatchObject(one("No organisation has this id\n"));
  const used = ["entitlement", "--organisation", organisation, "--plan", "shared", "--capacity"];
  await admin([...used, "1"]);
  await plane.current.platform.database.query("update entitlements set used = 1 where org_id = $1", [organisation]);
  await expect(admin([...used, "0"])).rejects.toMatchObject(one("The organisation has more services than this capacity\n"));
  const away = { DATABASE_URL: "postgres://me:secret@127.0.0.1:1/x" };
  const failure = await admin(["tokens", "--organisation", missing], away).catch((error: unknown) => error);
  expect(failure).toMatchObject(one("Cannot connect to the database that DATABASE_URL names (ECONNREFUSED)\n"));
});
