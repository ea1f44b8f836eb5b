import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { findFreePort } from "../src/postgres-server/cluster.js";
import { addService } from "./support/add-service.js";
import { password, provisionAuth } from "./support/auth-service.js";
import { usePlane } from "./support/control-plane.js";

const endpointPort = await findFreePort();
const plane = usePlane({ endpointUrl: "https://auth.example/base", endpointPort });

test("behind a proxy with TLS, cookies are for https alone and tokens name the public address", async () => {
  const { id, descriptor } = await provisionAuth(plane.current);
  const endpoint = `https://auth.example/base/auth/${id}`;
  expect(descriptor).toMatchObject({ endpoint, issuer: endpoint, jwks_uri: `${endpoint}/.well-known/jwks.json` });
  expect((await plane.current.api.get(id)).body).toMatchObject({ endpoint });

  const call = (path: string, options: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${endpointPort}/auth/${id}${path}`, {
      ...options,
      headers: { apikey: descriptor.publishable_key, "content-type": "application/json", ...options.headers },
    });
  const user = { email: "proxy@example.com", password, name: "" };
  const created = await call("/sign-up/email", { method: "POST", body: JSON.stringify(user) });
  expect(created.status).toBe(200);
  const [line = ""] = created.headers.getSetCookie();
  expect(line).toMatch(
    new RegExp(`^__Secure-auth_${id}\\.session_token=.*; Path=/base/auth/${id}; HttpOnly; Secure; SameSite=Lax$`),
  );
  const response = await call("/token", { headers: { cookie: line.split(";", 1)[0]!, origin: "https://auth.example" } });
  const { token } = (await response.json()) as { token: string };
  expect(decodeJwt(token)).toMatchObject({ iss: endpoint, aud: endpoint });
});

test("an address from before is not shown", async () => {
  const { api, platform } = plane.current;
  const { id } = await provisionAuth(plane.current, "moved");
  await platform.database.query("update services set endpoint = 'http://127.0.0.1:1/auth/' || id where id = $1", [id]);
  const endpoint = `https://auth.example/base/auth/${id}`;
  expect((await api.get(id)).body).toMatchObject({ endpoint });
  expect((await api.list()).body.services).toContainEqual(expect.objectContaining({ id, endpoint }));
  // Servers of their own stay where they are, and what is not provisioned has no address.
  const made = await api.provision("shared", "own-server");
  expect(made.endpoint).toMatch(/^(?!https:\/\/auth)/);
  const waiting = await addService(plane.current, { type: "objects", plan: "standard", status: "provisioning" });
  expect((await api.get(waiting)).body.endpoint).toBeUndefined();
});
