import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** Pointers that lead nowhere, or to a value that can't be the fact. */
export const pointerCode = defineBindingCode({
  code: "binding-pointer",
  messages: {
    /** `what` is a subject and its verb: `the error's schema has`. */
    nowhere: ({ what, pointer }: { what: string; pointer: string }) =>
      `${what} ${what.startsWith("no ") ? "anything" : "nothing"} at ${quote(pointer)}`,
    element: ({ list, name }: { list: string; name: string }) => `the elements at ${quote(list)} have no member ${quote(name)}`,
    list: ({ pointer, fact }: { pointer: string; fact: string }) =>
      `${quote(pointer)} leads into a list, where a server can't put ${quote(fact)}`,
    type: ({ pointer, types, fact }: { pointer: string; types: string; fact: string }) =>
      `${pointer === "" ? "the whole body" : `the value at ${quote(pointer)}`} can't be ${types}, as ${quote(fact)} must be`,
    wholeBody: ({ fact }: { fact: string }) => `${quote(fact)} can't be the whole body: only a result can`,
    wholeError: ({ fact }: { fact: string }) => `${quote(fact)} can't be the whole body of an error`,
    wholeFixed: () => "a fixed value can't be the whole body of an error",
    wholeService: ({ fact }: { fact: string }) => `${quote(fact)} can't be the whole service`,
  },
  cause:
    "A binding defines the locations of the facts of a call. If they don't exist in the contract, servers and clients would look in the wrong place.",
  bad: `
      x-platform-action-binding:
        response: { result: /outptu }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { output: { type: object, properties: { ip: { type: string } } } } } } }`,
  good: `
      x-platform-action-binding:
        response: { result: /output }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { output: { type: object, properties: { ip: { type: string } } } } } } }`,
  at: "operation",
});
