import { describe, expect, test } from "vitest";
import { bindServiceOf } from "../../../templates/runtime/mcp/bind-service.js";
import { connect, eras, mcpOf, type Connection } from "./connect.js";
import { contractOf } from "./contract-of.js";

/** A service whose representation has other members than the parameters of its path; `path` is that of the GET. */
const fleet = (path = "/fleets/{fleet}/robots/{robot}", more = "") =>
  contractOf(
    `
  ${path}:
    parameters: [${[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(", ")}]
    get:
      operationId: getRobot
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Robot" } } } }
  /jobs/{job}:
    get:
      operationId: getJob
      parameters: [{ name: job, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { type: object, required: [phase], properties: { phase: { type: string, enum: [running, succeeded, failed] } } } } } }
  /fleets/{fleet}/robots/{robot}/commands:
    post:
      operationId: command
      parameters:
        - { name: fleet, in: path, required: true, schema: { type: string } }
        - { name: robot, in: path, required: true, schema: { type: string } }
      x-platform-action-binding:
        action: { in: body-field, name: verb }
        body: /payload
        response: { status: /phase, result: /data }
        service: { operation: getRobot, type: /kind, status: null, plan: null, actions: /commands }
        async: { operation: getJob, id: /job, status: /phase }
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [verb], properties: { verb: { type: string }, payload: { type: object } } } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { type: object, required: [phase], properties: { phase: { type: string }, job: { type: string }, data: {} } } } } }
        "202": { description: Started., content: { application/json: { schema: { type: object, required: [phase, job], properties: { phase: { type: string }, job: { type: string }, data: {} } } } } }
      x-platform-robot-actions:
        wipe: { destructive: true, body: { type: object, additionalProperties: false, properties: { reason: { type: string }, pin: { type: string, format: password }, meta: { type: object, additionalProperties: { type: string } } } } }
        charge: { async: true }
        move: { body: { type: object, additionalProperties: false, properties: { x: { type: number } } } }`,
    `
components:
  schemas:
    Robot:
      type: object
      required: [id, kind]
      properties:
        id: { type: string }
        kind: { type: string, enum: [robot] }
        commands: { type: array, items: { type: object, additionalProperties: false, required: [name, enabled], properties: { name: { type: string }, enabled: { type: boolean }, reason: { type: string } } } }
${more}`,
  );

const contract = fleet();
const target = { fleet: "f1", robot: "r1" };
const agree = () => ({ action: "accept", content: { confirm: true } }) as const;
const robot = (...commands: object[]) => Response.json({ id: "r1", kind: "robot", name: "Robo", commands });
const open = { name: "wipe", enabled: true };

type Respond = (path: string, init: RequestInit) => Response | Promise<Response>;

/** Connects with an API of a function for the service, and one for everything else. */
async function start(service: Respond, rest: Respond = () => Response.json({ phase: "done" }), more: Partial<Connection> = {}) {
  const asked: string[] = [];
  const sent: string[] = [];
  const connection = await connect({
    contract,
    respond: (message) => (asked.push(message), agree()),
    ...more,
    api: {
      baseUrl: "http://api.invalid",
      fetch: async (url, init) => {
        const path = url.slice("http://api.invalid".length);
        sent.push(`${init.method} ${path}`);
        return path === "/fleets/f1/robots/r1" ? service(path, init) : rest(path, init);
      },
      ...more.api,
    },
  });
  return { ...connection, asked, sent, made: () => sent.filter((one) => one.startsWith("POST")) };
}

