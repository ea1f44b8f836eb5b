/** What elements contain; text is never read as HTML. */
export type Child = Node | string | undefined;

/** Creates an element with attributes; `undefined` ones are omitted. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Creates a button that does something. */
export function createButton(
  text: string,
  act: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const button = create("button", { type: "button", ...attributes }, text);
  button.addEventListener("click", act);
  return button;
}

/** Creates a select of some texts. */
export function createSelect(texts: readonly string[], attributes: Readonly<Record<string, string>> = {}): HTMLSelectElement {
  return create("select", attributes, ...texts.map((text, index) => create("option", { value: String(index) }, text)));
}

let ids = 0;

/** Returns an id that the page doesn't have. */
export function createId(): string {
  return `try-${++ids}`;
}

/** Moves the focus to the first control in an element. */
export function focusFirst(element: HTMLElement): void {
  element.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
}
