import type { Box, Diagram, Label, Line } from "../content/block.js";
import { element } from "./element.js";
import { escapeText, joinHtml, type Html } from "./escape.js";

/** The size of arrow heads. */
const head = 6;

const lineHeight = 13;

/** A picture that the page carries in itself; colours come from the style sheet. */
export function printDiagram({ title, width, height, boxes, lines, labels }: Diagram): Html {
  const picture = element(
    "svg",
    { role: "img", "aria-label": title, viewBox: `0 0 ${width} ${height}`, width, height },
    element("path", { class: "line", d: lines.map(linePath).join("") }),
    element("path", { class: "head", d: lines.map(headPath).join("") }),
    ...boxes.map(printBox),
    ...labels.map(printLabel),
  );
  return element("div", { class: "scroll diagram", role: "region", "aria-label": title, tabindex: 0 }, picture);
}

function printBox({ x, y, width, height, name, isEnd }: Box): Html {
  const middle = Math.round(x + width / 2);
  if (name === undefined) return element("circle", { cx: middle, cy: y + height / 2, r: height / 2 });
  const rectangle = element("rect", { class: isEnd ? "end" : undefined, x, y, width, height });
  return joinHtml([rectangle, element("text", { class: "name", x: middle, y: y + height / 2 + 4 }, escapeText(name))]);
}

function printLabel({ x, y, lines }: Label): Html {
  const top = y + 4 - ((lines.length - 1) * lineHeight) / 2;
  return joinHtml(lines.map((line, index) => element("text", { x, y: top + index * lineHeight }, escapeText(line))));
}

function linePath({ from, to }: Line): string {
  return `M${from.join(" ")}${from[1] === to[1] ? `H${to[0]}` : `V${to[1]}`}`;
}

function headPath({ from, to: [x, y], hasHead }: Line): string {
  if (!hasHead) return "";
  const [dx, dy] = [Math.sign(x - from[0]) * head, Math.sign(y - from[1]) * head];
  const [px, py] = [dy / 2, dx / 2];
  return `M${x} ${y}L${x - dx + px} ${y - dy + py}L${x - dx - px} ${y - dy - py}Z`;
}
