import { describe, expect, test } from "vitest";
import { type ApiError, createClient as createGenerated, follow as followGenerated } from "../../../generated/client/index.js";
import { actions as validators, type ActionGuards } from "../../../generated/validators/index.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { createSchemaEvaluator } from "../../../generator/json-schema/interpreter.js";
import { createRandom } from "../../../generator/json-schema/samples/random.js";
import { sampleValue } from "../../../generator/json-schema/samples/sample-value.js";
import {
  createClient as createLive,
  follow as followLive,
  load,
  type LiveClient,
  type LiveOperation,
} from "../../../generator/live/index.js";
import type { Action } from "../../../generator/model/contract.js";
import { mockOf } from "../../../generator/tools/mock/mock.js";
import { existing } from "./existing.js";

const contract = await load("spec/openapi.yaml");
const { model } = contract;
const target = { project_id: "00000000-0000-4000-8000-000000000001", service_id: "00000000-0000-4000-8000-000000000002" };
const collection = `/v1/projects/${target.project_id}/services`;
const actions = model.serviceTypes.flatMap((type) =>
  type.actions.map((action) => [`${type.name}.${action.name}`, action] as const),
);
const states = model.lifecycle!.states.map(({ name }) => name);
const plansOf = (type: string) => model.lifecycle!.plans.get(type)!.map(({ name }) => name);
const scopes = [...new Set(actions.flatMap(([, action]) => action.scopes))];
const mock = mockOf(contract, {
  tempo: 0,
  tokens: { all: { scopes }, none: { scopes: [] } },
  log: (message) => expect.fail(message),
});

type Calls = Readonly<Record<string, LiveOperation>>;
type Follow = (call: LiveOperation, body: object) => Promise<unknown>;
const following = { interval: 1, timeout: 5_000 };

/** Both clients of the mock, by token. */
function clientsOf(token: string) {
  const options = { baseUrl: "http://mock.invalid", token, fetch: mock.fetch };
  return {
    generated: createGenerated(options) as unknown as LiveClient["services"] & LiveClient["operations"],
    live: createLive(contract, options).services,
  };
}
const clients = { all: clientsOf("all"), none: clientsOf("none") };
const follows: Readonly<Record<"generated" | "live", Follow>> = {
  generated: (call, body) => followGenerated(call as never, body as never, following),
  live: (call, body) => followLive(contract, call, body, following),
};

/** Runs with the calls of each client, and one new service in which an action is available. */
async function withEach(
  { serviceType, states: usable, plans }: Action,
  run: (calls: Calls, follow: Follow) => Promise<void>,
  { facts = {}, token = "all" }: { readonly facts?: object; readonly token?: "all" | "none" } = {},
): Promise<void> {
  const plan = (plans ?? plansOf(serviceType))[0]!;
  const service = { id: target.service_id, project_id: target.project_id, type: serviceType, plan, name: "orders" };
  for (const kind of ["generated", "live"] as const) {
    mock.setState({ collections: { [collection]: [{ ...service, status: usable?.[0] ?? "active", ...facts }] } });
    await run(clients[token][kind][serviceType]!(target) as Calls, follows[kind]);
  }
}

type Guards = ActionGuards<{ body: unknown; result: unknown }>;

function guardsOf({ name, serviceType }: Action): Guards {
  return (validators as unknown as Readonly<Record<string, Readonly<Record<string, Guards>>>>)[serviceType]![name]!;
}

const evaluate = createSchemaEvaluator(model.schemas, { steps: 100_000, stepsInAll: Infinity, errors: 0 });

/** The bodies of an action's examples, and sampled ones. */
function validBodies({ body, examples, name }: Action): readonly JsonObject[] {
  const sampled = [1, 2].map((seed) => {
    const sampling = { schemas: model.schemas, evaluate, random: createRandom(`${name} ${seed}`), direction: undefined };
    return sampleValue(sampling, model.schemas.get(body)!);
  });
  return [...examples.map((example) => example.body), ...sampled] as JsonObject[];
}

/** Bodies with one fault: an unknown member, a missing one, or one of another type. */
function invalidBodies(action: Action): readonly JsonValue[] {
  const bodies = validBodies(action).flatMap((body) => [
    { ...body, no_such_member: 1 },
    ...Object.keys(body).flatMap((name) => {
      const { [name]: _, ...others } = body;
      return [others, { ...others, [name]: { no: "such" } }, { ...others, [name]: [[]] }];
    }),
  ]);
  return bodies.filter((body) => !guardsOf(action).body(body));
}

/** What a call fails with. */
async function failureOf(call: Promise<unknown>): Promise<{ status: number; code: string | undefined; message: string }> {
  const error: unknown = await call.then(
    (value) => expect.fail(`succeeded: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  expect((error as Error).name).toBe("ApiError");
  const { status, code, message } = error as ApiError;
  return { status, code, message };
}

test("the contract has its actions", () => expect(actions).toHaveLength(86));

describe.each(actions)("%s", (_, action) => {
  const example = action.examples[0]!.body as object;

  test("a valid body has the declared success", async () => {
    for (const valid of validBodies(action)) {
      await withEach(action, async (calls) => {
        const body = await existing(action, actions, calls, valid);
        const response = await calls[action.name]!(body);
        expect(response).toMatchObject({ action: action.name });
        expect(mock.requests.at(-1)!.status).toBe(action.async ? 202 : 200);
        expect(guardsOf(action).result((response as { result: unknown }).result)).toBe(true);
      });
    }
  });

  test("an invalid body is rejected", async () => {
    await withEach(action, async (calls) => {
      for (const body of invalidBodies(action)) {
        expect(await failureOf(calls[action.name]!(body as object))).toMatchObject({ status: 400, code: "invalid_action_body" });
      }
      expect(Object.keys(mock.state.read().collections)).toEqual([collection]);
    });
  });

  test("declared errors are sent on demand", async () => {
    await withEach(action, async (calls) => {
      for (const { code, status } of action.errors) {
        const preferring = (prefer: string) => failureOf(calls[action.name]!(example, { headers: { prefer } }));
        expect(await preferring(`error=${code}`)).toMatchObject({ code, status });
        expect(await preferring(`code=${status}`)).toMatchObject({ status });
      }
    });
  });

  test("where it is disabled, it is refused with the reason that the service shows", async () => {
    const unusable = [
      ...states.filter((one) => action.states && !action.states.includes(one)).map((status) => ({ status })),
      ...plansOf(action.serviceType).flatMap((plan) => (action.plans && !action.plans.includes(plan) ? [{ plan }] : [])),
    ];
    for (const facts of unusable) {
      const check = async (calls: Calls) => {
        const service = (await clients.all.generated["getService"]!(target as never)) as unknown as {
          capabilities: { actions: { name: string; enabled: boolean; reason: string }[] };
        };
        const shown = service.capabilities.actions.find(({ name }) => name === action.name)!;
        expect(shown.enabled).toBe(false);
        const { message, ...failure } = await failureOf(calls[action.name]!(example));
        expect(failure).toEqual({ status: 409, code: "action_unavailable" });
        expect(message).toContain(shown.reason);
      };
      await withEach(action, check, { facts });
    }
  });

  test("without its scopes, it is forbidden", async () => {
    await withEach(
      action,
      async (calls) => expect(await failureOf(calls[action.name]!(example))).toMatchObject({ status: 403 }),
      {
        token: "none",
      },
    );
  });

  test.runIf(action.async)("it ends", async () => {
    await withEach(action, async (calls, follow) => {
      const body = await existing(action, actions, calls, example as JsonObject);
      expect(await follow(calls[action.name]!, body)).toBeDefined();
    });
  });
});
