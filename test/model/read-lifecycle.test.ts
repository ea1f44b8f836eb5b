import { expect, test } from "vitest";
import { readLifecycle } from "../../generator/model/read-lifecycle.js";

test("orders states as transitions reach them, then final ones, then those without transitions", () => {
  const lifecycle = readLifecycle(
    {
      "x-acme-lifecycle": {
        states: { active: { description: "Usable.", types: ["db"] }, deleting: {}, lost: {}, new: {} },
        transitions: [
          { from: null, event: "create", to: "new" },
          { from: "new", event: "delete", to: "deleting" },
          { from: "new", event: "ready", to: "active" },
          { from: "active", event: "delete", to: "deleting" },
        ],
        plans: { db: { large: "More.", small: 1 } },
      },
    },
    "acme",
  )!;
  expect(lifecycle.states).toEqual([
    { name: "new", description: undefined, types: undefined },
    { name: "active", description: "Usable.", types: ["db"] },
    { name: "lost", description: undefined, types: undefined },
    { name: "deleting", description: undefined, types: undefined },
  ]);
  expect(lifecycle.plans).toEqual(
    new Map([
      [
        "db",
        [
          { name: "large", description: "More." },
          { name: "small", description: undefined },
        ],
      ],
    ]),
  );
});

test("a transition from several states is one from each", () => {
  const transitions = [{ from: ["idle", "moving"], event: "stop", to: "stopped" }];
  expect(readLifecycle({ "x-platform-lifecycle": { transitions } }, "platform")).toEqual({
    states: ["idle", "moving", "stopped"].map((name) => ({ name, description: undefined, types: undefined })),
    transitions: [
      { from: "idle", event: "stop", to: "stopped" },
      { from: "moving", event: "stop", to: "stopped" },
    ],
    plans: new Map(),
  });
});

test("skips malformed parts, and is absent without a life cycle", () => {
  expect(
    readLifecycle({ "x-platform-lifecycle": { states: [], transitions: [{ from: "a" }, 1, { to: "b" }], plans: 1 } }, "platform"),
  ).toEqual({
    states: [{ name: "b", description: undefined, types: undefined }],
    transitions: [{ from: undefined, event: "", to: "b" }],
    plans: new Map(),
  });
  expect(readLifecycle({ "x-platform-lifecycle": "none" }, "platform")).toBeUndefined();
  expect(readLifecycle({ "x-other-lifecycle": {} }, "platform")).toBeUndefined();
});
