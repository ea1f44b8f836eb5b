import { beforeAll, describe, expect, test } from "vitest";
import { answering, featureOf, refer, type Feature } from "./feature.js";

const contract = {
  paths: {
    "/pictures": {
      post: {
        operationId: "addPicture",
        security: [],
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: refer("NewPicture"),
              encoding: { settings: { contentType: "application/json" } },
            },
          },
        },
        responses: answering({ type: "object" }),
      },
    },
  },
  components: {
    schemas: {
      NewPicture: {
        type: "object",
        required: ["title", "file"],
        additionalProperties: false,
        properties: {
          title: { type: "string", maxLength: 20 },
          file: { type: "string", format: "binary" },
          thumbnails: { type: "array", maxItems: 2, items: { type: "string", contentMediaType: "image/png" } },
          width: { type: "integer", minimum: 1 },
          tags: { type: "array", items: { type: "string" } },
          place: refer("Place"),
          settings: refer("Settings"),
        },
      },
      Place: { type: "object", required: ["lat"], properties: { lat: { type: "number" } } },
      Settings: { type: "object", additionalProperties: { type: "boolean" } },
    },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

const png = new File([new Uint8Array([1, 2, 255])], "cat.png", { type: "image/png" });

/** The received form, files as their names, types and bytes. */
async function arriving() {
  const seen: Record<string, unknown>[] = [];
  const addPicture = async ({ body }: { body: Record<string, unknown> }) => {
    const told = Object.entries(body).map(async ([name, value]) => [name, await tell(value)] as const);
    seen.push(Object.fromEntries(await Promise.all(told)));
    return { status: 200, body: {} };
  };
  return { seen, ...(await feature.connect({ addPicture })) };
}

async function tell(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(tell));
  return value instanceof File ? [value.name, value.type, ...new Uint8Array(await value.arrayBuffer())] : value;
}

test("the client sends an object as a form, and the server reads it by its schema", async () => {
  const { client, seen } = await arriving();
  const body = {
    title: "Cat & <dog>",
    file: png,
    thumbnails: [png, new Blob(["x"], { type: "image/png" })],
    width: 640,
    tags: ["a,b", "c"],
    place: { lat: 48.2 },
    settings: { public: true },
  };
  expect(await client["addPicture"]!({ body })).toEqual({});
  const file = ["cat.png", "image/png", 1, 2, 255];
  expect(seen).toEqual([{ ...body, file, thumbnails: [file, ["blob", "image/png", 120]] }]);
});

test("a form of the platform is sent unchanged", async () => {
  const { client, seen } = await arriving();
  const body = new FormData();
  body.append("title", "Cat");
  body.append("file", png);
  await client["addPicture"]!({ body });
  expect(seen).toEqual([{ title: "Cat", file: ["cat.png", "image/png", 1, 2, 255] }]);
});

describe("rejected", () => {
  const form = (parts: readonly (readonly [string, string | Blob])[]) => {
    const body = new FormData();
    for (const [name, value] of parts) body.append(name, value as Blob);
    return body;
  };
  test.each([
    ["a missing file", form([["title", "Cat"]]), "/file is required."],
    ["a missing text", form([["file", png]]), "/title is required."],
    ["a file in place of a text", form([["title", png], ["file", png]]), "/title must be string."], // prettier-ignore
    ["a wrong number", form([["title", "a"], ["file", png], ["width", "0"]]), "/width must be >= 1."], // prettier-ignore
    ["an unknown part", form([["title", "a"], ["file", png], ["x", "1"]]), "/x is not allowed."], // prettier-ignore
    ["a part that comes twice", form([["title", "a"], ["title", "b"]]), "The body has the same part twice."], // prettier-ignore
    ["broken JSON", form([["place", "{"]]), "The body has a part place that is not JSON."],
    ["JSON that does not fit", form([["title", "a"], ["file", png], ["place", "{}"]]), "/place/lat is required."], // prettier-ignore
  ])("%s", async (_, body, message) => {
    const { send } = await arriving();
    const response = await send("/pictures", { method: "POST", body });
    expect([response.status, await response.json()]).toEqual([400, { error: `invalid_body: ${message}` }]);
  });

  test("bodies that are not forms", async () => {
    const { send } = await arriving();
    const post = (type: string) => send("/pictures", { method: "POST", body: "x", headers: { "content-type": type } });
    expect((await post("application/json")).status).toBe(415);
    const broken = await post("multipart/form-data; boundary=b");
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { error: "invalid_body: The body can't be split at the boundary that its content type names." },
    ]);
  });

  test("more than the limit", async () => {
    const { client } = await feature.connect({}, { limits: { bodyBytes: 100 } });
    const body = { title: "a", file: new Blob(["x".repeat(200)]) };
    await expect(client["addPicture"]!({ body })).rejects.toMatchObject({ status: 413 });
  });
});

