import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** The type of the service that an action belongs to. */
export const typeCode = defineBindingCode({
  code: "binding-type",
  messages: {
    choice: () => '"type" needs one of const, in and service',
    other: ({ types }: { types: readonly string[] }) => `the operation has actions of ${types.map(quote).join(" and ")}`,
    unnamed: () => '"from" needs the name of the type that the actions belong to',
  },
  cause: "The actions of an operation belong to a type, which must be that of its maps of actions.",
  bad: "x-platform-action-binding: { type: { const: redis } }",
  good: "x-platform-action-binding: { type: { const: postgres } }",
  at: "operation",
});
