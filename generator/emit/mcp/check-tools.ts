import { compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import type { Contract } from "../../model/contract.js";
import { report } from "../diagnostics.js";
import { callsOf, revealsSecrets, type ContractCall, whyNot } from "./describe-mcp.js";
import { toolInput } from "./tool-input.js";
import { createToolNamer, maxLength, plainToolName } from "./tool-names.js";

/**
 * Reports what tools of a contract can't express: calls that are none, other names, and arguments that are not described. `separate`: the
 * same contract with separate requests and responses.
 */
export function checkTools(contract: Contract, separate: Contract): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const written = callsOf(contract);
  const nameTool = createToolNamer();
  for (const [index, call] of callsOf(separate).entries()) {
    const wanted = call.kind === "action" ? `${call.type.name}_${call.action.name}` : call.operation.id;
    const location = locationOf(contract, written[index]!);
    for (const problem of problemsOf(separate, call, wanted, nameTool(wanted)))
      report(diagnostics, "tool-unfit", { tool: wanted, problem }, location);
  }
  return diagnostics.sort(compareDiagnostics);
}

function locationOf({ locations }: Contract, call: ContractCall) {
  return call.kind === "action" ? locations.action(call.type, call.action) : locations.operation(call.operation);
}

function problemsOf(contract: Contract, call: ContractCall, wanted: string, name: string): string[] {
  if (revealsSecrets(call)) return [];
  const reason = whyNot(call);
  if (reason !== undefined) return [`is not offered: ${reason}`];
  const { losses, unfit } = toolInput(contract, call.operation, call.kind === "action" ? call.action : undefined);
  const hidden = [...losses.members].filter((member) => !unfit.includes(member));
  const plain = plainToolName(wanted);
  const why = plain.length > maxLength ? `its own name has more than ${maxLength} characters` : "another tool has its name";
  return [
    ...(name === plain ? [] : [`is named ${quote(name)}: ${why}`]),
    ...(unfit.length === 0 ? [] : [`takes its body as one argument: ${namesOf(unfit)} can't be the name of an argument`]),
    ...(hidden.length === 0 ? [] : [`doesn't describe members with names that providers reject: ${namesOf(hidden)}`]),
    ...(losses.isCut ? ["doesn't describe all of its arguments: their schema is too deep or too large"] : []),
  ];
}

function namesOf(names: readonly string[]): string {
  return `${names.slice(0, 3).map(quote).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
}
