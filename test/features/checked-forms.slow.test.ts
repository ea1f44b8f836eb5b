import { beforeAll, describe, expect, test } from "vitest";
import { answering, featureOf, type Feature } from "./feature.js";

const schema = {
  type: "object",
  properties: {
    size: { type: ["integer", "boolean", "null", "string"] },
    sizes: { type: "array", items: { type: ["number", "string"] } },
    title: { type: "string" },
  },
};

const types = { multipart: "multipart/form-data", urlEncoded: "application/x-www-form-urlencoded" };

let feature: Feature;
beforeAll(async () => {
  const post = ([operationId, type]: [string, string]) => [
    `/${operationId}`,
    {
      post: {
        operationId,
        security: [],
        requestBody: { content: { [type]: { schema } } },
        responses: answering({ type: "object" }),
      },
    },
  ];
  const both = { content: { "application/json": { schema }, "multipart/form-data": { schema } } };
  const either = { post: { operationId: "either", security: [], requestBody: both, responses: answering({ type: "object" }) } };
  const plain = { content: { "multipart/form-data": { schema: { type: "object", properties: { title: { type: "string" } } } } } };
  const unchecked = {
    post: { operationId: "plain", security: [], requestBody: plain, responses: answering({ type: "object" }) },
  };
  feature = await featureOf({
    paths: { ...Object.fromEntries(Object.entries(types).map(post)), "/either": either, "/plain": unchecked } as object,
  });
});

const returned = async (operation: string, body: object | null) => {
  const { client } = await feature.connect({ [operation]: ({ body }: { body: unknown }) => ({ status: 200, body }) });
  return client[operation]!({ body });
};

describe.each(Object.keys(types))("a form as %s", (operation) => {
  test.each<[string, unknown]>([
    ["size", "1"],
    ["size", "true"],
    ["size", "null"],
    ["sizes", ["a", "1.5"]],
  ])("%s %j would be read as another value", async (name, value) => {
    await expect(returned(operation, { title: "1", [name]: value })).rejects.toMatchObject({
      name: "InvalidCallError",
      message: `${operation} has a field ${name} that would be read as another value`,
    });
  });

  test.each([
    [{ size: 1 }],
    [{ size: true }],
    [{ size: null }],
    [{ size: "" }],
    [{ size: "01" }],
    [{ sizes: [1.5, "a", "true"], title: "1" }],
    [{ title: "\uFEFFnull" }],
  ])("%j is read as it is", async (body) => expect(await returned(operation, body)).toEqual(body));
});

test("JSON, and a form of the platform, are sent as they are", async () => {
  expect(await returned("either", { size: "1" })).toEqual({ size: "1" });
  const form = new FormData();
  form.append("size", "1");
  expect(await returned("multipart", form)).toEqual({ size: 1 });
});

test.each(["multipart", "urlEncoded", "plain", "either"])("null is not a form: %s", async (operation) => {
  const sent = returned(operation, null);
  if (operation === "either") expect(await sent.catch(({ status }: { status: number }) => status)).toBe(400);
  else
    await expect(sent).rejects.toMatchObject({ name: "InvalidCallError", message: expect.stringContaining("this kind of body") });
});

test("types: such a route is one of the client's", async () => {
  expect(await feature.typeErrors()).toBe("");
  const routes = feature.files.filter(({ text }) => text.includes("fieldTypes:")).map(({ path }) => path);
  expect(routes.length).toBeGreaterThan(0);
});
