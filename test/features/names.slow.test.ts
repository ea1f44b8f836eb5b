import { beforeAll, expect, test } from "vitest";
import { answering, featureOf, json, refer, type Feature } from "./feature.js";

const long = "a".repeat(128);
const ids = [
  "find pet by id",
  "dbaas.pg",
  "2fa:enable",
  "größe",
  "日本語",
  "tags#list",
  "a/b",
  "a b",
  "GetPet",
  "getPet",
  "con",
  long,
];

const schemaNames = ["IP address", "List<Pet>", "Größe", "Issue`1[System.Boolean]", "api/v1:Pod", "3d", "user", "User", "CON"];
const schemas = Object.fromEntries(
  schemaNames.map((name, index) => [
    name,
    { type: "object", required: [`p${index}`], additionalProperties: false, properties: { [`p${index}`]: { type: "integer" } } },
  ]),
);
const pointer = (name: string) => ({ $ref: `#/components/schemas/${encodeURIComponent(name.replaceAll("/", "~1"))}` });

const actionParameters = ["id", "action"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));

/** Names that are no identifiers, names that differ in case only, long names. */
const contract = {
  paths: {
    ...Object.fromEntries(
      ids.map((operationId, index) => [
        `/p${index}`,
        {
          post: {
            operationId,
            security: [],
            requestBody: { required: true, content: json(pointer(schemaNames[index % schemaNames.length]!)) },
            responses: answering(pointer(schemaNames[index % schemaNames.length]!)),
          },
        },
      ]),
    ),
    "/services/{id}/actions/{action}": {
      post: {
        operationId: "3d actions",
        security: [],
        parameters: actionParameters,
        requestBody: { required: true, content: json({ type: "object" }) },
        responses: answering({
          type: "object",
          required: ["result", "status", "at"],
          properties: { result: { type: "object" }, status: { type: "string" }, at: { type: "string" } },
        }),
        "x-platform-shareGroups-actions": {
          [long]: { label: "Long.", body: pointer("Größe"), result: refer("user") },
          stop: { label: "Stop." },
        },
      },
    },
  },
  components: { schemas },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

test("what OpenAPI doesn't allow is a warning", () => {
  const named = feature.findings.filter((text) => /name|operation-id|redocly/.test(text.split(" ")[1]!));
  const odd = schemaNames.filter((name) => !/^[\w.-]+$/.test(name));
  expect(named).toEqual(odd.map((name) => expect.stringContaining(`warning component-name-nonstandard "${name}"`)));
});

test("keys are the names of the contract, and the output type-checks", async () => {
  const program = `
    import { createClient } from "./client/index.js";
    import type { OperationHandlers, ShareGroupsHandlers } from "./server/handlers.js";
    import type { components, operations } from "./types.js";
    const client = createClient({ baseUrl: "" });
    export const calls = () => [client["dbaas.pg"]({ body: { p1: 1 } }), client["2fa:enable"]({ body: { p2: 1 } }), client.GetPet({ body: { p8: 1 } })];
    export const ids: Record<Exclude<keyof OperationHandlers, ${ids.map((id) => JSON.stringify(id)).join(" | ")}>, never> = {};
    export const handled: (keyof OperationHandlers)[] = ${JSON.stringify(ids)};
    export const names: (keyof components["schemas"])[] = ${JSON.stringify(schemaNames)};
    export const own: (keyof operations)[] = ${JSON.stringify(ids)};
    export const action: keyof ShareGroupsHandlers = "${long}";
    export const call = () => client.shareGroups({ id: "a" })["${long}"]({ p2: 1 });
  `;
  expect(await feature.typeErrors(program)).toBe("");
});

test("files have safe names that differ in more than case", () => {
  const paths = feature.files.map(({ path }) => path);
  expect(paths.filter((path) => !/^[A-Za-z0-9_./-]+$/.test(path) || path.includes(".."))).toEqual([]);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
});

test("the client writes them, the server reads them, validators check them", async () => {
  const echo = ({ body }: { body: unknown }) => ({ status: 200, body });
  const { client, send } = await feature.connect(Object.fromEntries(ids.map((id) => [id, echo])));
  const { operations } = await feature.validators();
  for (const [index, id] of ids.entries()) {
    const body = { [`p${index % schemaNames.length}`]: 7 };
    expect(await client[id]!({ body })).toEqual(body);
    expect([body, { other: 1 }].map((value) => operations[id]!.body!(value))).toEqual([true, false]);
    const init = { method: "POST", body: JSON.stringify({ other: 1 }), headers: { "content-type": "application/json" } };
    expect((await send(`/p${index}`, init)).status).toBe(400);
    expect(feature.validate({ operation: id, request: { body } } as never)).toEqual([]);
  }
});

test("docs, expand and diff read them", async () => {
  expect(await feature.page("operations/dbaas.pg.md")).toContain("# `dbaas.pg`");
  const { paths, components } = (await feature.expanded()) as Record<string, Record<string, object>>;
  expect(Object.values(paths!).map((item) => (Object.values(item)[0] as { operationId: string }).operationId)).toEqual(
    // Ids of operations have at most 128 characters.
    expect.arrayContaining([...ids, expect.stringMatching(/^shareGroups\.a{90,116}$/)]),
  );
  expect(Object.keys(components!["schemas"]!)).toEqual(expect.arrayContaining(schemaNames));
  expect(await feature.changes(contract)).toEqual([]);
});
