import { expect, test } from "vitest";
import { actionFacts } from "../../generator/model/action-bodies.js";
import type { Action } from "../../generator/model/contract.js";

test("a response has only the statuses that both it and the action have", () => {
  const action = { name: "stop", statuses: ["done", "queued"] } as unknown as Action;
  const of = (statuses: readonly string[] | undefined) =>
    actionFacts(action, { envelope: { status: "/status" }, nullable: new Set(), statuses })["/status"];
  expect(of(["done"])).toEqual({ type: "string", enum: ["done"] });
  expect(of(["queued", "other"])).toEqual({ type: "string", enum: ["queued"] });
  expect(of(undefined)).toEqual({ type: "string", enum: ["done", "queued"] });
});
