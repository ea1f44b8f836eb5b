import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** Requests that are lists of actions. */
export const listCode = defineBindingCode({
  code: "binding-list",
  messages: {
    unnamed: () => "the items of a list must name their actions themselves",
    root: () => "the whole request body can't be the list of actions",
    id: () => "a list of actions has no id of a request",
    results: () => "the results of a list of actions need a list of their own",
    successes: () => "a request with a list of actions needs exactly one success, without headers",
    preconditions: () => "a precondition can't be checked for each action of a list",
    parts: ({ action }: { action: string }) =>
      `${quote(action)} declares a part of its own, which one of several actions of a request can't have`,
  },
  cause:
    "A request with a list of actions is validated and run as a whole: it has one status, one set of headers and parameters, and a result for each item.",
  bad: "x-platform-action-binding: { list: /actions, action: { in: header, name: X-Action } }",
  good: "x-platform-action-binding: { action: { in: path, name: action } }",
  at: "operation",
});
