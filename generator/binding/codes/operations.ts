import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** Operations that a binding names. */
export const operationCode = defineBindingCode({
  code: "binding-operation",
  messages: {
    unknown: ({ id }: { id: string }) => `no operation has the id ${quote(id)}`,
    endpoint: ({ id }: { id: string }) => `${quote(id)} returns no service: it invokes actions`,
    method: ({ id, method }: { id: string; method: string }) =>
      `${quote(id)} is a ${method.toUpperCase()}, but a followed resource is read by a GET`,
    parameterless: ({ path }: { path: string }) => `${quote(path)} has no parameter that could identify the followed resource`,
    idless: () => "cannot determine the location of the followed resource's id in the response",
  },
  cause:
    "A binding names the operation that shows a service, or a resource to follow. Clients would call one that doesn't exist or returns something else.",
  bad: "x-platform-action-binding: { service: { operation: getServices } }",
  good: "x-platform-action-binding: { service: null }",
  at: "operation",
});
