import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeKey } from "../src/credentials/keyring.js";
import { addService } from "./support/add-service.js";
import { createApi } from "./support/api.js";
import { usePlane } from "./support/control-plane.js";

const oldKey = makeKey("old");
const plane = usePlane({ masterKeys: oldKey });
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

  expect(await admin(["suspend", "--project", project])).toBe("1 services suspended");
  expect((await api.get(id)).body.status).toBe("suspended");
  expect((await api.create("shared", "more")).body).toEqual({ error: "entitlement_conflict: The project is suspended." });
  expect(await admin(["resume", "--project", project])).toBe("1 services resumed");
  expect((await api.get(id)).body.status).toBe("active");
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
  [["nothing"], "npm run admin"],
  [["token", "--name", "x"], "token needs --organisation"],
  [["token", "--organisation", "x", "--name", "x", "--projects", "x", "--scopes", "all"], "There is no such scope"],
])("%j is refused", async (parameters, message) => {
  await expect(admin(parameters)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(message) as string });
});
