import { expect, test } from "vitest";
import type { DiffReport } from "../../../generator/tools/diff/diff-versions.js";
import { printMarkdown } from "../../../generator/tools/diff/print.js";
import { makeChange } from "./change.js";

const nothing: DiffReport = {
  baseName: "git:main",
  revisionName: "spec/openapi.yaml",
  open: [],
  accepted: [],
  level: "none",
  nextVersion: "1.0.0",
};

test("nothing changed", () => {
  expect(printMarkdown(nothing)).toBe("## Contract changes\n\n`git:main` → `spec/openapi.yaml`: no changes.\n");
});

test("only words changed", () => {
  expect(printMarkdown({ ...nothing, level: "patch", nextVersion: "1.0.1" })).toBe(
    "## Contract changes\n\n`git:main` → `spec/openapi.yaml`: no noticeable changes. Next version: `1.0.1` (patch).\n",
  );
});

test("breaking changes in full, others collapsed", () => {
  const report: DiffReport = {
    ...nothing,
    level: "major",
    nextVersion: undefined,
    open: [
      makeChange("request-property-required", { message: '"cidr" in the body of "add_ip" is now required', witness: {} }),
      makeChange("action-added", { message: '"remove_ip" of "postgres" is a new action', before: undefined }),
      makeChange("action-deprecated", { message: '"add_ip" of "postgres" is deprecated' }),
    ],
    accepted: [
      {
        change: makeChange("server-removed", { message: 'the server "https://api.example.com" is gone' }),
        reason: "It never *went* live.",
      },
    ],
  };
  expect(printMarkdown(report)).toBe(`## Contract changes

\`git:main\` → \`spec/openapi.yaml\`: **1 breaking change.** Next version: a major one.

### Breaking

- **request-property-required**: \`cidr\` in the body of \`add_ip\` is now required (\`spec/openapi.yaml:4\`, before \`git:main:spec/openapi.yaml:3\`)
  Breaks clients. Clients that omit the property, as they could before, are rejected. For example: \`{}\`

<details>
<summary>Warnings (1)</summary>

- **action-added**: \`remove_ip\` of \`postgres\` is a new action (\`spec/openapi.yaml:4\`)
  Breaks servers. Handlers are an exhaustive map, so a server doesn't compile until it has one for the action.

</details>

<details>
<summary>Compatible (1)</summary>

- **action-deprecated**: \`add_ip\` of \`postgres\` is deprecated (\`spec/openapi.yaml:4\`, before \`git:main:spec/openapi.yaml:3\`)

</details>

<details>
<summary>Accepted (1)</summary>

- **server-removed**: the server \`https://api.example.com\` is gone (\`spec/openapi.yaml:4\`, before \`git:main:spec/openapi.yaml:3\`)
  Accepted: \`It never *went* live.\`

</details>
`);
});

test("text of a contract remains text", () => {
  const hostile = '"`x` </details> @team [a](http://b) \\"quoted\\" *b*" in <b>@all</b> | "y';
  const text = printMarkdown({
    ...nothing,
    level: "major",
    open: [makeChange("server-removed", { message: hostile, witness: { a: "``` @team" } })],
  });
  const line = text.split("\n").find((one) => one.startsWith("- "))!;
  expect(line).toBe(
    '- **server-removed**: `` `x` </details> @team [a](http://b) \\"quoted\\" *b* `` in \\<b\\>\\@all\\</b\\> \\| "y (`spec/openapi.yaml:4`, before `git:main:spec/openapi.yaml:3`)',
  );
  expect(text).toContain('For example: ````{"a":"``` @team"}````');
});
