import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../generator/tools/exchanges/exchange.js";
import { validateExchange } from "../../../generator/tools/exchanges/validate-exchange.js";
import { contractOf } from "./validate-texts.js";
import { shopContract } from "./shop-contract.js";

const contract = contractOf();

/** Findings as `pointer rule`. */
function rules(exchange: Exchange): string[] {
  return validateExchange(contract, exchange).map(({ pointer, rule }) => `${pointer} ${rule}`);
}

const bake = { service_type: "bakery", action: "bake" } as const;
const baked = { action: "bake", status: "ok", result: { minutes: 40 } };
const shop = { id: 7, type: "bakery" };

test("a finding has a location, a rule, an expectation, a suggestion and the location in the contract", () => {
  expect(validateExchange(contract, { ...bake, request: { body: { cake: "", layrs: 2 } } })).toEqual([
    {
      pointer: "/request/body/cake",
      rule: "minLength",
      message: "must NOT have fewer than 1 character",
      contractPlace: expect.objectContaining({ path: "openapi.yaml", line: 86, column: 48 }),
    },
    {
      pointer: "/request/body/layrs",
      rule: "additionalProperties",
      message: "is not allowed",
      suggestion: "layers",
      contractPlace: expect.objectContaining({ path: "openapi.yaml", line: 84, column: 35 }),
    },
  ]);
});

describe("the target", () => {
  test.each<[string, Exchange, string, string]>([
    ["nothing", { response: { status: 200 } }, "", "no operation or action specified"],
    ["an unknown operation", { operation: "getShip" }, "/operation", 'unknown operation "getShip"'],
    ["an action without a type", { action: "bake" }, "/action", 'the service type of the action "bake" is unknown'],
    ["an unknown type", { service_type: "bakry", action: "bake" }, "/service_type", 'unknown service type "bakry"'],
    [
      "an unknown type of a service",
      { service: { type: "bakry" }, action: "bake" },
      "/service/type",
      'unknown service type "bakry"',
    ],
    ["an unknown action", { service_type: "bakery", action: "bak" }, "/action", 'unknown action "bak" of service type "bakery"'],
    [
      "an operation that does not invoke the action",
      { operation: "getShop", ...bake },
      "/operation",
      '"getShop" does not invoke the action "bake" of "bakery"',
    ],
    [
      "an operation whose body depends on the action",
      { operation: "invokeAction", request: { body: {} } },
      "/operation",
      '"invokeAction" invokes actions, but no action is specified',
    ],
  ])("%s", (_, exchange, pointer, message) => {
    expect(validateExchange(contract, exchange)).toEqual([expect.objectContaining({ pointer, rule: "target", message })]);
  });

  test("suggests names", () => {
    const suggestion = (exchange: Exchange) => validateExchange(contract, exchange)[0]?.suggestion;
    expect(suggestion({ operation: "getShip" })).toBe("getShop");
    expect(suggestion({ service_type: "bakry", action: "bake" })).toBe("bakery");
    expect(suggestion({ service_type: "bakery", action: "bak" })).toBe("bake");
  });

  test("an action that only one type has needs no type", () => {
    const body = { action: "open_up", status: "ok", result: {} };
    expect(validateExchange(contract, { action: "open_up", response: { status: 202, body } })).toEqual([]);
  });

  test("the type may come from the service", () => {
    expect(rules({ service: shop, action: "bake", request: { body: { cake: "x" } } })).toEqual([]);
    expect(rules({ service: { ...shop, type: "book_shop" }, action: "bake", request: { body: { cake: "x" } } })).toEqual([
      "/request/body/cake additionalProperties",
    ]);
  });

  test("a failure needs no action", () => {
    expect(rules({ operation: "invokeAction", response: { status: 400, body: { error: "no" } } })).toEqual([]);
  });
});

