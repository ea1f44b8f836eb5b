import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (actions: string) => findings("action-flags", contract({ actions }));

test("a read-only action neither destroys nor repeats an effect", () => {
  expect(of("status: { readOnly: true, destructive: true }")).toEqual([
    '[true] warning the action "status" is read-only, but destroys something',
  ]);
  expect(of("status: { readOnly: true, idempotent: false }")).toEqual([
    '[false] warning the action "status" is read-only, but not idempotent',
  ]);
});

test("other flags go together", () => {
  expect(of("a: { readOnly: true, idempotent: true, destructive: false }\nb: { readOnly: false, destructive: true }")).toEqual(
    [],
  );
});
