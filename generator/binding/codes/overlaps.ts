import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** Facts that share a location, or one inside another. */
export const overlapCode = defineBindingCode({
  code: "binding-overlap",
  messages: {
    same: ({ fact, other, pointer }: { fact: string; other: string; pointer: string }) =>
      `${quote(fact)} has the same location as ${quote(other)}: ${quote(pointer)}`,
    inside: ({ inner, outer, pointer }: { inner: string; outer: string; pointer: string }) =>
      `${quote(inner)} can't be inside ${quote(outer)}, which is at ${quote(pointer)}`,
    fixed: ({ fixed, fact, pointer }: { fixed: string; fact: string; pointer: string }) =>
      `the fixed value at ${quote(fixed)} overlaps ${quote(fact)}, which is at ${quote(pointer)}`,
    marked: ({ mark }: { mark: string }) => `${mark} in successes, too, so that they would be errors`,
  },
  cause: "A server writes each fact at its location. Of two facts at the same one, the later would replace the earlier.",
  bad: `
      x-platform-action-binding: { response: { status: /state, message: /state } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { state: { type: string }, text: { type: string } } } } }`,
  good: `
      x-platform-action-binding: { response: { status: /state, message: /text } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { state: { type: string }, text: { type: string } } } } }`,
  at: "operation",
});
