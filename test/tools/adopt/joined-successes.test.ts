import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { at } from "../../document/load-text.js";
import { adopt, done, json, openapi } from "./adopted.js";

const failed = `{ description: Failed, ${json("{ type: object, required: [code, message], properties: { code: { type: string }, message: { type: string } } }")} }`;
const moved = '"302": { description: Elsewhere, headers: { Location: { schema: { type: string } } } }';

/** Adopts two actions: `enable` has a success, and `disable` these responses. */
async function adopted(responses: string) {
  const verb = (name: string, its: string) => `/jobs/{id}/${name}: { post: { responses: { ${its} } } }`;
  const text = openapi(
    `/jobs/{id}: { get: { responses: { ${done} } } }\n${verb("enable", `${done}, default: ${failed}`)}\n${verb("disable", responses)}`,
  );
  const { document, run } = await adopt(text);
  const endpoint = at(document, "paths", "/jobs/{id}/{action}", "post") as JsonObject;
  return {
    names: Object.keys(endpoint["x-platform-job-actions"]!),
    action: (endpoint["x-platform-job-actions"] as JsonObject)["disable"],
    left: run.stdout.split("\n").flatMap((line) => /left: (.*)/.exec(line)?.[1] ?? []),
    isKept: at(document, "paths", "/jobs/{id}/disable") !== undefined,
  };
}

describe("an operation without a success", () => {
  it.each<[string, string]>([
    ["a redirect and a default that is an error", `${moved}, default: ${failed}`],
    ["a redirect and failures", `${moved}, 4XX: ${failed}`],
    ["a redirect only", moved],
    ["a default that is an error", `default: ${failed}`],
  ])("is left: %s", async (_, responses) => {
    expect(await adopted(responses)).toMatchObject({
      names: ["enable"],
      left: ["its responses are errors or redirects: disable"],
      isKept: true,
    });
  });
});

describe("a response that is neither a success nor a failure", () => {
  it("is listed next to a success", async () => {
    expect(await adopted(`${done}, ${moved}`)).toMatchObject({
      names: ["disable", "enable"],
      left: ["the response 302, neither a success nor a failure: disable"],
      isKept: false,
    });
  });
});

describe("a default", () => {
  it("is a success if no other response is and it isn't an error", async () => {
    const { names, action } = await adopted(`default: { description: OK, ${json("{ $ref: '#/components/schemas/Item' }")} }`);
    expect(names).toEqual(["disable", "enable"]);
    expect(action).toMatchObject({ result: { $ref: "#/components/schemas/Item" } });
  });
});
