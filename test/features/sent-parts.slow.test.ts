import { beforeAll, describe, expect, test } from "vitest";
import { featureOf, json, type Feature } from "./feature.js";

const list = (items: object, itemEncoding?: object) => ({
  "multipart/mixed": { schema: { type: "array", items }, ...(itemEncoding && { itemEncoding }) },
});

const file = { type: "string", format: "binary" };

/** The lists of parts that are sent in both directions, by the names of their operations. */
const lists = {
  images: list(file, { contentType: "image/png, image/gif" }),
  quoted: list(file, { contentType: 'image/png; a="b,c;d\\"", image/gif' }),
  ranged: list(file, { contentType: "image/*" }),
  small: list({ ...file, maxLength: 2 }),
  objects: list({ type: "object" }, { contentType: "application/json" }),
  scalars: list({ type: ["integer", "boolean", "null", "string"] }),
  texts: list({ type: "string" }),
  encoded: list({ type: "string", contentEncoding: "base64", contentMediaType: "image/png" }),
  bounded: { 'multipart/mixed; a="; boundary=b"; boundary="x;\\"y"': { schema: { type: "array", items: { type: "string" } } } },
  nested: {
    "multipart/mixed": {
      schema: { type: "array", items: { type: "array", items: file } },
      itemEncoding: { contentType: "multipart/mixed", itemEncoding: { contentType: "image/png" } },
    },
  },
};

const failure = { description: "No.", content: json({ type: "object", properties: { error: { type: "string" } } }) };

const echo = ([name, content]: [string, object]) => [
  `/${name}`,
  {
    post: {
      operationId: name,
      parameters: [{ name: "Idempotency-Key", in: "header", schema: { type: "string" } }],
      requestBody: { content },
      responses: { 200: { description: "Done.", content }, "4XX": failure },
    },
  },
];

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf({
    openapi: "3.2.0",
    security: [],
    paths: Object.fromEntries(Object.entries(lists).map(echo)) as object,
  });
});

/** The texts of a list's files, with their media types. */
async function tell(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(tell));
  return value instanceof Blob ? `${value.type} ${await value.text()}` : value;
}

const png = new Blob(["a"], { type: "image/png" });

test("a call with an Idempotency-Key runs once, and its parts are sent again", async () => {
  const { createMemoryStore } = (await feature.load("server/index.ts")) as { createMemoryStore: () => object };
  let count = 0;
  const images = () => ({ status: 200, body: [new Blob([`${++count}`], { type: "image/png" })] });
  const idempotency = { store: createMemoryStore(), callerOf: () => "" };
  const { client } = await feature.connect({ images }, { idempotency } as object);
  const call = async (key: string) => tell(await client["images"]!({ body: [png], "Idempotency-Key": key }));
  expect([await call("a"), await call("a"), await call("b")]).toEqual([["image/png 1"], ["image/png 1"], ["image/png 2"]]);
});

describe("responses that a client would reject are not sent", () => {
  const html = new Blob(["<b>"], { type: "text/html" });
  test.each<[operation: keyof typeof lists, body: unknown[], message: string | undefined]>([
    ["images", [png], undefined],
    ["images", [png, html], "The body has a part 1, which must be image/png or image/gif"],
    ["images", [new Blob(["a"])], "The body has a part 0, which must be image/png or image/gif"],
    ["images", [new Uint8Array([1])], "The body has a part 0, which must be image/png or image/gif"],
    ["quoted", [png], undefined],
    ["quoted", [html], "The body has a part 0, which must be image/png or image/gif"],
    ["ranged", [png], undefined],
    ["ranged", [new Uint8Array([1])], "The body has a part 0, which must be image/*"],
    ["small", [new Blob(["12"])], undefined],
    ["small", [new Blob(["123"])], "The body has a part 0, which must have at most 2 bytes"],
    ["small", [new Uint8Array(3)], "The body has a part 0, which must have at most 2 bytes"],
    ["nested", [[new Blob(["a"])]], undefined],
    ["nested", [[png, html]], "The body has a part 0/1, which must be image/png"],
    ["nested", [png], "The body violates the contract"],
    ["objects", [png], "The body has a part 0, which must not be a file"],
    ["scalars", ["x", 1], undefined],
    ["scalars", ["x", "1"], "The body has a part 1 that would be read as another value"],
    ["texts", Array.from({ length: 2 }), "The body can't be written as JSON"],
    // oxlint-disable-next-line no-sparse-arrays
    ["texts", [, "a"], "The body can't be written as JSON"],
  ])("%s %j", async (operation, body, message) => {
    const messages: string[] = [];
    const log = (entry: { readonly message: string }) => void messages.push(entry.message);
    const { client } = await feature.connect({ [operation]: () => ({ status: 200, body }) }, { log });
    const call = client[operation]!({});
    if (message === undefined) await call;
    else await expect(call).rejects.toMatchObject({ status: 500 });
    expect(messages).toEqual(message === undefined ? [] : [message]);
  });
});