describe("the service of a destructive action is read", () => {
  test.each(["/fleets/{fleet}/robots/{robot}", "/fleets/{of}/robots/{id}"])(
    "at %s, and its name is in the question",
    async (path) => {
      const { call, asked, sent } = await start(() => robot(open), undefined, { contract: fleet(path) });
      expect((await call("robot_wipe", target)).isError).toBeFalsy();
      expect(asked).toEqual([expect.stringContaining('on "Robo", fleet "f1", robot "r1"')]);
      // Again after the answer.
      const get = "GET /fleets/f1/robots/r1";
      expect(sent).toEqual([get, get, "POST /fleets/f1/robots/r1/commands"]);
    },
  );

  const closed = { name: "wipe", enabled: false, reason: "no wipe" };
  test.each([
    ["disabled", () => robot(closed), "is not available: no wipe", "409"],
    ["disabled, with an undeclared member", () => robot({ ...closed, more: 1 }), "is not available: no wipe", "409"],
    ["disabled in one of two entries", () => robot(open, closed), "is not available: no wipe", "409"],
    ["not advertised", () => robot(), "does not advertise this action", "409"],
    [
      "a reason with hidden characters",
      () => robot({ ...closed, reason: "a\u202eb\nc\u{e0041}" }),
      "a\\u202eb\\u000ac\\udb40\\udc41",
      "409",
    ],
    ["404", () => Response.json({}, { status: 404 }), "was not called: getRobot returned 404", "refused"],
    ["another type", () => Response.json({ id: "r1", kind: "drone" }), 'is of the type "drone", not "robot"', "refused"],
    [
      "403",
      () => Response.json({}, { status: 403 }),
      "state of its resource could not be read: getRobot returned 403",
      "refused",
    ],
    ["500", () => Response.json({}, { status: 500 }), "could not be read: getRobot returned 500", "refused"],
    [
      "dropped",
      () => Promise.reject(new TypeError("fetch failed")),
      "could not be read: getRobot received no response",
      "refused",
    ],
    ["no object", () => Response.json([]), "could not be read: the response is not an object", "refused"],
    ["no type", () => Response.json({ oops: 1 }), "could not be read: the response has no type at /kind", "refused"],
    ["a text for enabled", () => robot({ ...closed, enabled: "false" }), "neither true nor false", "refused"],
    ["no list", () => Response.json({ kind: "robot", commands: { wipe: true } }), "no list of actions at /commands", "refused"],
  ] as const)("and refused: %s", async (_, service, text, outcome) => {
    const { call, asked, made, outcomes } = await start(service);
    const result = await call("robot_wipe", target);
    expect([result.isError, result.text, asked, made()]).toEqual([true, expect.stringContaining(text), [], []]);
    expect(outcomes()).toEqual([outcome]);
  });

  test("unless destructive calls are allowed", async () => {
    const { call, made } = await start(() => Response.json({}, { status: 403 }), undefined, { destructive: "allow" });
    expect((await call("robot_wipe", target)).isError).toBeFalsy();
    expect(made()).toHaveLength(1);
  });

  test.each(eras)("again after the answer (%s)", async (era) => {
    let reads = 0;
    const { call, made } = await start(() => robot(++reads === 1 ? open : { name: "wipe", enabled: false }), undefined, { era });
    expect((await call("robot_wipe", target)).text).toContain("is not available: The API gives no reason.");
    expect([reads, made()]).toEqual([2, []]);
  });

  test("when a server is bound to it", async () => {
    const api = {
      baseUrl: "http://api.invalid",
      fetch: () => Promise.resolve(robot(open, { name: "move", enabled: false, extra: 1 })),
    };
    expect(await bindServiceOf(mcpOf(contract), api, ["f1", "r1"], undefined)).toEqual({
      type: "robot",
      target,
      enabled: new Set(["wipe"]),
    });
  });
});

test("a server isn't bound to a service without a type, or of another one", async () => {
  for (const body of [{ id: "r1" }, { id: "r1", kind: "drone" }]) {
    const api = { baseUrl: "http://api.invalid", fetch: () => Promise.resolve(Response.json(body)) };
    await expect(bindServiceOf(mcpOf(contract), api, ["f1", "r1"], "robot")).rejects.toThrow(
      "the resource is not of the type robot",
    );
  }
});

describe("a question", () => {
  test("shows every member, whatever the length of another", async () => {
    const { call, asked } = await start(() => robot(open));
    const meta = { first: " ".repeat(5_000), "k\u200b": "x".repeat(3_000), last: "the end\u202e" };
    await call("robot_wipe", { ...target, reason: `ok\n\n\n${"A".repeat(2_000)} wipe all`, meta });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('"reason":"ok AAA');
    expect(asked[0]).toContain("AAA wipe all");
    expect(asked[0]).toContain('"first":" ","k\\u200b":"xxx');
    expect(asked[0]).toContain('"last":"the end\\u202e"');
    expect(asked[0]!.length).toBeLessThan(1_000);
  });

  test("that would be too long is not asked", async () => {
    const { call, asked, made } = await start(() => robot(open));
    const meta = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`member_${index}`, "value"]));
    expect((await call("robot_wipe", { ...target, meta })).text).toContain("arguments are too long for a question");
    expect([asked, made()]).toEqual([[], []]);
  });
});