test("types: callers give blobs, handlers get files", async () => {
  const program = `
import { createClient } from "./client/index.js";
import type { OperationHandlers } from "./server/index.js";

export const addPicture: OperationHandlers["addPicture"] = async ({ body }) => {
  const name: string = body.file.name;
  const width: number | undefined = body.width;
  const thumbnails: File[] | undefined = body.thumbnails;
  const lat: number | undefined = body.place?.lat;
  return { status: 200, body: { name, width, thumbnails: thumbnails?.length, lat } };
};
const client = createClient({ baseUrl: "" });
await client.addPicture({ body: { title: "a", file: new Blob([]) } });
await client.addPicture({ body: new FormData() });
// @ts-expect-error a file is needed
await client.addPicture({ body: { title: "a" } });
// @ts-expect-error a file is no text
await client.addPicture({ body: { title: "a", file: "x" } });
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("in fixtures a file is a text", () => {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const held = (body: object) => feature.validate({ operation: "addPicture", request: { headers, body: body as never } });
  expect(held({ title: "a", file: "bytes" })).toEqual([]);
  expect(held({ title: "a", width: 0 })).toEqual(["/request/body/file is required", "/request/body/width must be >= 1"]);
});

test("the docs list the parts, expand keeps them", async () => {
  const page = await feature.page("operations/addPicture.md");
  expect(page).toContain("`multipart/form-data`");
  expect(page).toMatch(/`file` \*required\*[^\n]*file/);
  const paths = (await feature.expanded())["paths"];
  expect(paths).toMatchObject({ "/pictures": { post: { requestBody: contract.paths["/pictures"].post.requestBody } } });
});

describe("an action that its path names", () => {
  const upload = {
    type: "object",
    required: ["size", "file"],
    additionalProperties: false,
    properties: {
      size: { type: "integer", maximum: 9 },
      file: { type: "string", format: "binary", maxLength: 3 },
      pages: { type: "array", items: { type: "integer" } },
      place: refer("Place"),
    },
  };
  let actions: Feature;
  beforeAll(async () => {
    actions = await featureOf({
      paths: {
        "/maps/{id}/{action}": {
          post: {
            operationId: "change",
            security: [],
            parameters: ["id", "action"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
            requestBody: { required: true, content: { "multipart/form-data": { schema: { type: "object" } } } },
            responses: answering({ type: "object", properties: { result: { type: "object" } } }),
            "x-platform-map-actions": { upload: { label: "Upload", body: upload }, clear: { label: "Clear" } },
          },
        },
      },
      components: { schemas: contract.components.schemas },
    });
  });

  async function connected() {
    const seen: unknown[] = [];
    const handle = async ({ body }: { body: Record<string, unknown> }) => {
      const read = Object.entries(body).map(async ([name, value]) => [name, await tell(value)] as const);
      seen.push(Object.fromEntries(await Promise.all(read)));
      return {};
    };
    const handlers = { actions: { map: { upload: handle, clear: handle } } } as never;
    const { client, send } = await actions.connect({}, { handlers, findResource: () => ({ type: "map" }) });
    const calls = (client["map"] as unknown as (target: object) => Record<string, (body: object) => Promise<unknown>>)({
      id: "m1",
    });
    return { calls, send, seen };
  }

  test("its parts are read by its schema", async () => {
    const { calls, send, seen } = await connected();
    await calls["upload"]!({ size: 5, file: png, pages: [1, 2], place: { lat: 1 } });
    expect(seen).toEqual([{ size: 5, file: ["cat.png", "image/png", 1, 2, 255], pages: [1, 2], place: { lat: 1 } }]);
    for (const size of ["10", "five"]) {
      const form = new FormData();
      form.set("size", size);
      form.set("file", png);
      expect((await send("/maps/m1/upload", { method: "POST", body: form })).status, size).toBe(400);
    }
    await expect(calls["upload"]!({ size: 5, file: new Blob(["abcd"]) })).rejects.toMatchObject({
      body: { error: "invalid_action_body: The body has a part file, which must have at most 3 bytes." },
    });
    await calls["clear"]!({});
    expect(seen).toHaveLength(2);
  });

  test("its types have files", async () => {
    const program = `
import type { Handlers } from "./server/index.js";
import type { MapActionCalls } from "./client/index.js";

export const upload: Pick<Handlers["actions"]["map"], "upload"> = {
  upload: async ({ body }) => {
    const bytes: Uint8Array = await body.file.bytes();
    void [bytes, body.size.toFixed(), body.pages?.[0]?.toFixed(), body.place?.lat.toFixed()];
  },
};
export const call = (calls: MapActionCalls) => calls.upload({ size: 5, file: new Blob([]) });
`;
    expect(await actions.typeErrors(program)).toBe("");
  });
});
