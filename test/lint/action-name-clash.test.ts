import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("action-name-clash", () => {
  it("rejects names that differ only in case or separators, and blames the later one", () => {
    expect(
      findings(
        "action-name-clash",
        contract({
          actions: `
      add_ip: {}
      remove_ip: {}
      add-ip: {}
      addIp: {}
    `,
        }),
      ),
    ).toEqual([
      '[add-ip] error the action names "add-ip" and "add_ip" differ only in case or separators',
      '[addIp] error the action names "addIp" and "add_ip" differ only in case or separators',
    ]);
  });

  it("reports the location of the other action", () => {
    const [diagnostic] = diagnosticsOf("action-name-clash", contract({ actions: "add_ip: {}\nadd-ip: {}" }));
    expect(diagnostic?.related).toMatchObject([{ message: "the other action", location: { lineText: "        add_ip: {}" } }]);
  });

  it("accepts the same name in two types", () => {
    const operation = "x-platform-search-actions: { restart: {} }";
    expect(findings("action-name-clash", contract({ operation }))).toEqual([]);
  });
});
