import { createPanel } from "./panel.js";
import { focusFirst } from "./dom.js";
import type { TryPage } from "../try-page.js";

declare global {
  /** Shows a form below the heading of a page, from the text that the page's data file has. */
  var startTry: (holder: HTMLElement, data: string) => void;
}

globalThis.startTry = (holder, data) => {
  const panel = createPanel(JSON.parse(data) as TryPage);
  holder.replaceChildren(panel);
  focusFirst(panel);
};
