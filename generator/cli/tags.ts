import { Option } from "commander";
import { suggest } from "../diagnostics/suggest.js";
import type { Contract } from "../model/contract.js";
import { UsageError } from "./exit-codes.js";

/** `--tag`, of every command that can select actions. */
export function tagOption(): Option {
  return new Option("--tag <name>", "only actions with this tag; can be repeated").argParser(
    (name: string, before: readonly string[] | undefined) => [...(before ?? []), name],
  );
}

/** Rejects tags that no action of a contract has. */
export function checkTags({ serviceTypes }: Contract, tags: readonly string[] | undefined): void {
  const known = new Set(serviceTypes.flatMap(({ actions }) => actions.flatMap((action) => action.tags)));
  const unknown = tags?.find((tag) => !known.has(tag));
  if (unknown === undefined) return;
  const near = suggest(unknown, known);
  const hint =
    near !== undefined
      ? `Did you mean ${near}?`
      : known.size > 0
        ? `Known tags: ${[...known].sort().join(", ")}.`
        : "No action has tags.";
  throw new UsageError(`no action has the tag '${unknown}'\n(${hint})`);
}
