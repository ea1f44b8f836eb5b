import { escapeSegment, parsePointer } from "../../../../templates/runtime/json.js";
import type { Diagnostic, Location } from "../../../diagnostics/diagnostic.js";
import { compareDiagnostics } from "../../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import type { ExchangeContract } from "../exchange-contract.js";
import { type CallTarget, nameOf } from "../find-target.js";
import { detailsOf, type Finding, reportFinding } from "../finding.js";

/** More kinds are only counted: a client may send any number of unknown fields and paths. */
const maxKinds = 1_000;

/** How a request was rejected. */
export interface Rejected {
  readonly status: number;
  /** Whether by the proxy: the API never saw it. */
  readonly isOwn: boolean;
}

/** Collects what is wrong, one diagnostic for each kind: rule, operation and pointer. */
export class Kinds {
  readonly #found = new Map<string, { readonly diagnostic: Diagnostic; count: number }>();
  readonly #onFirst: ((diagnostic: Diagnostic) => void) | undefined;
  /** Findings of kinds beyond the limit. */
  others = 0;

  constructor(onFirst?: (diagnostic: Diagnostic) => void) {
    this.#onFirst = onFirst;
  }

  /** Counts a finding of a call. `rejection`: how its request was rejected, as it should. */
  addFinding(contract: ExchangeContract, target: CallTarget, finding: Finding, rejection: Rejected | undefined): void {
    const place = finding.contractPlace ?? placeOf(contract, target);
    const name = nameOf(target);
    const pointer = generalPointer(finding.pointer);
    const key = [name, finding.rule, pointer, rejection?.status ?? "", place?.line, place?.column].join("\n");
    this.add(
      key,
      (problems) => {
        const { contractPlace: _, ...rest } = { ...finding, pointer };
        if (!rejection) return reportFinding(rest, place, problems);
        const parameters = { pointer, rule: finding.rule, problem: finding.message };
        reportRejected(problems, parameters, rejection, place, detailsOf(rest));
      },
      name,
    );
  }

  /** Counts a problem of some kind; `describe` reports it once. */
  add(key: string, describe: (problems: Diagnostic[]) => void, of?: string): void {
    const known = this.#found.get(key);
    if (known) {
      known.count++;
      return;
    }
    if (this.#found.size >= maxKinds) {
      this.others++;
      return;
    }
    const problems: Diagnostic[] = [];
    describe(problems);
    for (const problem of problems) {
      const diagnostic = of === undefined ? problem : { ...problem, message: `${of}: ${problem.message}` };
      this.#found.set(key, { diagnostic, count: 1 });
      this.#onFirst?.(diagnostic);
    }
  }

  /** All kinds in the order of their locations in the contract, with their counts. */
  diagnostics(): Diagnostic[] {
    return [...this.#found.values()].map(({ diagnostic, count }) => ({ ...diagnostic, count })).sort(compareDiagnostics);
  }
}

/** Reports an invalid request that was rejected, as it should. */
export function reportRejected(
  problems: Diagnostic[],
  violation: { readonly pointer: string; readonly rule: string; readonly problem: string },
  { status, isOwn }: Rejected,
  place?: Location,
  details: ReturnType<typeof detailsOf> = {},
): void {
  const parameters = { ...violation, status, ...(isOwn && { by: "the proxy" }) };
  const hint = details.hint ?? (isOwn ? "The API never saw the request. Fix the caller." : undefined);
  report(problems, "request-refused", parameters, place, { ...details, ...(hint !== undefined && { hint }) });
}

function placeOf({ locations }: ExchangeContract, { endpoint, node }: CallTarget): Location | undefined {
  return (node && locations.value(node.action)) ?? locations.value(endpoint.operation);
}

/** Replaces the positions in lists, which differ from call to call. */
function generalPointer(pointer: string): string {
  return parsePointer(pointer)
    .map((segment) => `/${/^\d+$/.test(segment) ? "*" : escapeSegment(segment)}`)
    .join("");
}