describe("a client sends what a server reads as the same value", () => {
  const returned = async (operation: keyof typeof lists, body: unknown[]) => {
    const { client } = await feature.connect({ [operation]: ({ body }: { body: unknown }) => ({ status: 200, body }) });
    return client[operation]!({ body });
  };

  test.each<[operation: keyof typeof lists, body: unknown[]]>([
    ["texts", ["\uFEFFx", "\uFEFF", "1", "", "null"]],
    ["scalars", [1, -12, true, null, "", "01", "9007199254740993", "\uFEFF1"]],
    ["encoded", ["QQ=="]],
    ["bounded", ["a", "b"]],
  ])("%s %j", async (operation, body) => expect(await returned(operation, body)).toEqual(body));

  test.each([["1"], ["true"], ["null"], [1.5], [1e300]])(
    "%j is not sent where it would be read as another value",
    async (value) => {
      await expect(returned("scalars", ["x", value])).rejects.toThrow("has a part 1 that would be read as another value");
      expect(await returned("texts", ["1", "true", "null"])).toEqual(["1", "true", "null"]);
    },
  );

  test("a hole is no part", async () => {
    // oxlint-disable-next-line no-sparse-arrays
    await expect(returned("texts", ["a", , "b"])).rejects.toThrow("has a part 1 that can't be written");
  });
});

describe("what is sent", () => {
  const sent = async (operation: keyof typeof lists, body: unknown[]) => {
    const requests: Request[] = [];
    const fetch = (url: string, init: RequestInit) => {
      requests.push(new Request(url, init));
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    await (await feature.clientOf({ baseUrl: "http://localhost", fetch }))[operation]!({ body }).catch(() => undefined);
    return [requests[0]!.headers.get("content-type"), await requests[0]!.text()];
  };

  test("text that encodes bytes has the media type of any bytes", async () => {
    expect((await sent("encoded", ["QQ=="]))[1]).toContain("\r\ncontent-type: application/octet-stream\r\n\r\nQQ==\r\n");
  });

  test("a boundary of the contract is replaced", async () => {
    expect((await sent("bounded", ["a"]))[0]).toMatch(/^multipart\/mixed; a="; boundary=b"; boundary=[\da-f-]{36}$/);
  });
});

describe("requests", () => {
  const post = async (operation: keyof typeof lists, [head, content]: [string, string], boundary = "boundary=b") => {
    const handler = ({ body }: { body: unknown }) => ({ status: 200, body });
    const { send } = await feature.connect({ [operation]: handler });
    const body = `--b\r\n${head}\r\n${content}\r\n--b--`;
    const response = await send(`/${operation}`, {
      method: "POST",
      body,
      headers: { "content-type": `multipart/mixed; ${boundary}` },
    });
    return response.ok ? 200 : [response.status, ((await response.json()) as { error: string }).error];
  };

  test.each([["image/png"], ["text/plain"], ["x"]])("JSON as %s is an undeclared media type", async (type) => {
    expect(await post("objects", [`content-type: ${type}\r\n`, "{}"])).toEqual([
      415,
      "unsupported_media_type: The body has a part 0, which must be application/json.",
    ]);
  });

  test.each([["content-type: application/json; charset=utf-8\r\n"], ["content-type: Application/JSON\r\n"], [""]])(
    "JSON with the header %j is JSON",
    async (head) => {
      expect(await post("objects", [head, "{}"])).toBe(200);
      expect(await post("objects", [head, "\uFEFF{}"])).toBe(200);
    },
  );

  test("text that encodes bytes may have any media type", async () => {
    expect(await post("encoded", ["content-type: text/plain\r\n", "QQ=="])).toBe(200);
  });

  test.each([
    ["{", "is not JSON"],
    ['{"__proto__":1}', "has a property __proto__, which is not allowed"],
    ['{"a":'.repeat(200) + "1" + "}".repeat(200), "nests more than 64 levels deep"],
    ['{"a":1e999}', "has a number beyond the range of a double"],
  ])("what is wrong with JSON is said: %.20s", async (content, problem) => {
    expect(await post("objects", ["", content])).toEqual([400, `invalid_body: The body has a part 0 that ${problem}.`]);
  });

  test("two boundaries are malformed", async () => {
    expect(await post("texts", ["", "a"], "boundary=b; boundary=c")).toEqual([
      400,
      "invalid_body: The body has a content type with malformed parameters.",
    ]);
  });
});
