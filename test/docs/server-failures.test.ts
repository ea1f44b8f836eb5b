import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { failures, headerFailures, optionalFailures, unroutedFailures } from "../../generator/binding/failures.js";
import { repositoryPath } from "../support/repository.js";

test("docs/server.md lists the failures that servers report themselves", () => {
  const page = readFileSync(repositoryPath("docs/server.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([a-z_]+)` \| ([\d, ]+) \|/gm)].map(([, code, statuses]) => [code, statuses]);
  const ofHeaders = Object.entries(headerFailures).map(([code, { statuses }]) => [code, statuses] as const);
  const expected = { ...unroutedFailures, ...failures, ...optionalFailures, ...Object.fromEntries(ofHeaders) };
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([code, statuses]) => [code, [statuses].flat().join(", ")])),
  );
});