describe("parameters", () => {
  const get = (request: Exchange["request"]) => rules({ operation: "getShop", request: request! });

  test.each<[string, Exchange["request"]]>([
    ["left out", {}],
    ["as what they stand for", { params: { shop_id: 7 }, query: { live: true, tags: ["a", "b"], filter: { max: 3 } } }],
    ["as text", { params: { shop_id: "7" }, query: { live: "true", tags: "abc", "filter[max]": "3" } }],
    ["with headers in any case", { headers: { "x-trace": "0a" } }],
    ["with a number for a text", { headers: { "X-Trace": 12 } }],
    ["with cookies", { cookies: { lang: "de" } }],
    ["with headers that nobody declares", { headers: { "x-other": "1" } }],
  ])("%s", (_, request) => {
    expect(get(request)).toEqual([]);
  });

  test.each<[string, Exchange["request"], string[]]>([
    ["of another type", { params: { shop_id: "x" } }, ["/request/params/shop_id type"]],
    ["out of range", { params: { shop_id: 0 } }, ["/request/params/shop_id minimum"]],
    ["missing where others are given", { params: {} }, ["/request/params/shop_id required"]],
    ["unknown in the path", { params: { shop_id: 1, id: 2 } }, ["/request/params/id unknown"]],
    ["unknown in the query", { query: { lve: true } }, ["/request/query/lve unknown"]],
    ["in a list", { query: { tags: ["abcd"] } }, ["/request/query/tags/0 maxLength"]],
    ["in an object", { query: { filter: { max: "many" } } }, ["/request/query/filter/max type"]],
    ["unknown in an object", { query: { "filter[min]": 1 } }, ["/request/query/filter/min additionalProperties"]],
    ["a broken object", { query: { "filter[max": 1 } }, ["/request/query/filter malformed"]],
    ["in a header", { headers: { "X-Trace": "z" } }, ["/request/headers/X-Trace pattern"]],
    ["in a cookie", { cookies: { lang: "fr" } }, ["/request/cookies/lang enum"]],
  ])("%s", (_, request, expected) => {
    expect(get(request)).toEqual(expected);
  });

  test("in a path with prefixes, with the prefix or without", () => {
    const paths = `  /a/{id}/{tag}:
    get:
      operationId: getA
      parameters:
        - { name: id, in: path, required: true, style: matrix, schema: { type: integer } }
        - { name: tag, in: path, required: true, style: label, schema: { type: string, maxLength: 2 } }
      responses: { "204": { description: None. }, 4XX: { $ref: "#/components/responses/No" } }
components:
  responses: { No: { description: No., content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } } }
`;
    const prefixed = contractOf(shopContract.replace("components:\n", paths));
    const check = (id: string | number, tag: string) =>
      validateExchange(prefixed, { operation: "getA", request: { params: { id, tag } } }).map(
        ({ pointer, rule }) => `${pointer} ${rule}`,
      );
    expect(check(7, "ab")).toEqual([]);
    expect(check(";id=7", ".ab")).toEqual([]);
    expect(check("x", "abc")).toEqual(["/request/params/id type", "/request/params/tag maxLength"]);
  });

  test("the action of the path is specified by the exchange", () => {
    expect(rules({ ...bake, request: { params: { shop_id: 7 }, body: { cake: "x" } } })).toEqual([]);
  });
});

describe("bodies of requests", () => {
  const order = (request: Exchange["request"]) => rules({ operation: "createOrder", request: request! });
  const form = { "content-type": "application/x-www-form-urlencoded" };

  test("are those of the action", () => {
    expect(rules({ ...bake, request: { body: { cake: "x", layers: 3 } } })).toEqual([]);
    expect(rules({ ...bake, request: { body: { layers: 10 } } })).toEqual([
      "/request/body/cake required",
      "/request/body/layers maximum",
    ]);
    expect(rules({ service_type: "bakery", action: "open_up", request: { body: { cake: 1 } } })).toEqual([
      "/request/body/cake additionalProperties",
    ]);
  });

  test("must be present if they are required, and absent if none is declared", () => {
    expect(rules({ ...bake, request: {} })).toEqual(["/request/body required"]);
    expect(rules({ operation: "getShop", request: { body: {} } })).toEqual(["/request/body no-body"]);
  });

  test("have a content type of the contract", () => {
    expect(order({ headers: form, body: { item: "a", count: 2 } })).toEqual([]);
    expect(
      order({ headers: { "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" }, body: { item: "" } }),
    ).toEqual([]);
    expect(order({ headers: { "content-type": "application/json" }, body: { item: "a" } })).toEqual([
      "/request/headers/content-type content-type",
    ]);
    expect(order({ headers: form, body: { count: 0 } })).toEqual(["/request/body/item required", "/request/body/count minimum"]);
  });
});

