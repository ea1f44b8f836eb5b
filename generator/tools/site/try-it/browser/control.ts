import { create, createId } from "./dom.js";
import type { FormField } from "../form-field.js";

/** A part of a form: shows a value, and lets the reader change it. */
export interface Control {
  readonly element: HTMLElement;
  /** The value; `undefined`: there is none. */
  read(): unknown;
  /** Shows a value. One that the control can't show is kept until the reader changes it. */
  write(value: unknown): void;
  /** Shows the problems of the value at a JSON pointer, and of its parts. */
  report(problems: Problems, pointer: string): void;
}

/** Messages by JSON pointer. */
export type Problems = ReadonlyMap<string, string>;

/** What all controls of a form know. */
export interface FormContext {
  readonly shared: Readonly<Record<string, FormField>>;
  /** Called after each change by the reader. */
  changed(): void;
  /** Texts that are not JSON, by their controls: there is no value to send. */
  readonly broken: Set<object>;
}

/** The name of a control. */
export interface Label {
  readonly text: string;
  readonly isRequired?: boolean;
}

/** A labelled input with its description and its problem, which assistive technology reads together. */
export interface LabelledInput {
  readonly element: HTMLElement;
  /** Shows a problem, or none. */
  show(problem: string | undefined): void;
}

/** Wraps an input. */
export function labelInput(
  input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  { text, isRequired }: Label,
  { type, about }: Pick<FormField, "type" | "about">,
): LabelledInput {
  input.id = createId();
  const [aboutId, problemId] = [`${input.id}-about`, `${input.id}-problem`];
  const problem = create("p", { class: "problem", id: problemId });
  problem.hidden = true;
  const describe = (isWrong: boolean) => {
    const ids = [...(about === undefined ? [] : [aboutId]), ...(isWrong ? [problemId] : [])];
    if (ids.length > 0) input.setAttribute("aria-describedby", ids.join(" "));
    else input.removeAttribute("aria-describedby");
  };
  describe(false);
  if (isRequired) input.setAttribute("aria-required", "true");
  const label = create(
    "label",
    { for: input.id },
    create("code", {}, text),
    ...(type === "" ? [] : [" ", create("span", { class: "type" }, type)]),
    ...(isRequired ? [" ", create("span", { class: "required" }, "required")] : []),
  );
  return {
    element: create(
      "div",
      { class: "field" },
      label,
      input,
      problem,
      about === undefined ? undefined : create("p", { class: "about", id: aboutId }, about),
    ),
    show(text) {
      problem.textContent = text ?? "";
      problem.hidden = text === undefined;
      describe(text !== undefined);
      if (text === undefined) input.removeAttribute("aria-invalid");
      else input.setAttribute("aria-invalid", "true");
    },
  };
}
