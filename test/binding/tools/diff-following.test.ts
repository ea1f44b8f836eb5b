import { describe, expect, test } from "vitest";
import { bound, databases, edited, machines, styles } from "./diff-contracts.js";
import { changes } from "../../tools/diff/small-contracts.js";

describe("long-running work", () => {
  test("another declared way", () => {
    expect(styles.databases(bound("invokeDatabase", "async: { status: /data/type }"))).toEqual([
      'error action-following-changed: asynchronous actions of "invokeDatabase" are now followed through "getDatabase" instead of "getJob"',
    ]);
    expect(styles.databases(bound("invokeDatabase", "async: null"))).toEqual([
      'error action-following-changed: asynchronous actions of "invokeDatabase" can no longer be followed through "getJob"',
    ]);
  });

  test("another operation", () => {
    const job = /  \/jobs\/[^]*?(?=  \/databases\/\{id\}\/actions)/.exec(databases)![0];
    const before = edited(databases, [[job, job + job.replace("/jobs/", "/tasks/").replace("getJob", "getTask")]]);
    const after = edited(before, [bound("invokeDatabase", "async: { operation: getTask, id: /job_id }")]);
    expect(changes(before, after, {}, ["3.0.3", "3.0.3"])).toEqual([
      'error action-following-changed: asynchronous actions of "invokeDatabase" are now followed through "getTask" instead of "getJob"',
    ]);
  });

  test("another operation that a header points to", () => {
    const followed = /  \/operations\/[^]*?(?=  \/machines\/\{machine_id\}\/do)/.exec(machines)![0];
    const both = followed + followed.replace("/operations/", "/runs/").replace("getOperation", "getRun");
    const leadingTo = (operation: string) =>
      edited(machines, [
        [followed, both],
        bound("invokeMachine", `async: { header: Operation-Location, operation: ${operation} }`),
      ]);
    expect(changes(leadingTo("getOperation"), leadingTo("getRun"))).toEqual([
      'error action-following-changed: asynchronous actions of "invokeMachine" are now followed through the header "operation-location", which now leads to "getRun" instead of "getOperation"',
    ]);
    expect(changes(leadingTo("getOperation"), leadingTo("getOperation"))).toEqual([]);
    // Moved, it is the operation that it was.
    const moved = edited(leadingTo("getOperation"), [["/operations/{operation_id}", "/jobs/{operation_id}"]]);
    expect(changes(leadingTo("getOperation"), moved).join("\n")).not.toContain("action-following-changed");
  });

  test("an id or a state that moved is reported once", () => {
    expect(styles.databases(["        job_id: {", "        id: {"])).toEqual([
      'error action-following-changed: asynchronous actions of "invokeDatabase" are now followed through "getJob", with the id at "/id" instead of "/job_id"',
    ]);
    expect(styles.databases(["properties: { state: {", "properties: { status: {"])).toEqual([
      'error action-following-changed: asynchronous actions of "invokeDatabase" are now followed through "getJob", with the state at "/status" instead of "/state"',
    ]);
  });

  test("a state with another meaning", () => {
    expect(styles.machines(bound("invokeMachine", "async: { header: Operation-Location, failed: [failed, stopped] }"))).toEqual([
      'error followed-state-changed: the state "stopped" of asynchronous actions of "invokeMachine" now means failed instead of done',
    ]);
  });

  test("nothing is reported if no action is asynchronous", () => {
    const before = edited(databases, [[", async: true", ""]]);
    const after = edited(before, [bound("invokeDatabase", "async: null")]);
    expect(changes(before, after, {}, ["3.0.3", "3.0.3"])).toEqual([]);
  });
});