describe("responses", () => {
  const get = (response: Exchange["response"]) => rules({ operation: "getShop", response: response! });
  const error = { error: "no" };

  test.each<[string, Exchange["response"], string[]]>([
    ["fits", { status: 200, body: shop }, []],
    ["has another body", { status: 200, body: { id: "7", type: "bakery" } }, ["/response/body/id type"]],
    ["has no body", { status: 200 }, ["/response/body required"]],
    ["has a status that is not declared", { status: 302 }, ["/response/status status"]],
    ["has a status in a range", { status: 404, body: error }, []],
    ["has a body of the range", { status: 404, body: {} }, ["/response/body/error required"]],
    [
      "has another content type",
      { status: 200, headers: { "content-type": "text/html" }, body: "" },
      ["/response/headers/content-type content-type"],
    ],
    [
      "has a header that is wrong",
      { status: 429, headers: { "Retry-After": 0 }, body: error },
      ["/response/headers/Retry-After minimum"],
    ],
    [
      "has a header that is no number",
      { status: 429, headers: { "retry-after": "soon" }, body: error },
      ["/response/headers/Retry-After type"],
    ],
    ["lacks a header", { status: 429, headers: {}, body: error }, ["/response/headers/Retry-After required"]],
    ["has no headers given", { status: 429, body: error }, []],
  ])("%s", (_, response, expected) => {
    expect(get(response)).toEqual(expected);
  });

  test("without a body", () => {
    expect(rules({ operation: "closeShop", response: { status: 204 } })).toEqual([]);
    expect(rules({ operation: "closeShop", response: { status: 204, body: {} } })).toEqual(["/response/body no-body"]);
  });

  test("in plain text are used unchanged", () => {
    expect(rules({ operation: "createOrder", response: { status: 201, body: "42" } })).toEqual([]);
  });
});

describe("responses of actions", () => {
  const answer = (response: Exchange["response"]) => rules({ ...bake, response: response! });

  test.each<[string, Exchange["response"], string[]]>([
    ["fits", { status: 200, body: baked }, []],
    ["has the status of an async action", { status: 202, body: baked }, ["/response/status async"]],
    ["names another action", { status: 200, body: { ...baked, action: "open_up" } }, ["/response/body/action action"]],
    ["has a status of its own", { status: 200, body: { ...baked, status: "brunt" } }, ["/response/body/status statuses"]],
    [
      "has another result",
      { status: 200, body: { ...baked, result: { minutes: "40" } } },
      ["/response/body/result/minutes type"],
    ],
    ["lacks its result", { status: 200, body: { action: "bake", status: "ok" } }, ["/response/body/result required"]],
    ["has more than an answer has", { status: 200, body: { ...baked, cake: 1 } }, ["/response/body/cake additionalProperties"]],
    ["is a failure of the operation", { status: 409, body: { error: "busy: Later." } }, []],
    ["is a failure of its own", { status: 422, body: { error: "too_hot: The oven is too hot." } }, []],
    ["is a failure of its own in another form", { status: 422, body: { message: "too hot" } }, ["/response/body/error required"]],
    [
      "is a failure with the status of another",
      { status: 400, body: { error: "no_flour: None." } },
      ["/response/status error-status"],
    ],
    ["is no failure of the contract", { status: 418, body: { error: "teapot" } }, ["/response/status status"]],
  ])("%s", (_, response, expected) => {
    expect(answer(response)).toEqual(expected);
  });

  test("continue after a 202", () => {
    const opened = { action: "open_up", status: "ok", result: {} };
    const open = (status: number) => rules({ service_type: "bakery", action: "open_up", response: { status, body: opened } });
    expect(open(202)).toEqual([]);
    expect(open(200)).toEqual(["/response/status async"]);
  });
});

