import { describe, expect, test } from "vitest";
import { boundContract, connectClient, credentials, startServer, tokens } from "./bound-contract.js";
import { sendRaw } from "./raw-response.js";
import type { Style, Success } from "./style.js";
import { styles } from "./styles/index.js";

describe.each(styles)("$name", (style) => {
  test.each(style.successes)("$type $action: $status", async (success) => {
    const { validator } = await boundContract(style);
    const { type, action, body, status, headers = {}, sent } = success;
    const { port, log, seen } = await serveSuccess(style, success);

    const content = body === undefined && style.isBodyOptional ? undefined : JSON.stringify(body ?? {});
    const received = await sendRaw(port, {
      method: "POST",
      path: style.url(action),
      headers: {
        "x-request-id": "r-1",
        ...credentials(style, tokens.all),
        ...(content === undefined ? {} : { "content-type": "application/json" }),
        ...style.needs?.headers,
      },
      body: content,
    });
    expect(log).toEqual([]);
    expect(received.text === "" ? undefined : JSON.parse(received.text)).toEqual(sent);
    expect(received).toMatchObject({ status, headers: { ...headers, "x-request-id": "r-1" } });
    expect(received.headers["content-type"]).toBe(sent === undefined ? undefined : "application/json");
    expect(validator.check(style.template, "post", received)).toEqual([]);

    const { client } = await connectClient(style, { baseUrl: `http://127.0.0.1:${port}` });
    const resolved = await client[type]!(style.path)[action]!(body, style.needs && { parameters: style.needs.parameters });
    expect(resolved).toEqual(success.received);
    expect(log).toEqual([]);
    expect(seen).toEqual([body ?? {}, body ?? {}]);
  });

  test("each action that has a result sends one that its schema accepts", async () => {
    const { endpoint, validator } = await boundContract(style);
    const declared = Object.entries(endpoint).flatMap(([key, actions]) => {
      const type = /^x-\w+-(.+)-actions$/.exec(key)?.[1];
      if (type === undefined) return [];
      return Object.entries(actions as Record<string, { result?: unknown }>).map(([action, { result }]) => ({
        type,
        action,
        pointer: ["paths", style.template, "post", key, action, "result"],
        hasResult: result !== undefined,
      }));
    });
    for (const { type, action, pointer, hasResult } of declared) {
      const calls = style.successes.filter((one) => one.type === type && one.action === action);
      expect(calls, `${type}.${action} is shown`).not.toEqual([]);
      for (const { received } of hasResult ? calls : []) {
        if (received && "result" in received) expect(validator.checkValue(pointer, received.result)).toEqual([]);
      }
    }
  });
});

/** A server whose action returns what it should; `seen` are the bodies that its handler got. */
async function serveSuccess(style: Style, { type, action, returns }: Success) {
  const seen: unknown[] = [];
  const handler = (call: unknown) => {
    seen.push((call as { body: unknown }).body);
    return returns;
  };
  return { seen, ...(await startServer(style, type, () => ({ handlers: { actions: { [type]: { [action]: handler } } } }))) };
}

test("handlers get the parameters of the endpoint, read and typed, and clients send them", async () => {
  const style = styles.find(({ name }) => name === "shipments")!;
  const seen: unknown[] = [];
  const { port } = await startServer(style, "parcel", () => ({
    handlers: {
      actions: {
        parcel: {
          hold: (call) => {
            const { headers, query, cookies } = call as Record<string, unknown>;
            seen.push({ headers, query, cookies });
            return { httpStatus: 204 };
          },
        },
      },
    },
  }));
  const { client } = await connectClient(style, { baseUrl: `http://127.0.0.1:${port}` });
  const parameters = { ...style.needs!.parameters, "If-Match": '"1"', notify: true, lang: "de" };
  await client["parcel"]!(style.path)["hold"]!(undefined, { parameters });
  await client["parcel"]!(style.path)["hold"]!({}, { parameters: style.needs!.parameters });
  const key = style.needs!.headers;
  expect(seen).toEqual([
    { headers: { ...key, "if-match": '"1"' }, query: { notify: true }, cookies: { lang: "de" } },
    { headers: key, query: {}, cookies: {} },
  ]);
});
