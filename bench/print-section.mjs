/**
 * A table of figures.
 * @typedef {{ key: string, title: string, digits: number }} Column
 * @typedef {{ name: string, [key: string]: string | number | undefined }} Row
 *
 * A goal and the measured value, and between which values it lies, 19 times in 20.
 * @typedef {{ what: string, reached: number, range?: readonly [low: number, high: number], limit: number, unit: string }} Aim
 *
 * The results of one part of the benchmark; `how` describes the measurement.
 * @typedef {{ title: string, how: readonly string[], columns: readonly Column[], rows: readonly Row[], aims?: readonly Aim[] | undefined, notes?: readonly string[] }} Section
 */

/** @type {Record<"wall" | "cpu" | "memory", Column>} */
export const columns = {
  wall: { key: "wall", title: "wall s", digits: 3 },
  cpu: { key: "cpu", title: "CPU s", digits: 3 },
  memory: { key: "memory", title: "peak MiB", digits: 0 },
};

/**
 * A section as plain text.
 * @param {Section} section
 */
export function printSection({ title, how, columns, rows, aims = [], notes = [] }) {
  const cells = rows.map((row) => [row.name, ...columns.map((column) => cell(row[column.key], column))]);
  const table = [["", ...columns.map((column) => column.title)], ...cells];
  const widths = table[0]?.map((_, index) => Math.max(...table.map((line) => line[index]?.length ?? 0))) ?? [];
  const lines = table.map((line) =>
    line.map((text, index) => (index === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[index] ?? 0))).join("  "),
  );
  return [
    title,
    ...how.map((line) => `  ${line}`),
    ...lines.map((line) => `    ${line}`.trimEnd()),
    ...notes.map((line) => `  ${line}`),
    ...aims.map(printAim),
  ].join("\n");
}

/**
 * @param {string | number | undefined} value
 * @param {Column} column
 */
function cell(value, { digits }) {
  if (value === undefined || Number.isNaN(value)) return "-";
  return typeof value === "number" ? value.toFixed(digits) : value;
}

/** @param {Aim} aim */
export function printAim({ what, reached, range: [low, high] = [reached, reached], limit, unit }) {
  const figure = (/** @type {number} */ value) => `${Number(value.toPrecision(3))}${unit}`;
  const verdict = high <= limit ? "reached" : low > limit ? "missed" : "within noise";
  const spread = low < high ? ` (${figure(low)} to ${figure(high)})` : "";
  return `  aim: ${what} at most ${figure(limit)}: ${verdict}, ${figure(reached)}${spread}`;
}
