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
    action.effectiveScopes.length > 0 && scopesLine(action.effectiveScopes),
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

/** Describes an operation for readers of its signature: its effect, its route, its callers, and its failures. */
export function operationDocs({ summary, description, method, path, deprecated, security, responses }: Operation): Docs {
  const scopes = security.map((schemes) => Object.values(schemes).flat()).filter((all) => all.length > 0);
  const errors = responses.filter(({ status }) => /^[45]/.test(status));
  return docs(
    [
      summary,
      description,
      `\`${method} ${path}\``,
      scopes.length > 0 ? scopesLine(scopes) : undefined,
      errors.length > 0
        ? ["Errors:", ...errors.map(({ status, description: when }) => `- ${status}${described(when)}`)].join("\n")
        : undefined,
    ],
    deprecated ? ["@deprecated"] : [],
  );
}

function scopesLine(alternatives: readonly (readonly string[])[]): string {
  return `Scopes: ${alternatives.map((all) => all.join(", ")).join("; or ")}.`;
}

function availability(action: Action): string | undefined {
  const parts = [
    action.states && `states ${action.states.join(", ")}`,
    action.plans && `plans ${action.plans.join(", ")}`,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? `Available in ${parts.join("; ")}.` : undefined;
}

function errorLine(error: Action["errors"][number]): string {
  return `- \`${error.code}\` (${error.status})${described(error.description)}`;
}

function described(description: string | undefined): string {
  return description ? `: ${description.trim().replace(/\s+/g, " ")}` : "";
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