describe("the service", () => {
  const done = { request: { body: { cake: "x" } }, response: { status: 200, body: baked } };

  test("is validated against what the API returns for one", () => {
    expect(rules({ action: "bake", service: { id: "7", type: "bakery" } })).toEqual(["/service/id type"]);
  });

  test("must be in a state and a plan that allow what was done", () => {
    const inState = (status: string, plan: string) => rules({ action: "bake", service: { ...shop, status, plan }, ...done });
    expect(inState("open", "large")).toEqual([]);
    expect(inState("closed", "small")).toEqual(["/service/status availability", "/service/plan availability"]);
    expect(
      rules({ action: "bake", service: { ...shop, status: "closed" }, response: { status: 409, body: { error: "no" } } }),
    ).toEqual([]);
  });
});

describe("secrets in responses", () => {
  const answer = (body: Exchange["service"], request?: Exchange["request"]) =>
    rules({ operation: "getShop", ...(request && { request }), response: { status: 200, body: { ...shop, ...body } } });

  test.each([
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIE"],
    ["a URL with a password", "see postgres://app:hunter2222@db.example/app"],
  ])("%s", (_, note) => {
    expect(answer({ note })).toEqual(["/response/body/note secret"]);
  });

  test.each([
    ["a public key", "-----BEGIN PUBLIC KEY-----\nMIIE"],
    ["a certificate", "-----BEGIN CERTIFICATE-----\nMIIE"],
    ["a URL without a password", "postgres://app@db.example/app"],
    ["a URL whose password is left out", "postgres://app:***@db.example/app"],
    ["a URL with a placeholder", "postgres://app:<password>@db.example/app"],
    ["a URL with a variable", "postgres://app:${PASSWORD}@db.example/app"],
  ])("not %s", (_, note) => {
    expect(answer({ note })).toEqual([]);
  });

  test("the token of the request", () => {
    expect(answer({ note: "seen s3cr3t-t0ken" }, { headers: { authorization: "Bearer s3cr3t-t0ken" } })).toEqual([
      "/response/body/note secret",
    ]);
  });

  test("a secret that was sent", () => {
    const request = { body: { cake: "x", password: "hunter2222" } };
    const response = { status: 200, body: { ...baked, message: "hunter2222 is set" } };
    expect(rules({ ...bake, request, response })).toEqual(["/response/body/message secret"]);
  });

  test("fields that the contract marks, in a part that it leaves open", () => {
    const response = { status: 200, body: { action: "bake", status: "ok", result: { deep: [{ password: "x" }] } } };
    expect(rules({ service_type: "book_shop", action: "bake", response })).toEqual([
      "/response/body/result/deep/0/password secret",
    ]);
  });

  test("a short secret only where it is the whole text", () => {
    const exchange = (message: string) => ({
      ...bake,
      request: { body: { cake: "x", password: "password" } },
      response: { status: 200, body: { ...baked, message } },
    });
    expect(rules(exchange("The password is set."))).toEqual([]);
    expect(rules(exchange("password"))).toEqual(["/response/body/message secret"]);
  });

  test("not if the contract reveals them", () => {
    expect(rules({ operation: "revealKey", response: { status: 200, body: { key: "-----BEGIN PRIVATE KEY-----" } } })).toEqual(
      [],
    );
    expect(rules({ operation: "revealKey", response: { status: 404, body: { error: "https://a:bcdefghi@c" } } })).toEqual([
      "/response/body/error secret",
    ]);
  });
});

test("messages and findings never have a value", () => {
  const secret = "zq9-value-that-nobody-may-see";
  const exchange = {
    ...bake,
    request: {
      headers: { authorization: `Bearer ${secret}`, "content-type": secret },
      query: { live: secret },
      body: { cake: secret },
    },
    response: {
      status: 200,
      headers: { "content-type": secret },
      body: { action: secret, status: secret, result: { minutes: secret } },
    },
  };
  const findings = validateExchange(contract, exchange);
  expect(findings.length).toBeGreaterThan(3);
  expect(
    JSON.stringify(findings.map(({ message, pointer, rule, suggestion }) => [message, pointer, rule, suggestion])),
  ).not.toContain(secret);
});
