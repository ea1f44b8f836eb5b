import { declaredKey, failureStatus, type FailureCode } from "../../../binding/failures.js";
import { describeOperation, type OperationPair, type OperationVersion } from "../contract/operations.js";
import { responseAnchors } from "../contract/responses.js";
import { inEndpoint } from "../example.js";
import type { PairRule } from "../rule.js";

/** A changed status of a failure that servers report themselves, because the declared statuses changed. */
export const failureStatusChanged: PairRule<OperationPair> = {
  id: "failure-status-changed",
  breaks: "client",
  why: "Clients that recognize the failure by its status don't receive the old one.",
  example: inEndpoint(`
      responses:
        "200": { description: Done. }
    -   "422": { description: The request is invalid. }
        default: { description: It failed. }
  `),
  check(pair, report) {
    const changed = new Map<string, ChangedFailures>();
    for (const { code, name, isReported } of negotiable) {
      if (!isReported(pair.before) || !isReported(pair.after)) continue;
      const [before, after] = [statusOf(code, pair.before), statusOf(code, pair.after)];
      if (before === undefined || after === undefined || before === after) continue;
      const key = `${before} ${after}`;
      changed.set(key, { before, after, names: [...(changed.get(key)?.names ?? []), name] });
    }
    for (const { before, after, names } of changed.values()) {
      const anchors = {
        before: responseAnchors(pair, String(before)).before,
        after: responseAnchors(pair, String(after)).after,
      };
      report(`${describeOperation(pair.after)} now reports ${names.join(" and ")} with ${after} instead of ${before}`, anchors);
    }
  },
};

/** Failures whose status changed in the same way. */
interface ChangedFailures {
  readonly before: number;
  readonly after: number;
  readonly names: readonly string[];
}

/** A failure whose status depends on the responses that an operation declares. */
interface NegotiableFailure {
  readonly code: FailureCode;
  /** For messages. */
  readonly name: string;
  readonly isReported: (operation: OperationVersion) => boolean;
}

const negotiable: readonly NegotiableFailure[] = [
  { code: "invalid_parameter", name: "invalid parameters", isReported: ({ model }) => model.parameters.length > 0 },
  {
    code: "invalid_body",
    name: "invalid bodies",
    isReported: ({ model, endpoint }) => endpoint !== undefined || model.body !== undefined,
  },
  { code: "action_unavailable", name: "unavailable actions", isReported: ({ endpoint }) => endpoint !== undefined },
];

/** Returns the status of a failure if the operation declares a response for it. */
function statusOf(code: FailureCode, { responses }: OperationVersion): number | undefined {
  const declared = [...responses.keys()];
  const status = failureStatus(code, declared);
  return declaredKey(status, declared) === undefined ? undefined : status;
}
