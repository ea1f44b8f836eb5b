import http from "node:http";
import type { AddressInfo } from "node:net";
import { createAuthClient } from "better-auth/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, launchChromium } from "../../../test/support/chromium.js";
import { password, provisionAuth } from "./support/auth-service.js";
import { beforeTests, usePlane } from "./support/control-plane.js";

const plane = usePlane();

const auth = beforeTests(() => provisionAuth(plane.current, "accounts"));
const other = beforeTests(() => provisionAuth(plane.current, "others"));

test("better-auth's client signs up, in and out", async () => {
  const { endpoint, publishable_key } = auth.descriptor;
  let token: string | undefined;
  const client = createAuthClient({
    baseURL: endpoint,
    fetchOptions: {
      headers: { apikey: publishable_key },
      auth: { type: "Bearer", token: () => token },
      onSuccess: ({ response }) => void (token = response.headers.get("set-auth-token") ?? token),
    },
  });
  const created = await client.signUp.email({ email: "client@example.com", password, name: "Client" });
  expect(created.error).toBeNull();
  expect((await client.getSession()).data?.user.email).toBe("client@example.com");
  expect((await client.listSessions()).data).toHaveLength(1);
  expect((await client.updateUser({ name: "Renamed" })).error).toBeNull();
  expect((await client.getSession()).data?.user.name).toBe("Renamed");
  const { error } = await client.signIn.email({ email: "client@example.com", password: "wrong password" });
  expect(error).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" });
  await client.signOut();
  expect((await client.getSession()).data).toBeNull();
  expect((await client.signIn.email({ email: "client@example.com", password })).error).toBeNull();
});

describe.skipIf(chromiumPath === undefined)("in Chromium, if CHROMIUM_PATH or the system has one", () => {
  const site = http.createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<p>An application"),
  );
  let browser: Awaited<ReturnType<typeof launchChromium>>;

  beforeAll(async () => {
    browser = await launchChromium();
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  /** Sends requests one after the other from within a page, each with the token that the one before returned. */
  async function fromPage(address: string, requests: readonly PageRequest[]) {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(address);
      const { endpoint, publishable_key: apikey } = auth.descriptor;
      const results = await page.evaluate(
        async ({ base, key, wanted }) => {
          const found: { status: number; body: unknown }[] = [];
          let token: string | null = null;
          for (const { path, body, credentials, bearer } of wanted) {
            const response: Response | undefined = await fetch(base + path, {
              credentials,
              method: body === undefined ? "GET" : "POST",
              headers: {
                apikey: key,
                ...(body === undefined ? {} : { "content-type": "application/json" }),
                ...(bearer === true && token !== null ? { authorization: `Bearer ${token}` } : {}),
              },
              ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            }).catch(() => undefined);
            token = response?.headers.get("set-auth-token") ?? token;
            found.push({ status: response?.status ?? 0, body: response ? await response.json() : null });
          }
          return found;
        },
        { base: endpoint, key: apikey, wanted: requests },
      );
      const cookies = async (url: string) => (await context.cookies(url)).map(({ name }) => name);
      return { results, own: await cookies(`${endpoint}/x`), others: await cookies(`${other.descriptor.endpoint}/x`) };
    } finally {
      await context.close();
    }
  }

  interface PageRequest {
    readonly path: string;
    readonly body?: unknown;
    readonly credentials: "omit" | "same-origin" | "include";
    readonly bearer?: boolean;
  }

  test("an application of another origin uses bearer tokens, and no cookies", async () => {
    const { port } = site.address() as AddressInfo;
    const user = { email: "browser@example.com", password, name: "Browser" };
    const { results, own } = await fromPage(`http://127.0.0.1:${port}/`, [
      { path: "/sign-up/email", body: user, credentials: "omit" },
      { path: "/get-session", credentials: "omit", bearer: true },
      { path: "/token", credentials: "omit", bearer: true },
      { path: "/get-session", credentials: "include" },
    ]);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 0]);
    expect(results[1]!.body).toMatchObject({ user: { email: "browser@example.com" } });
    expect(own).toEqual([]);
  });

  test("one of the same origin gets a cookie that only this service sees", async () => {
    const user = { email: "same-origin@example.com", password, name: "Same" };
    const { results, own, others } = await fromPage(`${auth.descriptor.endpoint}/ok`, [
      { path: "/sign-up/email", body: user, credentials: "same-origin" },
      { path: "/get-session", credentials: "same-origin" },
    ]);
    expect(results[1]!.body).toMatchObject({ user: { email: "same-origin@example.com" } });
    expect([own, others]).toEqual([[`auth_${auth.id}.session_token`], []]);
  });
});
