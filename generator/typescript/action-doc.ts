import type { Action, Operation } from "../model/contract.js";
import { docs, type Docs } from "./encode.js";

/** Describes an action, for the members of types that are not called themselves. */
export function actionSummary({ summary, label, deprecated }: Action): Docs {
  return docs([summary ?? label], deprecated ? ["@deprecated"] : []);
}

/** Describes an action for readers of its signature: its effect, its callers, its availability, and its failures. */
export function actionDocs(action: Action): Docs {
  const flags = [
    action.readOnly && "read-only",
    action.idempotent && "idempotent",
    action.destructive && "destructive",
    action.async && "completes in the background",
  ].filter((flag) => flag !== false);
  const facts = [
    flags.length > 0 && `${capitalize(flags.join(", "))}.`,
    action.effectiveScopes.length > 0 && `Scopes: ${action.effectiveScopes.map((all) => all.join(", ")).join("; or ")}.`,
    availability(action),
    action.tags.length > 0 && `Tags: ${action.tags.join(", ")}.`,
  ].filter((fact) => typeof fact === "string");
  return docs(
    [
      action.summary ?? action.label,
      action.description,
      facts.join(" "),
      action.errors.length > 0 ? ["Errors:", ...action.errors.map(errorLine)].join("\n") : undefined,
    ],
    action.deprecated ? ["@deprecated"] : [],
  );
}

/** Describes an operation for those who handle it: its effect and its route. */
export function operationDocs({ summary, description, method, path, deprecated }: Operation): Docs {
  return docs([summary, description, `\`${method} ${path}\``], deprecated ? ["@deprecated"] : []);
}

function availability(action: Action): string | undefined {
  const parts = [
    action.states && `states ${action.states.join(", ")}`,
    action.plans && `plans ${action.plans.join(", ")}`,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? `Available in ${parts.join("; ")}.` : undefined;
}

function errorLine(error: Action["errors"][number]): string {
  const when = error.description ? `: ${error.description.replace(/\s+/g, " ")}` : "";
  return `- \`${error.code}\` (${error.status})${when}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
