import { describe, expect, it } from "vitest";
import { diagnosticsOf } from "./lint-text.js";

const contract = (paths: string) => `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes/{id}:
    get: { operationId: one, responses: { "204": { description: Done } } }
${paths}`;

describe("operation-clash", () => {
  it("rejects the second operation that serves the same requests", () => {
    const yaml = contract("  /notes/{name}:\n    put: { operationId: two }\n    get: { operationId: three }\n");
    expect(diagnosticsOf("operation-clash", yaml)).toMatchObject([
      {
        severity: "error",
        message: '"/notes/{name}" and "/notes/{id}" differ only in the names of parameters, and both have "GET"',
        location: { line: 8, column: 5 },
        related: [{ message: "the other operation", location: { line: 5, column: 5 } }],
      },
    ]);
  });

  it("accepts paths with another query or fragment, rejects those with the same", () => {
    const path = (text: string, id: string) => `  "${text}":\n    get: { operationId: ${id} }\n`;
    const paths = ["/a?x=1&y=2", "/a?x=1", "/a?x=1#b", "/a?y=2&x=1"];
    const yaml = contract(paths.map((text, index) => path(text, `a${index}`)).join(""));
    expect(diagnosticsOf("operation-clash", yaml)).toMatchObject([
      { message: expect.stringContaining('"/a?y=2&x=1" and "/a?x=1&y=2"') },
    ]);
  });

  it("rejects a path that is another spelling of the same URL", () => {
    const paths =
      "  /~a/b%2fc:\n    get: { operationId: two }\n  /%7Ea/b%2Fc:\n    get: { operationId: three }\n  /~a/b/c:\n    get: { operationId: four }\n";
    expect(diagnosticsOf("operation-clash", contract(paths))).toMatchObject([
      { message: '"/~a/b%2fc" and "/%7Ea/b%2Fc" differ only in percent-encoding, and both have "GET"' },
    ]);
  });

  it("accepts other methods, other segments and webhooks", () => {
    const paths = "  /notes/{name}:\n    put: { operationId: two }\n  /notes/x{id}:\n    get: { operationId: three }\n";
    const webhooks = "webhooks:\n  /notes/{name}:\n    get: { operationId: four }\n";
    expect(diagnosticsOf("operation-clash", contract(paths + webhooks))).toEqual([]);
  });
});
