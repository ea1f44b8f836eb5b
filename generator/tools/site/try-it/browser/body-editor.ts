import type { TryBody } from "../try-page.js";
import { labelInput, type Control, type FormContext, type Problems } from "./control.js";
import { createControl } from "./controls.js";
import { create, createSelect } from "./dom.js";

/** Two views of one body, kept in step: a form and JSON. */
export interface BodyEditor {
  readonly element: HTMLElement;
  read(): unknown;
  report(problems: Problems): void;
}

/** Creates the editor of a body. */
export function createBodyEditor(body: TryBody, context: FormContext): BodyEditor {
  const { field, examples, isRequired, at } = body;
  const area = create("textarea", { rows: "12", spellcheck: "false", autocomplete: "off", class: "json" });
  const json = labelInput(
    area,
    { text: "JSON" },
    { type: "", about: "The same body. What the form has no field for can be written here." },
  );
  const form: Control = createControl(
    field,
    { text: "body", isRequired },
    {
      ...context,
      changed() {
        area.value = print(form.read());
        context.broken.delete(area);
        context.changed();
      },
    },
  );
  const write = (value: unknown) => {
    form.write(value);
    area.value = print(form.read());
    context.broken.delete(area);
  };
  area.addEventListener("input", () => {
    try {
      form.write(area.value.trim() === "" ? undefined : (JSON.parse(area.value) as unknown));
      context.broken.delete(area);
    } catch {
      context.broken.add(area);
    }
    context.changed();
  });
  const isWhole = field.kind === "file" || body.kind === "text";
  write(examples[0]?.value);
  return {
    element: create(
      "div",
      { class: "body" },
      examples.length === 0 ? undefined : startFrom(body, (value) => (write(value), context.changed())),
      create("div", { class: isWhole ? "" : "views" }, form.element, ...(isWhole ? [] : [json.element])),
    ),
    read() {
      const value = form.read();
      // The form of an object always has one.
      const isEmpty = !isRequired && field.kind === "object" && JSON.stringify(value) === "{}";
      return isEmpty ? undefined : value;
    },
    report(problems) {
      json.show(context.broken.has(area) ? "This is not JSON." : undefined);
      form.report(problems, at);
    },
  };
}

/** Lets the reader start from an example of the contract. */
function startFrom({ examples }: TryBody, write: (value: unknown) => void): HTMLElement {
  const select = createSelect([...examples.map(({ name }) => name), "empty"]);
  select.addEventListener("change", () => write(examples[select.selectedIndex]?.value));
  return labelInput(select, { text: "start from" }, { type: "" }).element;
}

function print(value: unknown): string {
  if (value === undefined) return "";
  return JSON.stringify(value, (_, part: unknown) => (part instanceof File ? `@${part.name}` : part), 2);
}
