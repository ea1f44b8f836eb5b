import { describe, expect, test } from "vitest";
import { failureOf } from "./connect.js";
import { emitClientOf, jsonOf, machines, object, text, type EmittedClient } from "./other-contract.js";

const problem = object(
  {
    type: text,
    title: text,
    status: { type: "integer" },
    detail: text,
    code: text,
    trace_id: text,
    errors: { type: "array", items: object({ field: text, code: text, detail: text }) },
  },
  ["type", "title"],
);
const problems = (schema: object) => ({ description: "It failed.", content: { "application/problem+json": { schema } } });
const nested = object({ error: object({ code: text, message: text }, ["code", "message"]) });
const plain = object({ error: text });

const contractOf = (...failures: object[]) =>
  machines({
    responses: { "200": { description: "Done." }, ...Object.fromEntries(failures.map((one, index) => [`40${index}`, one])) },
  });

/** The error that a call of an action rejects with. */
async function errorOf({ connect }: EmittedClient, status: number, body: unknown, type = "application/json") {
  const headers = { "content-type": type, "x-request-id": "r-1" };
  return failureOf(connect(() => ({ status, headers, body })).client["vm"]!({ id: "m-1" })["start"]!());
}

test("a problem is read: code, message, id, details", async () => {
  const emitted = await emitClientOf(contractOf(problems(problem)));
  const body = {
    type: "about:blank",
    title: "Conflict",
    detail: "The machine is locked.",
    code: "locked",
    trace_id: "t-1",
    errors: [{ field: "/size", code: "enum", detail: "must be one of its values" }, { field: 7 }, null],
  };
  const error = await errorOf(emitted, 409, body, "application/problem+json; charset=utf-8");
  expect(error).toBeInstanceOf(emitted.exports["ApiError"]);
  expect(error).toMatchObject({
    message: "vm.start returned 409: locked: The machine is locked.",
    status: 409,
    code: "locked",
    text: "The machine is locked.",
    requestId: "t-1",
    details: [
      { pointer: "/size", rule: "enum", message: "must be one of its values" },
      { pointer: "", rule: "", message: "" },
      { pointer: "", rule: "", message: "" },
    ],
    body,
  });
  const hasCode = emitted.exports["hasCode"] as (error: unknown, code: string) => boolean;
  expect([hasCode(error, "locked"), hasCode(error, "lost")]).toEqual([true, false]);
});

test("each text of a list is a detail, and without a location for the field there is none", async () => {
  const text = { type: "string" };
  const detailsOf = async (item: object, list: unknown) => {
    const schema = { properties: { message: text, errors: { type: "array", items: { properties: item } } } };
    const error = await errorOf(await emitClientOf(contractOf(jsonOf(schema))), 400, { message: "No.", errors: list });
    return (error as unknown as { readonly details: unknown }).details;
  };
  const messages = { type: "array", items: text };
  expect(await detailsOf({ name: text, messages }, [{ name: "size", messages: ["is long", "is odd"] }, { name: "ip" }])).toEqual([
    { pointer: "size", rule: "", message: "is long" },
    { pointer: "size", rule: "", message: "is odd" },
    { pointer: "ip", rule: "", message: "" },
  ]);
  const unnamed = await detailsOf({ message: text }, [{ message: "size: is long" }]);
  expect(unnamed).toStrictEqual([{ rule: "", message: "size: is long" }]);
});

describe("of several shapes", () => {
  const both = emitClientOf(contractOf(jsonOf(plain), jsonOf(nested), problems(problem)));

  test.each<[string, object, string, object]>([
    ["the one that fits", { error: { code: "lost", message: "No." } }, "application/json", { code: "lost", text: "No." }],
    ["the other", { error: "lost: No." }, "application/json", { code: "lost", text: "lost: No." }],
    [
      "that of the media type",
      { error: "other: No.", detail: "No." },
      "application/problem+json",
      { code: undefined, text: "No." },
    ],
    [
      "what fits if the media type is another",
      { code: "lost", detail: "No." },
      "application/json",
      { code: "lost", text: "No." },
    ],
    ["none, if none fits", { fault: 7 }, "application/json", { code: undefined, text: "" }],
  ])("%s is read", async (_, body, type, facts) => {
    expect(await errorOf(await both, 400, body, type)).toMatchObject({ ...facts, requestId: "r-1" });
  });

  test("the error page of a proxy has no facts", async () => {
    const error = await errorOf(await both, 502, "<h1>Bad gateway</h1>", "text/html");
    expect(error).toMatchObject({
      message: "vm.start returned 502",
      code: undefined,
      text: "",
      body: "<h1>Bad gateway</h1>",
    });
  });
});

test("a code may be a number, a redirect is still one", async () => {
  const emitted = await emitClientOf({
    ...contractOf(jsonOf(object({ code: { type: "integer" }, message: text }))),
    "x-platform-error-binding": { code: "/code", message: "/message" },
  });
  expect(await errorOf(emitted, 400, { code: 1017, message: "No." })).toMatchObject({ code: "1017", text: "No." });
  expect(await errorOf(emitted, 302, { code: 1, message: "No." })).toMatchObject({
    message: "vm.start returned 302: redirects are not followed",
  });
});

test("a contract whose errors are texts, or that has none, has no reader of its own", async () => {
  for (const failures of [[jsonOf(plain)], []]) {
    const emitted = await emitClientOf(contractOf(...failures));
    expect(emitted.exports).not.toHaveProperty("ErrorBody");
    expect(String(emitted.exports["createClient"])).not.toContain("readError");
    expect(await errorOf(emitted, 400, { error: "lost: No." })).toMatchObject({ code: "lost", text: "lost: No." });
  }
});

test("the types are the contract's", async () => {
  const { check } = await emitClientOf(contractOf(problems(problem), jsonOf(nested)));
  expect(
    await check(`
      import { ApiError, ClientError, hasCode, type ErrorBody, type ErrorDetail } from "./client/index.js";
      export function show(error: unknown): readonly ErrorDetail[] {
        if (hasCode(error, "locked")) {
          const code: "locked" | undefined = error.code;
          void code;
        }
        if (!(error instanceof ApiError)) return [];
        const [body, base]: [ErrorBody | undefined, ClientError] = [error.body, error];
        void base;
        if (body && "title" in body) void body.title.length;
        else if (body) void body.error?.message.length;
        // @ts-expect-error the body is typed
        void error.body.anything;
        return error.details ?? [];
      }
    `),
  ).toBe("");
});
