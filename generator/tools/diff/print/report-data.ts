import type { Location } from "../../../diagnostics/diagnostic.js";
import type { Change, Place } from "../change.js";
import type { DiffReport } from "./diff-report.js";

/** A report as data, for the JSON output: every change, those that harm nobody too. */
export function reportData({ baseName, revisionName, open, accepted, level, nextVersion }: DiffReport): object {
  const changes = [
    ...open.map((change) => changeData(change)),
    ...accepted.map(({ change, reason }) => ({ ...changeData(change), accepted: reason })),
  ];
  return { base: baseName, revision: revisionName, level, ...(nextVersion !== undefined && { nextVersion }), changes };
}

function changeData({ rule, severity, message, before, after, pointer, uses, witness, isCertain }: Change): object {
  return {
    rule: rule.id,
    severity,
    breaks: rule.breaks,
    message,
    why: rule.why,
    pointer,
    ...placeData("before", before),
    ...placeData("after", after),
    ...(uses.length > 0 && { uses }),
    ...(witness !== undefined && { witness }),
    certain: isCertain,
  };
}

function placeData(side: "before" | "after", place: Place | undefined): object {
  return place?.location ? { [side]: locationData(place.location) } : {};
}

function locationData({ path, line, column }: Location): object {
  return { path, line, column };
}
