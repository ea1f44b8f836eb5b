import type { Action } from "../../../model/contract.js";
import type { Inline } from "../content/inline.js";

/** What an action does to a service, as its flags say, in sentences. */
export function effects({ readOnly, destructive, idempotent, async }: Action): string[] {
  return [
    readOnly
      ? "Only reads: nothing changes."
      : destructive
        ? "May delete or overwrite."
        : "Changes the service or what is in it.",
    ...(readOnly ? [] : [idempotent ? "Calling it again changes nothing more." : "Calling it again acts again."]),
    async ? "Answers 202 and goes on after that." : "Answers 200 when the work is done.",
  ];
}

/** Flags that a reader should see first. */
export function actionTags({ readOnly, destructive, async, deprecated }: Action): Inline[] {
  return [
    ...(deprecated ? [{ kind: "tag", text: "deprecated", tone: "warn" } as const] : []),
    ...(readOnly ? [{ kind: "tag", text: "read-only", tone: "good" } as const] : []),
    ...(destructive ? [{ kind: "tag", text: "destructive", tone: "bad" } as const] : []),
    ...(async ? [{ kind: "tag", text: "async" } as const] : []),
  ];
}

/** The line below an action's name. */
export function actionLead(action: Action): string {
  return action.summary ?? action.label;
}
