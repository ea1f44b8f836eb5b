import { coverageTotals, type CoverageKind, type CoverageRow } from "./coverage.js";

/**
 * Coverage for people:
 *
 *     action                valid  invalid  response  errors
 *     postgres.add_ip           1        9         1  400, 409
 *     postgres.drop_database    1        0         1  404, 409 missing
 */
export function printCoverage(rows: readonly CoverageRow[]): string {
  const header = ["", "valid", "invalid", "response", "errors"];
  const cells = rows.map((row) => [
    nameOf(row),
    ...(["valid request", "invalid request", "response"] as const).map((kind) => count(row, kind)),
    errors(row),
  ]);
  const lines = [header, ...cells];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const text = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 || column === 4 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd(),
  );
  return `${text.join("\n")}\n\n${describeTotals(rows)}\n`;
}

/** `coverage 98.5 % (593 of 602)`. */
export function describeTotals(rows: readonly CoverageRow[]): string {
  const { covered, total } = coverageTotals(rows);
  return `coverage ${percentText(coveragePercent(rows))} % (${covered} of ${total})`;
}

/** Between 0 and 100; of a contract without anything to cover, 100. */
export function coveragePercent(rows: readonly CoverageRow[]): number {
  const { covered, total } = coverageTotals(rows);
  return total === 0 ? 100 : (100 * covered) / total;
}

/** One decimal, rounded down, so that only everything is 100. */
export function percentText(percent: number): string {
  return String(Math.floor(percent * 10) / 10);
}

/** For the JSON report. */
export function coverageData(rows: readonly CoverageRow[]): object {
  return {
    ...coverageTotals(rows),
    percent: Number(percentText(coveragePercent(rows))),
    rows: rows.map(({ seen, ...row }) => ({ ...row, seen: Object.fromEntries(seen) })),
  };
}

function nameOf({ service_type, action, operation }: CoverageRow): string {
  return service_type === undefined ? operation : `${service_type}.${action}`;
}

/** A dot where there is no such thing to see. */
function count({ seen }: CoverageRow, kind: CoverageKind): string {
  return String(seen.get(kind) ?? "·");
}

function errors({ seen }: CoverageRow): string {
  const all = [...seen].filter(([kind]) => kind.startsWith("error "));
  const list = (isSeen: boolean) =>
    all.flatMap(([kind, times]) => (times > 0 === isSeen ? [kind.slice("error ".length)] : [])).join(", ");
  const [found, missing] = [list(true), list(false)];
  if (all.length === 0) return "·";
  return missing === "" ? found : `${found === "" ? "" : `${found}; `}missing ${missing}`;
}
