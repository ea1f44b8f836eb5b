import { beforeAll, expect, test } from "vitest";
import { featureOf, json, type Feature } from "../../features/feature.js";

const change = {
  type: "object",
  required: ["name", "size"],
  properties: { name: { type: "string", enum: ["box"] }, size: { type: "integer", minimum: 3, maximum: 3 } },
};
const file = { type: "string", contentMediaType: "application/octet-stream" };
const operation = (operationId: string, content: object) => ({
  operationId,
  security: [],
  requestBody: { required: true, content },
  responses: { "204": { description: "Done." } },
});
const contract = {
  servers: [{ url: "https://api.test" }],
  paths: {
    "/a": { patch: operation("changeBox", json(change)) },
    "/b": { patch: operation("mergeBox", { "application/merge-patch+json": { schema: change } }) },
    "/c": { post: operation("sendForm", { "application/x-www-form-urlencoded": { schema: change } }) },
    "/d": {
      post: operation("sendFile", {
        "multipart/form-data": {
          schema: { type: "object", required: ["picture", "kind"], properties: { picture: file, kind: { const: "png" } } },
        },
      }),
    },
    "/e": { put: operation("sendBytes", { "image/png": {} }) },
    "/f": { put: operation("sendText", { "text/plain": { schema: { type: "string" }, example: "@it's" } }) },
    "/g": { put: operation("chooseJson", { "application/gzip": {}, ...json(change) }) },
    "/h": { put: operation("sendAny", { "*/*": { schema: change } }) },
    "/i": { put: operation("sendWord", { "*/*": { schema: { type: "string", example: "hi" }, example: "hi" } }) },
    "/j": { put: operation("sendFileBelow", { "application/*": { schema: file } }) },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

const body = `-d '{ "name": "box", "size": 3 }'`;

test.each<[string, string[]]>([
  ["changeBox", ["-H 'Content-Type: application/json'", body]],
  ["mergeBox", ["-H 'Content-Type: application/merge-patch+json'", body]],
  ["sendForm", ["--data-urlencode 'name=box'", "--data-urlencode 'size=3'"]],
  ["sendFile", ["-F 'picture=@file'", "--form-string 'kind=png'"]],
  ["sendBytes", ["-H 'Content-Type: image/png'", "--data-binary @body"]],
  ["sendText", ["-H 'Content-Type: text/plain'", `--data-raw '@it'\\''s'`]],
  ["sendAny", ["-H 'Content-Type: application/json'", body]],
  ["sendWord", ["-H 'Content-Type: text/plain'", "--data-raw 'hi'"]],
  ["sendFileBelow", ["-H 'Content-Type: application/octet-stream'", "--data-binary @body"]],
  ["chooseJson", ["-H 'Content-Type: application/json'", body]],
])("the curl command of %s sends a body", async (id, options) => {
  const page = await feature.page(`operations/${id}.md`);
  const command = /```sh\n([^]*?)\n```/.exec(page)![1]!;
  expect(command.split(" \\\n  ").slice(1).toSorted()).toEqual(options.toSorted());
});

test("a call with the client sends it, too, if it is an object", async () => {
  for (const id of ["changeBox", "sendForm", "sendAny"])
    expect(await feature.page(`operations/${id}.md`)).toContain(`await client.${id}({ body: { name: "box", size: 3 } });`);
  for (const id of ["sendFile", "sendBytes"]) expect(await feature.page(`operations/${id}.md`)).not.toContain("await client");
});
