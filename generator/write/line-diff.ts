/** One line of a comparison: kept, removed or added, with its numbers before and after (from 1). */
export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  readonly before: number;
  readonly after: number;
}

/** More differences than this are shown as one block: the search needs their square in memory. */
const MAX_EDITS = 400;

/** Compares two lists of lines by Myers' algorithm, with bounds. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const a = before.slice(head, before.length - tail);
  const b = after.slice(head, after.length - tail);

  const signs = [...Array<" ">(head).fill(" "), ...editScript(a, b), ...Array<" ">(tail).fill(" ")];
  let x = 0;
  let y = 0;
  return signs.map((sign) => {
    const line = { sign, text: sign === "+" ? after[y]! : before[x]!, before: x + 1, after: y + 1 };
    if (sign !== "+") x++;
    if (sign !== "-") y++;
    return line;
  });
}

/** The shortest list of signs that leads from `a` to `b`. */
function editScript(a: readonly string[], b: readonly string[]): DiffLine["sign"][] {
  // rounds[d].get(k): how far into `a` one gets with d edits on diagonal k = x - y.
  const rounds: Map<number, number>[] = [];
  let last = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(a.length + b.length, MAX_EDITS); d++) {
    const round = new Map<number, number>();
    rounds.push(round);
    for (let k = -d; k <= d; k += 2) {
      let x = goesDown(last, k, d) ? last.get(k + 1)! : last.get(k - 1)! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      round.set(k, x);
      if (x >= a.length && x - k >= b.length) return traceBack(rounds, a.length, b.length);
    }
    last = round;
  }
  return [...Array<"-">(a.length).fill("-"), ...Array<"+">(b.length).fill("+")];
}

function goesDown(last: ReadonlyMap<number, number>, k: number, d: number): boolean {
  return k === -d || (k !== d && last.get(k - 1)! < last.get(k + 1)!);
}

function traceBack(rounds: readonly ReadonlyMap<number, number>[], endX: number, endY: number): DiffLine["sign"][] {
  const signs: DiffLine["sign"][] = [];
  let x = endX;
  let y = endY;
  for (let d = rounds.length - 1; d > 0; d--) {
    const k = x - y;
    const down = goesDown(rounds[d - 1]!, k, d);
    const fromX = rounds[d - 1]!.get(down ? k + 1 : k - 1)!;
    const startX = down ? fromX : fromX + 1;
    for (; x > startX; x--, y--) signs.push(" ");
    signs.push(down ? "+" : "-");
    if (down) y--;
    else x--;
  }
  for (; x > 0; x--) signs.push(" ");
  return signs.reverse();
}
