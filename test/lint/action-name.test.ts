import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("action-name", () => {
  it("accepts words with single separators", () => {
    expect(
      findings(
        "action-name",
        contract({
          actions: `
      delete: {}
      addIp2: {}
      os-force_delete: {}
      kv.read:all: {}
    `,
        }),
      ),
    ).toEqual([]);
  });

  it("rejects other characters, and separators at the ends or in a row", () => {
    expect(
      findings(
        "action-name",
        contract({
          actions: `
      "../../x": {}
      add__ip: {}
      "1st": {}
      "add ip": {}
    `,
        }),
      ),
    ).toEqual([
      '["../../x"] error the action name "../../x" is malformed',
      '[add__ip] error the action name "add__ip" is malformed',
      '["1st"] error the action name "1st" is malformed',
      '["add ip"] error the action name "add ip" is malformed',
    ]);
  });

  it("rejects names with a meaning in JavaScript", () => {
    expect(
      findings(
        "action-name",
        contract({
          actions: `
      then: {}
      constructor: {}
    `,
        }),
      ),
    ).toEqual([
      '[then] error the action name "then" would make the client a promise',
      '[constructor] error the action name "constructor" is a member of every JavaScript object',
    ]);
  });

  it("rejects more than 128 characters", () => {
    const name = "a".repeat(129);
    expect(findings("action-name", contract({ actions: `${name.slice(1)}: {}` }))).toEqual([]);
    expect(findings("action-name", contract({ actions: `${name}: {}` }))).toEqual([
      `[${name}] error the action name "${"a".repeat(77)}..." has 129 characters, more than 128`,
    ]);
  });
});
