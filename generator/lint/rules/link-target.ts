import type { Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { ownString, type JsonObject } from "../../document/json-value.js";
import { fragmentOf, leadsToNoOperation, referenceToMain } from "../../document/operation-references.js";
import { reachable } from "../../document/visitor.js";
import { defineRule, type RuleContext } from "../rule.js";

/** A link leads to one operation, by its id or by a reference (Link Object). */
export const linkTarget = defineRule({
  code: "link-target",
  severity: "warning",
  message: ({ name, problem }: { name: string; problem: string }) => `the link ${quote(name)} ${problem}`,
  cause:
    "A link leads to an operation: by `operationId`, the id of an operation of the contract, or by `operationRef`, a reference to one. Without such a target, or with two, readers of the documentation can't follow the link.",
  bad: `
      /users:
        post:
          operationId: addUser
          responses:
            "201": { description: The user., links: { user: { operationId: getUsr } } }
      /users/{id}:
        get: { operationId: getUser, responses: { "200": { description: The user. } } }`,
  good: `
      /users:
        post:
          operationId: addUser
          responses:
            "201": { description: The user., links: { user: { operationId: getUser } } }
      /users/{id}:
        get: { operationId: getUser, responses: { "200": { description: The user. } } }`,
  at: "paths",

  check(context, report) {
    const { locations } = context;
    const links = context.partsOf("link").filter(({ value }) => !Object.hasOwn(value, "$ref"));
    const ids = links.length > 0 ? operationIds(context) : [];
    for (const { value, holder, key } of links) {
      const [id, ref] = [ownString(value, "operationId"), ownString(value, "operationRef")];
      if (id !== undefined && ref !== undefined) {
        const problem = 'has both "operationId" and "operationRef"';
        report({ name: key, problem }, locations.value(value, "operationRef"), { hint: "Remove one of them." });
      }
      if (!Object.hasOwn(value, "operationId") && !Object.hasOwn(value, "operationRef")) {
        const hint = 'Write "operationId", or "operationRef" for an operation of another document.';
        report({ name: key, problem: "names no operation" }, locations.key(holder as JsonObject, key), { hint });
      }
      if (id !== undefined && !ids.includes(id)) {
        const near = suggest(id, ids);
        const hint =
          near === undefined ? "Write the operationId of an operation of the contract." : `Did you mean ${quote(near)}?`;
        report({ name: key, problem: `leads to an unknown operation ${quote(id)}` }, locations.value(value, "operationId"), {
          hint,
        });
      }
      if (ref !== undefined && leadsToNoOperation(ref, context)) {
        const at = locations.value(value, "operationRef");
        report({ name: key, problem: `has no operation at ${quote(ref)}` }, at, { hint: hintFor(ref, at, context) });
      }
    }
  },
});

/** Returns the ids of all operations, including those that became actions. */
function operationIds({ written }: RuleContext): string[] {
  const found = reachable(written, [{ value: written, kind: "root" }], (kind) => kind !== "schema" && kind !== "example");
  return [...found].flatMap(({ value, kind }) => (kind === "operation" ? (ownString(value, "operationId") ?? []) : []));
}

/** References are often written as if all files were one. */
function hintFor(ref: string, at: Location | undefined, context: RuleContext): string {
  const fragment = fragmentOf(ref);
  const file = context.files.find(({ path }) => path === at?.path);
  if (!file || ref === fragment || leadsToNoOperation(fragment, context))
    return 'Write the path with ~1 for each slash, and the method: "#/paths/~1users~1{id}/get".';
  const meant = referenceToMain(fragment, file, context.entry);
  return `A reference is relative to the file that contains it. Did you mean ${quote(meant)}?`;
}
