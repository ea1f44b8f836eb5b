import type { Box, Diagram, Label, Line } from "../blocks/block.js";
import type { Lifecycle, Transition } from "../../../model/contract.js";

/** Measures in pixels. Names are in a monospaced font. */
const rowHeight = 46;
const lineHeight = 13;
const boxHeight = 28;
const boxPadding = 8;
const nameCharacter = 7.3;
const labelCharacter = 6.7;
const columnGap = 6;
const margin = 2;
const dot = 12;

/** Longer events are broken after an underscore, hyphen or space. */
const maxLine = 12;

/**
 * Lays out the states along a diagonal, from creation to the end:
 *
 *     ●──create─┐
 *               ▼
 *          provisioning──ready─┐
 *                              ▼
 *               ┌──────────  active
 *
 * A transition leaves its state sideways, along the state's row, and turns in the column of its target state. Its event
 * is at the turn. There is one turn for each pair of states, so that nothing ever overlaps.
 */
export function drawLifecycle({ states, transitions }: Lifecycle, title: string): Diagram {
  const names = [...(transitions.some(({ from }) => from === undefined) ? [undefined] : []), ...states.map(({ name }) => name)];
  const turns = collectTurns(transitions, names);
  const columns = placeColumns(names, turns);
  const rows = placeRows(names.length, turns);
  const middle = (row: number) => rows.middles[row]!;
  const isEnd = (name: string | undefined) => transitions.every(({ from }) => from !== name);

  const boxes = names.map((name, index): Box => {
    const width = name === undefined ? dot : nameWidth(name);
    const height = name === undefined ? dot : boxHeight;
    return { x: columns[index]! - width / 2, y: middle(index) - height / 2, width, height, name, isEnd: isEnd(name) };
  });
  const lines = [...alongRows(), ...alongColumns()];
  const labels = turns.map(({ from, to, lines }): Label => ({ x: columns[to]!, y: middle(from), lines }));
  const right = Math.max(0, ...boxes.map(({ x, width }) => x + width), ...labels.map((label) => label.x + labelWidth(label) / 2));
  return { title, width: Math.ceil(right + margin), height: rows.height, boxes, lines, labels };

  /** Lines from each state to the farthest turns of its transitions. */
  function alongRows(): Line[] {
    return boxes.flatMap(({ x, width }, row) => {
      const y = middle(row);
      const ends = turns.filter(({ from }) => from === row).map(({ to }) => columns[to]!);
      return reach(ends, x, x + width).map(([edge, end]) => ({ from: [edge, y], to: [end, y], hasHead: false }));
    });
  }

  /** Lines to each state from the farthest turns of transitions to it. */
  function alongColumns(): Line[] {
    return boxes.flatMap(({ y, height }, column) => {
      const x = columns[column]!;
      const starts = turns.filter(({ to }) => to === column).map(({ from }) => middle(from));
      return reach(starts, y, y + height).map(([edge, start]) => ({ from: [x, start], to: [x, edge], hasHead: true }));
    });
  }
}

/** Returns the edge of a box and the farthest of some positions, before and after the box. */
function reach(places: readonly number[], first: number, last: number): (readonly [edge: number, place: number])[] {
  const [before, behind] = [Math.min(first, ...places), Math.max(last, ...places)];
  return [...(before < first ? [[first, before] as const] : []), ...(behind > last ? [[last, behind] as const] : [])];
}

/** All events that lead from one state to another. */
interface Turn {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

function collectTurns(transitions: readonly Transition[], names: readonly (string | undefined)[]): Turn[] {
  const turns = new Map<string, { from: number; to: number; lines: string[] }>();
  for (const { from, event, to } of transitions) {
    if (from === to) continue;
    const key = `${names.indexOf(from)} ${names.indexOf(to)}`;
    const turn = turns.get(key) ?? { from: names.indexOf(from), to: names.indexOf(to), lines: [] };
    turns.set(key, turn);
    turn.lines.push(...breakLines(event));
  }
  return [...turns.values()];
}

function breakLines(event: string): string[] {
  const lines = [""];
  for (const piece of event.match(/[^_\- ]*[_\- ]?/g) ?? []) {
    if (lines.at(-1) !== "" && lines.at(-1)!.length + piece.trimEnd().length > maxLine) lines.push("");
    lines.push(lines.pop()! + piece);
  }
  return lines.map((line) => line.trimEnd()).filter((line) => line !== "");
}

/** Returns the centers of the rows, each as high as the events that leave its state. */
function placeRows(count: number, turns: readonly Turn[]): { readonly middles: readonly number[]; readonly height: number } {
  const middles: number[] = [];
  let top = margin;
  for (let row = 0; row < count; row++) {
    const most = Math.max(0, ...turns.filter(({ from }) => from === row).map(({ lines }) => lines.length));
    const height = Math.max(rowHeight, (most + 1) * lineHeight);
    middles.push(top + height / 2);
    top += height;
  }
  return { middles, height: top + margin };
}

/** Returns the centers of the columns, each as wide as its content. */
function placeColumns(names: readonly (string | undefined)[], turns: readonly Turn[]): number[] {
  const middles: number[] = [];
  let left = margin;
  names.forEach((name, index) => {
    const labels = turns.filter(({ to }) => to === index).map(labelWidth);
    const width = Math.max(name === undefined ? dot : nameWidth(name), ...labels);
    middles.push(Math.round(left + width / 2));
    left += width + columnGap;
  });
  return middles;
}

function nameWidth(name: string): number {
  return Math.ceil(name.length * nameCharacter) + 2 * boxPadding;
}

function labelWidth({ lines }: { readonly lines: readonly string[] }): number {
  return Math.ceil(Math.max(0, ...lines.map((line) => line.length)) * labelCharacter) + 8;
}
