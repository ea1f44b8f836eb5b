import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../../../generator/document/json-value.js";
import { buildSecuritySchemes } from "../../../../generator/model/build-facts.js";
import { emptyOperation } from "../../../model/empty-contract.js";
import {
  fetchRepresentation,
  keyHeaderOf,
  displayAddress,
} from "../../../../generator/tools/exchanges/capabilities/fetch-representation.js";

/** Serves on the loopback interface until the test ends; remembers what it was asked. */
async function serve(answer: http.RequestListener): Promise<{ url: string; port: number; asked: http.IncomingMessage[] }> {
  const asked: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, asked };
}

const options = { token: "t0ken", milliseconds: 5_000 };

test("sends the token and returns the text", async () => {
  const { url, asked } = await serve((_, response) => response.end('{"type":"bakery"}'));
  expect(await fetchRepresentation(`${url}/shops/7`, options)).toEqual({ text: '{"type":"bakery"}' });
  expect(asked.map((request) => [request.url, request.headers.authorization])).toEqual([["/shops/7", "Bearer t0ken"]]);
});

test("sends the token in the header of an API key", async () => {
  const { url, asked } = await serve((_, response) => response.end("{}"));
  await fetchRepresentation(url, { ...options, keyHeader: "X-API-Key" });
  expect([asked[0]!.headers["x-api-key"], asked[0]!.headers.authorization]).toEqual(["t0ken", undefined]);
});

test.each<[string, object, object[], string | undefined]>([
  ["an API key in a header", { key: { type: "apiKey", in: "header", name: "X-API-Key" } }, [{ key: [] }], "X-API-Key"],
  ["a key in the query", { key: { type: "apiKey", in: "query", name: "key" } }, [{ key: [] }], undefined],
  ["a key that nobody asks for", { key: { type: "apiKey", in: "header", name: "X-API-Key" } }, [], undefined],
  [
    "a token or a key",
    { key: { type: "apiKey", in: "header", name: "X-API-Key" }, token: { type: "http", scheme: "bearer" } },
    [{ key: [] }, { token: [] }],
    undefined,
  ],
])("%s", (_, securitySchemes, security, header) => {
  const operations = [{ ...emptyOperation, security: security as Record<string, string[]>[] }];
  const schemes = buildSecuritySchemes({ components: { securitySchemes: securitySchemes as JsonObject } });
  expect(keyHeaderOf({ operations, securitySchemes: schemes })).toBe(header);
});

test("sends nothing without a token", async () => {
  const { url, asked } = await serve((_, response) => response.end("{}"));
  await fetchRepresentation(url, { ...options, token: undefined });
  expect(asked[0]!.headers.authorization).toBeUndefined();
});

test("follows a limited number of redirects on the same host", async () => {
  const { url, asked } = await serve((request, response) => {
    const step = Number(request.url!.slice(1));
    if (step > 3) response.end("{}");
    else response.writeHead(302, { location: `/${step + 1}` }).end();
  });
  expect(await fetchRepresentation(`${url}/1`, options)).toEqual({ text: "{}" });
  expect(asked).toHaveLength(4);
  const endless = await serve((_, response) => response.writeHead(302, { location: "/" }).end());
  expect(await fetchRepresentation(endless.url, options)).toEqual({ reason: "it exceeds the limit of 5 redirects" });
});

test("follows no redirect to another host: the token stays", async () => {
  const other = await serve((_, response) => response.end("{}"));
  const { url } = await serve((_, response) => response.writeHead(302, { location: other.url }).end());
  expect(await fetchRepresentation(url, options)).toEqual({
    reason: "it redirects to another host, which must not receive the token",
  });
  expect(other.asked).toEqual([]);
});

test.each([
  ["file:///etc/passwd", "only http and https are supported"],
  ["data:application/json,{}", "only http and https are supported"],
  ["shops/7", "invalid URL"],
  ["http://user:secret@127.0.0.1/", "a URL must not contain a user name or password"],
])("%s is rejected", async (url, reason) => {
  expect(await fetchRepresentation(url, options)).toEqual({ reason });
});

test("reports what went wrong, without the token", async () => {
  const { url } = await serve((_, response) => response.writeHead(401).end("t0ken"));
  expect(await fetchRepresentation(url, options)).toEqual({ reason: "the response status is 401" });
  const gone = await serve((request) => request.socket.destroy());
  expect(await fetchRepresentation(gone.url, options)).toEqual({
    reason: expect.stringMatching(/^the request failed \([A-Z_]+\)$/),
  });
});

test("waits for a limited time", async () => {
  const { url } = await serve(() => undefined);
  expect(await fetchRepresentation(url, { ...options, milliseconds: 50 })).toEqual({
    reason: "no response within 0.05 s",
  });
});

test("reads a limited number of bytes", async () => {
  const { url } = await serve((_, response) => {
    const chunk = Buffer.alloc(1 << 20, " ");
    const more = (): void => void response.write(chunk, () => (response.destroyed ? undefined : more()));
    more();
  });
  expect(await fetchRepresentation(url, options)).toEqual({ reason: "the response exceeds the limit of 8388608 bytes" });
});

test("an address is shown without possible secrets", () => {
  expect(displayAddress("https://user:secret@shop.example/shops/7?token=secret#secret")).toBe("https://shop.example/shops/7");
});

test("a token that the server repeats is hidden", async () => {
  const { url } = await serve((_, response) => response.end("Bearer t0ken is welcome, t0ken"));
  expect(await fetchRepresentation(url, options)).toEqual({ text: "Bearer [redacted] is welcome, [redacted]" });
});
