import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("action-status-unknown", () => {
  it("rejects an example whose status the action doesn't list", () => {
    expect(
      findings(
        "action-status-unknown",
        contract({
          actions: `
      restart: { statuses: [ok, queued], examples: { a: { status: ok }, b: { status: queud } } }
    `,
        }),
      ),
    ).toEqual(['[queud] error the status "queud" is not allowed by the action\'s own list']);
  });

  const answers = (postgres: string) => `
    responses:
      "200":
        description: Done.
        content:
          application/json:
            schema:
              oneOf:
                - { type: object, properties: { action: { const: restart }, status: { enum: [ok, error] } } }
                - { type: object, properties: { action: ${postgres}, status: { enum: [hidden] } } }
  `;
  const withAnswers = (postgres: string) =>
    contract({
      actions:
        "restart: { statuses: [ok, hidden], examples: { a: { status: error } } }\nstop: { examples: { a: { status: error } } }",
    }).replace(/ {6}responses:\n.*\n.*\n/, `${answers(postgres).replace(/^ {2}/gm, "    ").slice(1).trimEnd()}\n`);

  it("rejects a status that the responses of the type don't have", () => {
    expect(findings("action-status-unknown", withAnswers("{ enum: [stop, restart] }"))).toEqual([
      '[ok] error the status "ok" is not allowed by the result schema of the type',
      '[error] error the status "error" is not allowed by the action\'s own list',
      '[error] error the status "error" is not allowed by the result schema of the type',
    ]);
  });

  it("checks the responses that report success", () => {
    expect(findings("action-status-unknown", withAnswers("{ enum: [stop, restart] }").replace('"200":', '"400":'))).toEqual([
      '[error] error the status "error" is not allowed by the action\'s own list',
    ]);
  });

  it("ignores responses if none is exactly the type's", () => {
    expect(findings("action-status-unknown", withAnswers("{ enum: [stop] }"))).toEqual([
      '[error] error the status "error" is not allowed by the action\'s own list',
    ]);
  });

  it("checks the location of the envelope's status", () => {
    const body = (schema: string) =>
      contract({ actions: "restart: { statuses: [on, onn] }" }).replace(
        "{ status: { type: string }, result: { type: object } }",
        schema,
      );
    const told = ['[onn] error the status "onn" is not allowed by the responses of the endpoint'];
    expect(findings("action-status-unknown", body("{ state: { enum: [on, off] } }"))).toEqual(told);
    expect(
      findings(
        "action-status-unknown",
        body("{ data: { type: object, properties: { status: { enum: [on, off] }, result: {} } } }"),
      ),
    ).toEqual(told);
    expect(findings("action-status-unknown", body("{ state: { type: string } }"))).toEqual([]);
  });
});