describe("a response", () => {
  const long = JSON.stringify({ phase: "x".repeat(5_000) });
  test.each([
    ["of a declared length", { "content-length": "5012" }, "returned 5012 bytes, and the limit is 1000"],
    ["without a length", {}, "returned more than 1000 bytes, and the limit is 1000"],
  ])("over the limit, %s", async (_, headers, text) => {
    let isLong = true;
    const respond = () =>
      new Response(isLong ? long : '{"phase":"done"}', { headers: { ...headers, "content-type": "application/json" } });
    const { call } = await start(() => robot(open), respond, { maxResponse: 1_000 });
    const result = await call("robot_move", target);
    expect([result.isError, result.text]).toEqual([true, expect.stringContaining(`robot.move was executed, but it ${text}`)]);
    isLong = false;
    if (Object.keys(headers).length === 0) expect((await call("robot_move", target)).isError).toBeFalsy();
  });

  test("of an error over the limit keeps its status", async () => {
    const { call, outcomes } = await start(
      () => robot(open),
      () => new Response(long, { status: 409 }),
      { maxResponse: 1_000 },
    );
    expect((await call("robot_move", target)).text).toBe("robot.move returned 409");
    expect(outcomes()).toEqual(["409"]);
  });

  test.each([
    [() => Response.json({ other: 1 }), "robot.move was executed, but"],
    [() => Promise.reject(new TypeError("fetch failed")), "robot.move received no response; it may have been executed"],
    [
      () => Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } })),
      "robot.move received no response: ECONNREFUSED",
    ],
  ])("that is none says whether the call was executed: %#", async (respond, text) => {
    const { call } = await start(() => robot(open), respond as Respond);
    expect((await call("robot_move", target)).text.replace(/^(.*ECONNREFUSED).+/, "$1 and more")).toContain(text);
  });

  test("that doesn't come in time", async () => {
    const { call, outcomes } = await start(
      () => robot(open),
      (_, { signal }) => new Promise((__, reject) => signal!.addEventListener("abort", () => reject(new Error("aborted")))),
      { api: { baseUrl: "http://api.invalid", timeout: 20 } },
    );
    expect((await call("robot_move", target)).text).toBe("robot.move timed out; it may have been executed");
    expect(outcomes()).toEqual(["TimeoutError"]);
  });

  test("hides the token and secrets of the call in all spellings", async () => {
    const [token, pin] = ["canary-T/1+b=", 'canary-"pin"'];
    const spell = (text: string) => [
      text,
      encodeURIComponent(text),
      encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
      btoa(text),
      btoa(text).replace(/=+$/, ""),
      JSON.stringify(text),
    ];
    const texts = [...spell(token), ...spell(pin)];
    for (const response of [
      () => Response.json({ error: `bad: ${texts.join(" ")}` }, { status: 422 }),
      () => Response.json({ phase: texts.join(" "), data: { other: pin, list: texts } }),
    ]) {
      const { call, logs } = await start(() => robot(open), response, { secrets: [token] });
      const result = await call("robot_wipe", { ...target, pin });
      const shown = JSON.stringify(result) + logs.audit.join("");
      expect(shown).toContain("[redacted]");
      expect([...texts, "canary"].filter((text) => shown.includes(text))).toEqual([]);
    }
  });
});

test.each([
  ["failed", true, "failed"],
  ["succeeded", false, "ok"],
])("an asynchronous action that ended as %s", async (phase, isError, outcome) => {
  const { call, outcomes } = await start(
    () => robot(open),
    (path) =>
      path.startsWith("/jobs") ? Response.json({ phase }) : Response.json({ phase: "running", job: "j1" }, { status: 202 }),
  );
  const result = await call("robot_charge", target);
  expect([result.isError ?? false, outcomes()]).toEqual([isError, [outcome]]);
  expect(result.structuredContent).toMatchObject({ finished: true, outcome: { phase } });
});

