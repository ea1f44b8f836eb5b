import type { Automaton, Edge } from "./automaton.js";

/** The loops of an automaton: positions that reach each other by edges with at least this limit. */
export function loopsOf({ edges }: Automaton, minLimit: number): number[][] {
  const follows = (edge: Edge) => edge.limit >= minLimit;
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const loops: number[][] = [];

  // Tarjan's algorithm, with a stack of its own: patterns can be long.
  for (const root of edges.keys()) {
    if (order.has(root)) continue;
    const stack = [enter(root)];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const { at, next } = top;
      const to = next.pop();
      if (to === undefined) {
        stack.pop();
        const caller = stack.at(-1);
        if (caller) low.set(caller.at, Math.min(low.get(caller.at)!, low.get(at)!));
        if (low.get(at) === order.get(at)) close(at);
      } else if (!order.has(to)) stack.push(enter(to));
      else if (isOpen.has(to)) low.set(at, Math.min(low.get(at)!, order.get(to)!));
    }
  }
  return loops;

  function enter(at: number): { at: number; next: number[] } {
    order.set(at, order.size);
    low.set(at, order.get(at)!);
    open.push(at);
    isOpen.add(at);
    return { at, next: [...edges[at]!.values()].filter(follows).map(({ to }) => to) };
  }
  function close(at: number): void {
    const loop = open.splice(open.lastIndexOf(at));
    for (const member of loop) isOpen.delete(member);
    const self = edges[at]!.get(at);
    if (loop.length > 1 || (self && follows(self))) loops.push(loop);
  }
}
