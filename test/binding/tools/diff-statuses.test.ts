import { describe, expect, test } from "vitest";
import { edited, machines, styles } from "./diff-contracts.js";
import { changes } from "../../tools/diff/small-contracts.js";

describe("HTTP statuses of failures that a server reports by itself", () => {
  const started = '        "202":\n          description: Accepted.';
  const listing = (statuses: readonly number[]) =>
    edited(machines, [
      [started, `${statuses.map((status) => `        "${status}": { description: It failed. }\n`).join("")}${started}`],
    ]);
  const fromTo = (before: readonly number[], after: readonly number[]) =>
    changes(listing(before), listing(after)).filter((line) => line.includes("failure-status-changed"));

  test("follow the statuses that are declared", () => {
    expect(fromTo([409, 422], [409])).toEqual([
      'error failure-status-changed: "invokeMachine" now reports invalid parameters and invalid bodies with 400 instead of 422',
    ]);
    expect(fromTo([], [423])).toEqual([
      'error failure-status-changed: "invokeMachine" now reports unavailable actions with 423 instead of 409',
    ]);
  });

  test("are unchanged if the preferred one is", () => {
    expect(fromTo([400, 409, 422], [400, 409])).toEqual([]);
    expect(fromTo([409], [400, 409])).toEqual([]);
  });

  test("are not compared if one version declares none", () => {
    const only = (status: string) => `"200": { description: Done. }, "${status}": { description: It failed. }`;
    const write = (list: string) => `paths: { /orders: { post: { requestBody: { content: {} }, responses: { ${list} } } } }`;
    const found = changes(write(only("422")), write(only("500")));
    expect(found.filter((line) => line.includes("failure-status-changed"))).toEqual([]);
  });
});

describe("HTTP statuses of actions", () => {
  test("one that replaces another is reported once, and the responses are compared", () => {
    expect(styles.machines(['"201":', '"200":'])).toEqual([
      'error action-success-status-changed: actions of "invokeMachine" now succeed with 200 instead of 201',
    ]);
    const head = "description: Done.\n          headers: { Location: { schema: { type: string } } }";
    expect(styles.machines([`"201":\n          ${head}`, '"200":\n          description: Done.'])).toEqual([
      'error action-success-status-changed: actions of "invokeMachine" now succeed with 200 instead of 201',
      'error response-header-removed: the header "Location" of the 200 response of "invokeMachine" was removed',
    ]);
  });

  test("the affected actions are reported", () => {
    expect(styles.machines(['"202":', '"203":'])).toEqual([
      'error action-success-status-changed: asynchronous actions of "invokeMachine" now succeed with 201 or 203 instead of 202',
    ]);
  });

  test("an added one, and a removed one", () => {
    expect(styles.machines(['        "201":', '        "204": { description: Nothing. }\n        "201":'])).toEqual([
      'error success-response-added: "invokeMachine" now has a 204 response',
    ]);
    const both = edited(machines, [['        "201":', '        "204": { description: Nothing. }\n        "201":']]);
    expect(changes(both, machines)).toEqual(['error success-response-removed: "invokeMachine" no longer has a 204 response']);
  });

  test("a response without a body has no facts", () => {
    const answers = /        "201":[^]*?(?=        default:)/.exec(machines.slice(machines.indexOf("invokeMachine")))![0];
    const silent = styles.machines([answers, '        "204": { description: Done. }\n'], [", async: true", ""]);
    expect(silent).toEqual([
      'error action-not-async: "resize" of "vm" is no longer asynchronous: it returns 204 when it is complete',
      'error action-fact-removed: the result, the status and the action\'s name were removed from the responses of "invokeMachine"',
      'error success-response-removed: "invokeMachine" no longer has a 202 response',
      'error action-success-status-changed: actions of "invokeMachine" now succeed with 204 instead of 201',
    ]);
  });

  test("an action that becomes asynchronous responds with what the contract declares", () => {
    expect(styles.machines(["label: Start,", "label: Start, async: true,"])).toEqual([
      'error action-async: "start" of "vm" is now asynchronous: it returns 202 before it completes',
    ]);
    expect(styles.machines(["async: true, ", ""])).toEqual([
      'error action-not-async: "resize" of "vm" is no longer asynchronous: it returns 201 when it is complete',
    ]);
    const accepted = /        "202":[^]*?(?=        default:)/.exec(machines)![0];
    const bare = edited(machines, [[accepted, '        "202": { description: Accepted. }\n']]);
    expect(changes(bare, edited(bare, [["async: true, ", ""]]))).toContain(
      'error action-not-async: "resize" of "vm" is no longer asynchronous: it returns 201 or 202 when it is complete',
    );
  });
});
