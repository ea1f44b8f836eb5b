import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

/** A contract whose endpoint responds with a schema, with actions. */
const responding = (schema: string, actions: string, more = "") =>
  contract({ actions }).replace(
    /^ {8}"200": .*$/m,
    `        "200": { description: Done., content: { application/json: { schema: ${schema} } } }${more}`,
  );
const unfit = (schema: string, actions: string, more?: string) => findings("result-unfit", responding(schema, actions, more));
const body = (properties: string, required = "") =>
  `{ type: object, required: [${required}], additionalProperties: false, properties: { ${properties} } }`;
const result = "{ type: object, required: [size], properties: { size: { type: integer } } }";
const resize = `resize: { summary: Resize., result: ${result} }`;

test("a result that the response can't contain", () => {
  const message = `[result] error the result of "resize" can't be valid in the response "200"`;
  for (const member of [
    "{ type: string }",
    "{ type: array, items: {} }",
    "{ type: object, additionalProperties: false, properties: { id: { type: integer } } }",
    "{ type: object, properties: { size: { type: string } } }",
    '{ anyOf: [{ type: string }, { type: "null" }] }',
  ]) {
    expect(unfit(body(`status: { type: string }, result: ${member}`), resize), member).toEqual([message]);
    expect(unfit(body(`data: ${body(`status: { type: string }, result: ${member}`)}`, "data"), resize), member).toEqual([
      message,
    ]);
  }
});

test("a result that may be valid", () => {
  for (const member of [
    "{ type: object }",
    "{}",
    "{ type: [object, string] }",
    "{ type: object, properties: { size: { type: integer, minimum: 3 } } }",
    "{ oneOf: [{ type: string }, { type: object, properties: { size: { type: number } } }] }",
  ])
    expect(unfit(body(`status: { type: string }, result: ${member}`), resize), member).toEqual([]);
  // The response of an action without a result may omit it.
  expect(unfit(body("status: { type: string }, result: { type: string }"), "restart: { summary: Restart. }")).toEqual([]);
  // The handler chooses among several responses.
  const other = `
        "201": { description: Done., content: { application/json: { schema: ${body("result: { type: object }")} } } }`;
  expect(unfit(body("result: { type: string }"), resize, other)).toEqual([]);
});

test("an action without a result returns what the response requires", () => {
  const schema = (result: string) => body(`status: { type: string }, result: ${result}`, "result");
  for (const result of ["{ type: array, items: {} }", "{ type: string }", body("size: { type: integer }", "size")])
    expect(unfit(schema(result), `restart: { summary: Restart. }`), result).toEqual([]);
});

test("names, statuses and alternatives", () => {
  const alternative = (name: string, member: string) => body(`action: { const: ${name} }, result: ${member}`, "action, result");
  const schema = `{ oneOf: [${alternative("resize", "{ type: array, items: {} }")}, ${alternative("grow", "{ type: object }")}] }`;
  const grow = `grow: { summary: Grow., result: ${result} }`;
  expect(unfit(schema, `${resize}\n${grow}`)).toEqual([
    `[result] error the result of "resize" can't be valid in the response "200"`,
  ]);
  expect(unfit(schema, `${grow}\nshrink: { summary: Shrink., result: ${result} }`)).toEqual([
    `[shrink] error the name of "shrink" can't be valid in the response "200"`,
  ]);
  const statuses = body("status: { type: string, pattern: ^q }, result: { type: object }", "status");
  expect(unfit(statuses, `resize: { summary: Resize., statuses: [queued, done] }`)).toEqual([
    `[done] error the status "done" of "resize" can't be valid in the response "200"`,
  ]);
});

test("a status that only the response of the other kind of actions has", () => {
  const of = (status: string) => body(`action: { type: string }, status: { enum: [${status}] }`, "action, status");
  const accepted = `
        "202": { description: Accepted., content: { application/json: { schema: ${of("queued")} } } }`;
  const actions = (sync: string, async: string) =>
    `ping: { summary: Ping., statuses: [${sync}] }\nrestart: { summary: Restart., async: true, statuses: [${async}] }`;
  expect(unfit(of("done"), actions("done", "queued"), accepted)).toEqual([]);
  expect(unfit(of("done"), actions("queued", "done"), accepted)).toEqual([
    `[queued] error the status "queued" of "ping" can't be valid in the response "200"`,
    `[done] error the status "done" of "restart" can't be valid in the response "202"`,
  ]);
});

test("examples", () => {
  const schema = body("status: { type: string, maxLength: 6 }, result: { type: object, properties: { size: { maximum: 9 } } }");
  const examples = (size: number, status: string) =>
    `resize: { summary: Resize., result: ${result}, examples: { big: { status: ${status}, result: { size: ${size} } } } }`;
  expect(unfit(schema, examples(9, "done"))).toEqual([]);
  expect(unfit(schema, examples(10, "finished"))).toEqual([
    `[status] error the status of the example "big" of "resize" can't be valid in the response "200"`,
    `[result] error the result of the example "big" of "resize" can't be valid in the response "200"`,
  ]);
});

test("the hint of a missing binding names a location where the result can be valid", () => {
  const command = body("verb: { type: string }, phase: { enum: [done] }, output: { type: object }", "verb, phase, output");
  const meta = body("trace_id: { type: string }", "trace_id");
  const schema = body(`command: ${command}, meta: ${meta}`, "command, meta");
  const [diagnostic] = diagnosticsOf("binding-missing", responding(schema, resize));
  expect(diagnostic!.hint).toContain('If it is at "/command/output", write');
  expect(diagnostic!.hint).toContain("{ response: { result: /command/output } }");
});

const command = body("verb: { type: string }, phase: { enum: [done] }, output: { type: object }", "verb, phase, output");
const meta = body("trace_id: { type: string }", "trace_id");

test("the hint names a location where the facts of all actions can be valid", () => {
  const hintOf = (binding: string, schema: string, actions: string) => {
    const text = responding(schema, actions).replace(/^ {6}responses:/m, `      ${binding}\n      responses:`);
    return diagnosticsOf("result-unfit", text).map(({ hint }) => hint);
  };
  const bound = (response: string) => `x-platform-action-binding: { response: { ${response} } }`;
  const write = (response: string) => `write ${bound(response)} next to the operation's responses`;
  const schema = body(`command: ${command}, meta: ${meta}`, "command, meta");
  expect(hintOf(bound("result: /command"), schema, resize)).toEqual([
    expect.stringContaining(`If it is at "/command/output", ${write("result: /command/output")}`),
  ]);
  // A location where another action's result can't be is none.
  const sized = body(`size: { type: integer }`, "size");
  const both = body(`a: { type: string }, b: ${sized}, c: { type: object }`);
  const other = "grow: { summary: Grow., result: { type: object, required: [name] } }";
  expect(hintOf(bound("result: /a"), both, resize)[0]).toContain(write("result: /b"));
  expect(hintOf(bound("result: /a"), both, `${resize}\n${other}`)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining(write("result: /c"))),
  );
  expect(hintOf(bound("result: /a"), body("a: { type: string }, b: { type: integer }"), resize)[0]).toBe(
    "Change it, or the schema of the endpoint's response.",
  );
  const phases = body("state: { type: string, maxLength: 1 }, phase: { type: string }, output: { type: object }", "phase, state");
  expect(hintOf(bound("status: /state"), phases, "start: { summary: Start., statuses: [done] }")[0]).toContain(
    write("status: /phase"),
  );
});
