import type { JsonValue } from "../../../../document/json-value.js";
import type { FormField } from "../form-field.js";
import { labelInput, type Control, type FormContext, type Label } from "./control.js";
import { create, createSelect } from "./dom.js";

/** The control of a value without parts. */
export function createSingle(field: FormField, label: Label, context: FormContext): Control {
  switch (field.kind) {
    case "values":
      return createChoiceOf(field.values, field, label, context);
    case "boolean":
      return createChoiceOf([true, false], field, label, context);
    case "file":
      return createFile(field, label, context);
    case "json":
      return createJson(field, label, context);
    default:
      return createText(field, label, context);
  }
}

/** Decimal numbers as JSON writes them. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** An empty text is no value: the JSON view can have one. */
function createText(field: FormField, label: Label, context: FormContext): Control {
  const isNumber = field.kind === "number";
  const isLong = field.kind === "text" && field.isLong;
  const type = field.kind === "text" && field.isSecret ? "password" : "text";
  const common = { autocomplete: "off", spellcheck: "false", placeholder: field.hint };
  const input = isLong
    ? create("textarea", { ...common, rows: "4" })
    : create("input", { ...common, type, inputmode: isNumber ? "decimal" : undefined });
  const { element, show } = labelInput(input, label, field);
  let value: unknown;
  let isTouched = false;
  input.addEventListener("input", () => {
    const text = input.value;
    // A text that is no number stays one, so that its message is that of the server.
    value = text === "" ? undefined : isNumber && number.test(text.trim()) ? Number(text) : text;
    isTouched = true;
    context.changed();
  });
  return {
    element,
    read: () => value,
    write(given) {
      value = given;
      input.value = given === undefined ? "" : typeof given === "string" ? given : JSON.stringify(given);
      isTouched = given !== undefined;
    },
    report: (problems, pointer) => show(visible(problems.get(pointer), isTouched, problems)),
  };
}

/** Values that nobody has entered yet have no problem until the call is to be sent. */
function visible(problem: string | undefined, isTouched: boolean, problems: ReadonlyMap<string, string>): string | undefined {
  return isTouched || problems.has(everywhere) ? problem : undefined;
}

/** A key of problems that are shown for all controls, also untouched ones. */
export const everywhere = "*";

/** Some values to choose from; none is chosen at first. */
function createChoiceOf(values: readonly JsonValue[], field: FormField, label: Label, context: FormContext): Control {
  const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : JSON.stringify(value));
  const select = createSelect(["–", ...values.map(textOf)]);
  const { element, show } = labelInput(select, label, field);
  let value: unknown;
  let isTouched = false;
  let other: HTMLOptionElement | undefined;
  select.addEventListener("change", () => {
    if (other?.selected) return;
    value = select.selectedIndex === 0 ? undefined : values[select.selectedIndex - 1];
    isTouched = true;
    context.changed();
  });
  return {
    element,
    read: () => value,
    write(given) {
      value = given;
      isTouched = given !== undefined;
      other?.remove();
      const text = JSON.stringify(given);
      const index = given === undefined ? -1 : values.findIndex((one) => JSON.stringify(one) === text);
      select.selectedIndex = index + 1;
      if (given === undefined || index >= 0) return;
      other = create("option", { value: "other" }, textOf(given));
      select.append(other);
      other.selected = true;
    },
    report: (problems, pointer) => show(visible(problems.get(pointer), isTouched, problems)),
  };
}

/** A file, which only the reader can choose. */
function createFile(field: FormField & { readonly kind: "file" }, label: Label, context: FormContext): Control {
  const input = create("input", { type: "file", accept: field.accept });
  const { element, show } = labelInput(input, label, field);
  input.addEventListener("change", () => context.changed());
  return {
    element,
    read: () => input.files?.[0],
    write(given) {
      if (given === undefined || given !== input.files?.[0]) input.value = "";
    },
    report: (problems, pointer) => show(problems.get(pointer)),
  };
}

/** Any value, as JSON. */
function createJson(field: FormField, label: Label, context: FormContext): Control {
  const input = create("textarea", { rows: "3", spellcheck: "false", autocomplete: "off", placeholder: "JSON" });
  const { element, show } = labelInput(input, label, field);
  let value: unknown;
  const control: Control = {
    element,
    read: () => value,
    write(given) {
      value = given;
      input.value = given === undefined ? "" : JSON.stringify(given, undefined, 2);
      context.broken.delete(control);
    },
    report: (problems, pointer) => show(context.broken.has(control) ? "is not JSON" : problems.get(pointer)),
  };
  input.addEventListener("input", () => {
    context.broken.delete(control);
    try {
      value = input.value.trim() === "" ? undefined : (JSON.parse(input.value) as unknown);
    } catch {
      context.broken.add(control);
    }
    context.changed();
  });
  return control;
}
