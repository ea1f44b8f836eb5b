import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../generator/document/json-value.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { listen } from "../server/listen.js";
import { temporaryFolder } from "../support/command-line.js";
import { needsFiles } from "../support/live-output.js";
import { featureOf, json, refer, type Feature } from "./feature.js";

const contract = {
  openapi: "3.2.0",
  security: [],
  paths: {
    "/pictures": {
      post: {
        operationId: "addPicture",
        requestBody: {
          required: true,
          content: {
            "multipart/mixed": {
              schema: {
                type: "array",
                minItems: 2,
                prefixItems: [refer("Picture"), {}, { type: "integer", minimum: 1 }],
                items: { type: "string", maxLength: 5 },
              },
              prefixEncoding: [{}, { contentType: "image/png, image/gif" }],
              itemEncoding: { contentType: "text/markdown" },
              example: [{ title: `It's "a" \\ $x; type=b` }, "bytes", 3, 'a"\\;', "@b"],
            },
          },
        },
        responses: {
          200: {
            description: "What was received.",
            content: {
              "multipart/related; type=application/json": {
                schema: { minItems: 2, prefixItems: [refer("Picture"), { maxLength: 4 }], items: false },
                prefixEncoding: [{ contentType: "application/vnd.picture+json" }, { contentType: "image/png" }],
              },
            },
          },
        },
      },
    },
    "/frames": {
      get: {
        operationId: "listFrames",
        responses: {
          200: {
            description: "The frames.",
            content: {
              ...json({ type: "array", items: { type: "string" } }),
              "multipart/mixed": { itemSchema: { $comment: "A frame." }, itemEncoding: { contentType: "image/jpeg" } },
            },
          },
        },
      },
    },
    "/albums": {
      put: {
        operationId: "putAlbum",
        requestBody: {
          content: {
            "multipart/mixed": {
              schema: {
                type: "array",
                prefixItems: [
                  { type: "array", items: { type: "string" } },
                  { type: "array", maxItems: 3, prefixItems: [{ type: "object" }, { type: "string" }, {}] },
                ],
              },
              prefixEncoding: [
                {},
                {
                  contentType: "multipart/mixed",
                  prefixEncoding: [{ contentType: "application/xml" }, {}, { contentType: "image/png" }],
                },
              ],
            },
          },
        },
        responses: { 204: { description: "Done." } },
      },
    },
  },
  components: {
    schemas: {
      Picture: { type: "object", required: ["title"], additionalProperties: false, properties: { title: { type: "string" } } },
    },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

const png = new File([new Uint8Array([1, 2, 255])], 'a "cat".png', { type: "image/png" });

/** Parts with files as their names, types and bytes. */
async function tell(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(tell));
  return value instanceof File ? [value.name, value.type, ...new Uint8Array(await value.arrayBuffer())] : value;
}

test("the contract is accepted", () => {
  expect(feature.findings.filter((finding) => !finding.includes("unbounded-input"))).toEqual([]);
});

test("a client sends parts in their order, the server reads them by their schemas, and back", async () => {
  const seen: unknown[] = [];
  const addPicture = async ({ body }: { body: unknown[] }) => {
    seen.push(await tell(body));
    return { status: 200, body: [body[0], body[1]] };
  };
  const { client } = await feature.connect({ addPicture });
  const body = [{ title: "Cat" }, png, 3, "a--", "ü"];
  const cat = ['a "cat".png', "image/png", 1, 2, 255];
  expect(await tell(await client["addPicture"]!({ body }))).toEqual([{ title: "Cat" }, cat]);
  expect(seen).toEqual([[{ title: "Cat" }, cat, 3, "a--", "ü"]]);
});

test("a list of files is one whose media type the handler names, where JSON is possible", async () => {
  const frames = [new Blob(["a"], { type: "image/jpeg" }), new Blob(["b"])];
  const listFrames = () => ({ status: 200, contentType: "multipart/mixed", body: frames });
  const { client, send } = await feature.connect({ listFrames });
  expect(await tell(await client["listFrames"]!())).toEqual([
    ["", "image/jpeg", 97],
    ["", "image/jpeg", 98],
  ]);
  const response = await send("/frames", {});
  expect(response.headers.get("content-type")).toMatch(/^multipart\/mixed; boundary=[\da-f-]{36}$/);
  const { client: other } = await feature.connect({ listFrames: () => ({ status: 200, body: ["a"] }) });
  expect(await other["listFrames"]!()).toEqual(["a"]);
  const { client: none } = await feature.connect({
    listFrames: () => ({ status: 200, contentType: "multipart/mixed", body: [] }),
  });
  expect(await none["listFrames"]!()).toEqual([]);
});

test("a part may be a list of parts", async () => {
  const seen: unknown[] = [];
  const putAlbum = async ({ body }: { body: unknown }) => {
    seen.push(await tell(body));
    return { status: 204 };
  };
  const { client } = await feature.connect({ putAlbum });
  const xml = new Blob(["<a/>"]);
  await client["putAlbum"]!({ body: [["a", "b"], [xml, "text", png]] }); // prettier-ignore
  const file = ['a "cat".png', "image/png", 1, 2, 255];
  expect(seen).toEqual([[["a", "b"], [["", "application/xml", 60, 97, 47, 62], "text", file]]]); // prettier-ignore
});

/** A multipart body of parts, each with its headers. */
const multipart = (parts: readonly (readonly [head: string, content: string])[], boundary = "b") =>
  `${parts.map(([head, content]) => `--${boundary}\r\n${head}${head && "\r\n"}\r\n${content}\r\n`).join("")}--${boundary}--`;

const picture = ["content-type: application/json", '{"title":"Cat"}'] as const;
const image = ["content-type: image/gif", "GIF"] as const;

describe("rejected", () => {
  test.each([
    ["too few parts", multipart([picture]), "the body must NOT have fewer than 2 items."],
    ["a part that is invalid", multipart([["", '{"title":1}'], image]), "/0/title must be string."],
    ["broken JSON", multipart([["", "{"], image]), "The body has a part 0 that is not JSON."],
    ["a wrong number", multipart([picture, image, ["", "0"]]), "/2 must be >= 1."],
    [
      "a text that is too long",
      multipart([picture, image, ["", "1"], ["", "123456"]]),
      "/3 must NOT have more than 5 characters.",
    ],
    [
      "a text that is not UTF-8",
      multipart([picture, image, ["", "1"], ["content-type: text/markdown; charset=x", ""]]),
      "The body has a part that is not UTF-8.",
    ],
    [
      "an encoded part",
      multipart([["content-transfer-encoding: base64", "e30="], image]),
      "The body has a part with a transfer encoding.",
    ],
    ["malformed headers", multipart([["a b: c", ""]]), "The body has a part with a malformed header."],
    ["long headers", multipart([[`a: ${"b".repeat(20_000)}`, ""]]), "The body has a part with headers that are too long."],
    ["no end", multipart([picture, image]).slice(0, -2), "The body can't be split at the boundary that its content type names."],
    [
      "too many parts",
      multipart([picture, image, ["", "1"], ...Array.from({ length: 9_998 }, () => ["", ""] as const)]),
      "The body has more than 10000 parts.",
    ],
  ])("%s", async (_, body, message) => {
    const { send } = await feature.connect({});
    const headers = { "content-type": "multipart/mixed; boundary=b" };
    const response = await send("/pictures", { method: "POST", body, headers });
    expect([response.status, await response.json()]).toEqual([400, { error: `invalid_body: ${message}` }]);
  });

  test("other media types, of the body and of its parts", async () => {
    const { send } = await feature.connect({});
    const post = async (type: string, body: string) => {
      const response = await send("/pictures", { method: "POST", body, headers: { "content-type": type } });
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    const text = "unsupported_media_type: The body has a part 1, which must be image/png or image/gif.";
    expect(await post("multipart/mixed; boundary=b", multipart([picture, ["content-type: image/jpeg", ""]]))).toEqual([
      415,
      text,
    ]);
    expect((await post("multipart/related; boundary=b", multipart([picture, image])))[0]).toBe(415);
    const drawn = ["content-type: image/png", picture[1]] as const;
    expect(await post("multipart/mixed; boundary=b", multipart([drawn, image]))).toEqual([
      415,
      "unsupported_media_type: The body has a part 0, which must be application/json.",
    ]);
  });

  test("parts of parts", async () => {
    const { send } = await feature.connect({});
    const put = async (type: string, inner: string) => {
      const body = multipart([["", "[]"], [type, inner]]); // prettier-ignore
      const response = await send("/albums", { method: "PUT", body, headers: { "content-type": "multipart/mixed; boundary=b" } });
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    const nested = "content-type: multipart/mixed; boundary=c";
    expect(await put("content-type: multipart/mixed", "")).toEqual([
      400,
      "invalid_body: The body has a part 1, which can't be split at the boundary that its content type names.",
    ]);
    expect(await put(nested, multipart([["content-type: image/png", ""]], "c"))).toEqual([
      415,
      "unsupported_media_type: The body has a part 1, which has a part 0, which must be application/xml.",
    ]);
    const [xml, image] = [["content-type: application/xml", ""] as const, ["content-type: image/png", ""] as const];
    const many = (length: number) => multipart([xml, ["", ""], image, ...Array.from({ length }, () => ["", ""] as const)], "c");
    expect(await put(nested, many(1))).toEqual([400, "invalid_body: /1 must NOT have more than 3 items."]);
    expect(await put(nested, many(9_996))).toEqual([
      400,
      "invalid_body: The body has a part 1, which has more than 10000 parts.",
    ]);
  });

  test("responses that are no list of valid parts", async () => {
    const messages: string[] = [];
    const log = ({ message, problems = [] }: { message: string; problems?: readonly { instancePath: string }[] }) =>
      void messages.push([message, ...problems.map(({ instancePath }) => instancePath)].join(" "));
    for (const body of ["text", [{ title: 1 }, png], [{ title: "Cat" }, "text"], [{ title: "Cat" }, png, 1]]) {
      const { client } = await feature.connect({ addPicture: () => ({ status: 200, body }) }, { log });
      await expect(client["addPicture"]!({ body: [{ title: "Cat" }, png] })).rejects.toMatchObject({ status: 500 });
    }
    expect(messages).toEqual([
      "The body is not a list of parts",
      "The body violates the contract /0/title",
      "The body has a part 1 that can't be written",
      "The body violates the contract ",
    ]);
  });

  test("responses that a client can't read", async () => {
    const respond = (body: string) => () =>
      Promise.resolve(new Response(body, { headers: { "content-type": "multipart/mixed; boundary=b" } }));
    const call = async (body: string) =>
      (await feature.clientOf({ baseUrl: "http://localhost", fetch: respond(body) }))["listFrames"]!();
    await expect(call("--b")).rejects.toMatchObject({ name: "InvalidResponseError" });
    await expect(call(multipart([["content-type: text/plain", ""]]))).rejects.toMatchObject({ name: "InvalidResponseError" });
  });
});

test("lists of parts are tuples in types", async () => {
  const program = `
    import { createClient } from "./client/index.js";
    import type { Handlers } from "./server/index.js";
    const client = createClient({ baseUrl: "" });
    const image = new Blob();
    export const operations: Handlers["operations"] = {
      addPicture: ({ body: [{ title }, file, number = 1, ...texts] }) =>
        ({ status: 200, body: [{ title: title + file.name + number.toFixed() + texts.join() }, file] }),
      listFrames: () => ({ status: 200, contentType: "multipart/mixed", body: [image] }),
      putAlbum: ({ body }) => { body?.[1]?.[2]?.arrayBuffer(); return { status: 204 }; },
    };
    export const read = async () => {
      const [{ title }, file] = await client.addPicture({ body: [{ title: "Cat" }, image, 3, "text"] });
      await client.putAlbum({ body: [["a"], [image, "text", image]] });
      // @ts-expect-error a text is no file
      await client.addPicture({ body: [{ title: "Cat" }, "text"] });
      return title + file.size;
    };
  `;
  expect(await feature.typeErrors(program)).toBe("");
});

const add = contract.paths["/pictures"].post;
const written = add.requestBody.content["multipart/mixed"];

describe("tools", () => {
  test("validate: fixtures have a text for each file", () => {
    const exchange = (body: JsonValue) => ({ operation: "addPicture", request: { body } });
    expect(feature.validate(exchange([{ title: "Cat" }, "example", 3]))).toEqual([]);
    expect(feature.validate(exchange([{ title: 1 }, "example", 0, "123456"]))).toEqual([
      "/request/body/0/title must be string",
      "/request/body/2 must be >= 1",
      "/request/body/3 must NOT have more than 5 characters",
    ]);
  });

  test("expand: plain OpenAPI of 3.2 has what the contract has, and that of 3.1 the schema", async () => {
    const content = async (openapi?: "3.1") => {
      const { paths } = (await feature.expanded(openapi)) as unknown as typeof contract;
      return paths["/pictures"].post.requestBody.content["multipart/mixed"];
    };
    expect(await content()).toEqual(written);
    expect(await content("3.1")).toEqual({ schema: written.schema, example: written.example });
  });

  test("diff: parts are compared by their positions", async () => {
    const changed = (change: object) => {
      const media = { ...written, ...change };
      const post = { ...add, requestBody: { required: true, content: { "multipart/mixed": media } } };
      return feature.changes({ ...contract, paths: { ...contract.paths, "/pictures": { post } } });
    };
    expect(await changed({})).toEqual([]);
    const encoded = (contentType: string) => changed({ prefixEncoding: [{}, { contentType }] });
    const part = 'the part at position 1 in the body of "addPicture"';
    expect(await encoded("image/png, image/gif, image/jpeg")).toEqual([
      `warning field-media-type-added ${part} can now also be sent as "image/jpeg"`,
    ]);
    expect(await encoded("image/png")).toEqual([`error field-media-type-removed ${part} can no longer be sent as "image/gif"`]);
    expect(await changed({ itemEncoding: { contentType: "text/html" } })).toEqual(
      ["at any other position", "at position 2"].map(
        (at) =>
          `error field-serialization-changed the part ${at} in the body of "addPicture" is now serialized with contentType "text/html" instead of "text/markdown"`,
      ),
    );
    expect(await encoded("application/json")).toContain(
      `error field-serialization-changed ${part} is now serialized with contentType "application/json" instead of "image/png, image/gif"`,
    );
    const [, ...others] = written.schema.prefixItems;
    const picture = {
      type: "object",
      required: ["title", "id"],
      properties: { title: { type: "string" }, id: { type: "string" } },
    };
    expect(await changed({ schema: { ...written.schema, prefixItems: [picture, ...others] } })).toContain(
      'error request-property-required "[0].id" in the body of "addPicture" is now required',
    );
  });

  test("docs: a page describes the parts, and its sample sends them with curl", async () => {
    const page = await feature.page("operations/addPicture.md");
    expect(page).toContain("List (object, file, integer, string…), at least 2 items");
    const [, command] = /```sh\n(curl [^]*?)\n```/.exec(page)!;
    const seen: unknown[] = [];
    const addPicture = async ({ body }: { body: unknown[] }) => {
      seen.push(await tell(body));
      return { status: 200, body: [body[0], new Blob([body[1] as Blob], { type: "image/png" })] };
    };
    const { createServer } = (await feature.load("server/index.ts")) as { createServer: (application: object) => Server };
    const { port } = await listen(
      createServer({
        authenticate: () => "",
        canAccess: () => true,
        log: () => undefined,
        handlers: { operations: { addPicture } },
      }),
    );
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "file"), "GIF");
    const called = `${command!.replace("https://api.example.com", `http://127.0.0.1:${port}`).replace("=@file", "=@file;type=image/gif")} --silent --noproxy '*'`;
    const { stdout } = await promisify(execFile)("sh", ["-c", called], { cwd: folder });
    expect(seen).toEqual([[{ title: `It's "a" \\ $x; type=b` }, ["file", "image/gif", 71, 73, 70], 3, 'a"\\;', "@b"]]);
    expect(stdout).toContain("\r\n\r\nGIF\r\n--");
    expect((await feature.page("operations/putAlbum.md")).match(/^ *-F .*/gm)).toEqual([
      `  -F '="[\\"example\\"]";type=application/json'`,
    ]);
  });
});

test("before OpenAPI 3.2, and below a range, a list is bytes to handlers and callers", async () => {
  const list = { schema: { type: "array", maxItems: 2, items: { type: "string", maxLength: 2 } } };
  const post = (operationId: string, type: string) => ({
    post: { operationId, requestBody: { required: true, content: { [type]: list } }, responses: { 200: { description: "Done.", content: { [type]: list } } } }, // prettier-ignore
  });
  const paths = { "/mixed": post("addMixed", "multipart/mixed"), "/any": post("addAny", "multipart/*") };
  const old = await featureOf({ openapi: "3.1.0", security: [], paths });
  const seen: unknown[] = [];
  const addMixed = ({ body }: { body: unknown }) => {
    seen.push(Buffer.from(body as Uint8Array).toString());
    return { status: 200, body };
  };
  const { client } = await old.connect({ addMixed });
  const body = new Blob(["--b--"], { type: "multipart/mixed; boundary=b" });
  expect(await client["addMixed"]!({ body })).toEqual(new TextEncoder().encode("--b--"));
  expect(seen).toEqual(["--b--"]);
  const program = `
    import { createClient } from "./client/index.js";
    import type { Handlers } from "./server/index.js";
    export const operations: Handlers["operations"] = {
      addMixed: ({ body }) => ({ status: 200, body: body.subarray(1) }),
      addAny: ({ body }) => ({ status: 200, contentType: "multipart/mixed", body: body.subarray(1) }),
    };
    void createClient({ baseUrl: "" }).addMixed({ body: new Blob() });
  `;
  needsFiles();
  expect(await old.typeErrors(program)).toBe("");
});