describe("the three tools of a search", () => {
  test.each([
    ["invoke_tool", { name: "robot_move", arguments: "x" }, "/arguments must be object"],
    ["invoke_tool", { name: "robot_move", arguments: ["x"] }, "/arguments must be object"],
    ["invoke_tool", { name: "robot_move", arguments: null }, "/arguments must be object"],
    ["invoke_tool", { name: "robot_move", argument: {} }, "/argument is not allowed"],
    ["invoke_tool", { arguments: {} }, "/name is required"],
    ["describe_tool", { name: 1 }, "/name must be string"],
    ["search_tools", { query: {} }, "/query must be string"],
  ])("reject what their schemas don't accept: %s %j", async (name, args, text) => {
    const { call, sent, outcomes } = await start(() => robot(open), undefined, { budget: 10 });
    const result = await call(name, args as Record<string, unknown>);
    expect([result.isError, result.text, sent, outcomes()]).toEqual([true, expect.stringContaining(text), [], ["invalid"]]);
  });
});

// The package of the protocol drops it at the top.
test("an own member __proto__ is unknown", async () => {
  const { call, sent } = await start(() => robot(open), undefined, { budget: 10 });
  const args = JSON.parse('{"fleet":"f1","robot":"r1","__proto__":{"x":1}}') as object;
  const result = await call("invoke_tool", { name: "robot_charge", arguments: args });
  expect([result.text, sent]).toEqual(['robot_charge: unknown argument "__proto__"', []]);
});

describe("an answer", () => {
  const manual = async () => {
    const { client, outcomes, made } = await start(() => robot(open), undefined, { era: "2026-07-28" });
    const send = (args: object, more: object = {}) =>
      client.request(
        { method: "tools/call", params: { name: "robot_wipe", arguments: { ...target, ...args }, ...more } },
        { allowInputRequired: true },
      );
    const { requestState } = (await send({})) as unknown as { requestState: string };
    return { send, requestState, outcomes, made };
  };
  const inputResponses = { confirm: agree() };

  test("that declines consumes the question", async () => {
    const { send, requestState, made } = await manual();
    await send({}, { requestState, inputResponses: { confirm: { action: "decline" } } });
    const again = await send({}, { requestState, inputResponses });
    expect([JSON.stringify(again), made()]).toEqual([expect.stringContaining("the question was answered before"), []]);
  });

  test("for other arguments says so", async () => {
    const { send, requestState, made } = await manual();
    const result = await send({ reason: "x" }, { requestState, inputResponses });
    expect([JSON.stringify(result), made()]).toEqual([expect.stringContaining("the agreement is for other arguments"), []]);
  });

  test("with a state of the caller's own has a line in the log", async () => {
    const { send, requestState, outcomes } = await manual();
    await expect(send({}, { requestState: `${requestState.slice(0, -4)}AAAA`, inputResponses })).rejects.toThrow("requestState");
    expect(outcomes()).toEqual(["asked", "refused"]);
  });
});

test("titles, descriptions and the log don't have characters that nobody sees", async () => {
  const hidden = "a\u202eb\u{e0041}\u0085c\u2028d\u00ad";
  const text = JSON.stringify(hidden);
  const named = contractOf(`
  /things:
    get:
      operationId: things
      summary: ${text}
      description: ${text}
      parameters: [{ name: q, in: query, description: ${text}, schema: { type: string, description: ${text} } }]
      responses: { "200": { description: It., content: { application/json: { schema: { type: object, properties: { a: { type: string, description: ${text} } } } } } } }
`);
  const { client, call, logs } = await connect({ contract: named, api: { baseUrl: "http://api.invalid" } });
  const { tools } = await client.listTools();
  await call(hidden, {});
  const shown = `${JSON.stringify(tools)}${logs.audit.join("")}`;
  expect(shown).toContain("\\\\u202e");
  expect(shown).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/u);
});

test("a member with a constant in each alternative: all are named", async () => {
  const union = contractOf(`
  /things:
    post:
      operationId: add
      requestBody: { required: true, content: { application/json: { schema: { oneOf: [
        { type: object, additionalProperties: false, required: [mode, speed], properties: { mode: { const: fast }, speed: { type: integer } } },
        { type: object, additionalProperties: false, required: [mode], properties: { mode: { const: slow } } } ] } } } }
      responses: { "204": { description: Added. } }
`);
  const { call } = await connect({ contract: union, destructive: "allow", api: { baseUrl: "http://api.invalid" } });
  expect((await call("add", { mode: "other" })).text).toBe('add violates the contract: /mode must be one of "fast", "slow"');
  expect((await call("add", { mode: "fast" })).text).toBe("add violates the contract: /speed is required");
});
