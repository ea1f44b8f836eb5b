import fc from "fast-check";
import { expect, test } from "vitest";
import type { Box, Diagram, Label } from "../../../../generator/tools/site/blocks/block.js";
import { drawLifecycle } from "../../../../generator/tools/site/lifecycle/draw-lifecycle.js";
import { readLifecycle } from "../../../../generator/model/read-lifecycle.js";

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxArea = ({ x, y, width, height }: Box): Area => ({ left: x, right: x + width, top: y, bottom: y + height });

/** Where a label's text stands, in a font of 11 pixels whose characters are 0.6 wide. */
function labelArea({ x, y, lines }: Label): Area {
  const width = Math.max(...lines.map((line) => line.length)) * 6.7;
  const height = lines.length * 13;
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function overlap(a: Area, b: Area): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function overlaps({ boxes, labels }: Diagram): [Area, Area][] {
  const areas = [...boxes.map(boxArea), ...labels.map(labelArea)];
  return areas.flatMap((area, index) =>
    areas.slice(index + 1).flatMap((other): [Area, Area][] => (overlap(area, other) ? [[area, other]] : [])),
  );
}

const name = fc.stringMatching(/^[a-z]{1,14}(_[a-z]{1,9}){0,3}$/);
const lifecycles = fc
  .uniqueArray(name, { minLength: 1, maxLength: 8 })
  .chain((names) =>
    fc.array(fc.record({ from: fc.constantFrom(null, ...names), event: name, to: fc.constantFrom(...names) }), { maxLength: 30 }),
  );

test("nothing overlaps, and everything is inside, whatever the transitions", () => {
  fc.assert(
    fc.property(lifecycles, (transitions) => {
      const lifecycle = readLifecycle({ "x-platform-lifecycle": { states: {}, transitions } }, "platform")!;
      const diagram = drawLifecycle(lifecycle, "Life cycle");
      expect(overlaps(diagram)).toEqual([]);
      for (const { left, right, top, bottom } of [...diagram.boxes.map(boxArea), ...diagram.labels.map(labelArea)]) {
        expect(left >= 0 && right <= diagram.width && top >= 0 && bottom <= diagram.height).toBe(true);
      }
    }),
  );
});

test("a transition leaves along the row of its state and ends at the box of its target", () => {
  const transitions = [
    { from: null, event: "create", to: "active" },
    { from: "active", event: "suspend", to: "suspended" },
    { from: "suspended", event: "resume_it", to: "active" },
    { from: "suspended", event: "thaw", to: "active" },
    { from: "active", event: "refresh", to: "active" },
  ];
  const lifecycle = readLifecycle({ "x-platform-lifecycle": { transitions } }, "platform")!;
  const { boxes, lines, labels } = drawLifecycle(lifecycle, "");
  const [start, active, suspended] = boxes as [Box, Box, Box];
  expect(boxes.map(({ name: state }) => state)).toEqual([undefined, "active", "suspended"]);
  const row = (box: Box) => box.y + box.height / 2;
  const column = (box: Box) => box.x + box.width / 2;
  expect(labels.map(({ lines: text }) => text)).toEqual([["create"], ["suspend"], ["resume_it", "thaw"]]);
  expect(labels.map(({ x, y }) => [x, y])).toEqual([
    [column(active), row(start)],
    [column(suspended), row(active)],
    [column(active), row(suspended)],
  ]);
  expect(lines).toContainEqual({
    from: [active.x + active.width, row(active)],
    to: [column(suspended), row(active)],
    hasHead: false,
  });
  expect(lines).toContainEqual({ from: [column(suspended), row(active)], to: [column(suspended), suspended.y], hasHead: true });
  expect(lines).toContainEqual({
    from: [column(active), row(suspended)],
    to: [column(active), active.y + active.height],
    hasHead: true,
  });
});
