import { escapeSegment } from "../../../../../templates/runtime/json.js";
import type { FormField } from "../form-field.js";
import { labelInput, type Control, type FormContext, type Label, type Problems } from "./control.js";
import { create, createButton, createId, createSelect, focusFirst } from "./dom.js";
import { fitness, isRecord } from "./fits.js";
import { createSingle } from "./single-controls.js";

/** Creates the control of a field. */
export function createControl(field: FormField, label: Label, context: FormContext): Control {
  switch (field.kind) {
    case "same":
      return createControl(context.shared[field.as]!, label, context);
    case "object":
      return createObject(field, label, context);
    case "list":
      return createList(field, label, context);
    case "choice":
      return createChoice(field, label, context);
    default:
      return createSingle(field, label, context);
  }
}

/** Whether a control is large, so that an optional one is only there once the reader asks for it. */
function isLarge({ kind }: FormField): boolean {
  return ["object", "list", "choice", "json", "same"].includes(kind);
}

/** A group of controls with a name; its problem is that of the whole value. */
function createGroup({ text, isRequired }: Label, { type, about }: FormField) {
  const problem = create("p", { class: "problem", id: createId() });
  problem.hidden = true;
  const description = about === undefined ? undefined : create("p", { class: "about", id: createId() }, about);
  const legend = create(
    "legend",
    {},
    create("code", {}, text),
    " ",
    create("span", { class: "type" }, type),
    ...(isRequired ? [" ", create("span", { class: "required" }, "required")] : []),
  );
  const parts = create("div", { class: "parts" });
  const describedBy = [description?.id, problem.id].filter((id) => id !== undefined).join(" ");
  const element = create("fieldset", { "aria-describedby": describedBy }, legend, description, problem, parts);
  return {
    element,
    parts,
    show(text: string | undefined) {
      problem.textContent = text ?? "";
      problem.hidden = text === undefined;
    },
  };
}

/** The context of parts, whose changes end that a value is kept which the control can't show. */
function partContext(context: FormContext, forget: () => void): FormContext {
  const changed = () => {
    forget();
    context.changed();
  };
  return { ...context, changed };
}

/** A part that may be absent: a button adds it. */
function createOptional(field: FormField, label: Label, context: FormContext): Control {
  const element = create("div", { class: "optional" });
  let control: Control | undefined;
  const add = createButton(`Add ${label.text}`, () => {
    open();
    if (field.kind === "object") control!.write({});
    if (field.kind === "list") control!.write([]);
    context.changed();
    focusFirst(control!.element);
  });
  const open = () => {
    control = createControl(field, label, context);
    const remove = createButton(`Remove ${label.text}`, () => {
      close();
      context.changed();
      add.focus();
    });
    element.replaceChildren(control.element, remove);
  };
  const close = () => {
    control = undefined;
    element.replaceChildren(add);
  };
  close();
  return {
    element,
    read: () => control?.read(),
    write(value) {
      if (value === undefined) return close();
      if (!control) open();
      control!.write(value);
    },
    report: (problems, pointer) => control?.report(problems, pointer),
  };
}

function createObject(field: FormField & { readonly kind: "object" }, label: Label, context: FormContext): Control {
  const { element, parts, show } = createGroup(label, field);
  let kept: { readonly value: unknown } | undefined;
  let rest: Record<string, unknown> = {};
  const inner = partContext(context, () => (kept = undefined));
  const controls = field.members.map(({ name, isRequired, field: own }) => {
    const create = isLarge(own) && !isRequired ? createOptional : createControl;
    return { name, control: create(own, { text: name, isRequired }, inner) };
  });
  const others = field.others && createEntries(field.others, inner);
  parts.append(...controls.map(({ control }) => control.element), ...(others ? [others.element] : []));
  if (controls.length === 0 && !others) parts.append(create("p", { class: "about" }, "It has no members."));
  return {
    element,
    read() {
      if (kept) return kept.value;
      const own = controls.flatMap(({ name, control }) => {
        const value = control.read();
        return value === undefined ? [] : [[name, value] as const];
      });
      return Object.fromEntries([...own, ...(others?.read() ?? []), ...Object.entries(rest)]);
    },
    write(value) {
      const given = isRecord(value) ? value : {};
      kept = isRecord(value) ? undefined : { value };
      for (const { name, control } of controls) control.write(Object.hasOwn(given, name) ? given[name] : undefined);
      const unnamed = Object.entries(given).filter(([name]) => !controls.some((one) => one.name === name));
      others?.write(unnamed);
      rest = others ? {} : Object.fromEntries(unnamed);
    },
    report(problems, pointer) {
      show(problems.get(pointer));
      for (const { name, control } of controls) control.report(problems, `${pointer}/${escapeSegment(name)}`);
      others?.report(problems, pointer);
    },
  };
}

/** Members whose names the reader chooses. */
function createEntries(field: FormField, context: FormContext) {
  const rows: { readonly key: HTMLInputElement; readonly control: Control; readonly element: HTMLElement }[] = [];
  const list = create("div", { class: "entries" });
  const add = (name: string): (typeof rows)[number] => {
    const key = create("input", { type: "text", autocomplete: "off", spellcheck: "false" });
    key.value = name;
    key.addEventListener("input", () => context.changed());
    const control = createControl(field, { text: "value" }, context);
    const row = {
      key,
      control,
      element: create(
        "div",
        { class: "entry" },
        labelInput(key, { text: "name" }, { type: "" }).element,
        control.element,
        createButton("Remove", () => {
          rows.splice(rows.indexOf(row), 1);
          row.element.remove();
          context.changed();
          button.focus();
        }),
      ),
    };
    rows.push(row);
    list.append(row.element);
    return row;
  };
  const button = createButton("Add a member", () => {
    add("").key.focus();
    context.changed();
  });
  return {
    element: create("div", {}, list, button),
    read: () =>
      rows.flatMap(({ key, control }) => {
        const value = control.read();
        return value === undefined || key.value === "" ? [] : [[key.value, value] as const];
      }),
    write(entries: readonly (readonly [string, unknown])[]) {
      rows.length = 0;
      list.replaceChildren();
      for (const [name, value] of entries) add(name).control.write(value);
    },
    report(problems: Problems, pointer: string) {
      for (const { key, control } of rows) control.report(problems, `${pointer}/${escapeSegment(key.value)}`);
    },
  };
}

function createList(field: FormField & { readonly kind: "list" }, label: Label, context: FormContext): Control {
  const { element, parts, show } = createGroup(label, field);
  const rows: { readonly control: Control; readonly element: HTMLElement }[] = [];
  const list = create("div", { class: "items" });
  let kept: { readonly value: unknown } | undefined;
  const inner = partContext(context, () => (kept = undefined));
  const add = (): Control => {
    const own = field.first?.[rows.length] ?? field.items ?? { kind: "json", type: "anything" };
    const control = createControl(own, { text: `${label.text} ${rows.length + 1}` }, inner);
    const row = {
      control,
      element: create(
        "div",
        { class: "entry" },
        control.element,
        createButton(
          "Remove",
          () => {
            // The names of the following items change.
            const values = rows.filter((other) => other !== row).map((other) => other.control.read());
            fill(values);
            inner.changed();
            button.focus();
          },
          { "aria-label": `Remove ${label.text} ${rows.length + 1}` },
        ),
      ),
    };
    rows.push(row);
    list.append(row.element);
    return control;
  };
  const fill = (values: readonly unknown[]) => {
    rows.length = 0;
    list.replaceChildren();
    for (const value of values) add().write(value);
  };
  const button = createButton(`Add to ${label.text}`, () => {
    const control = add();
    inner.changed();
    focusFirst(control.element);
  });
  parts.append(list, button);
  return {
    element,
    // An item without a value is invalid, not absent.
    read: () => (kept ? kept.value : rows.map(({ control }) => control.read() ?? null)),
    write(value) {
      kept = Array.isArray(value) ? undefined : { value };
      fill(Array.isArray(value) ? value : []);
    },
    report(problems, pointer) {
      show(problems.get(pointer));
      rows.forEach(({ control }, index) => control.report(problems, `${pointer}/${index}`));
    },
  };
}

function createChoice(field: FormField & { readonly kind: "choice" }, label: Label, context: FormContext): Control {
  const select = createSelect(["–", ...field.branches.map((branch) => branch.label)]);
  const { element: labelled, show } = labelInput(select, label, field);
  const holder = create("div", { class: "branch" });
  let control: Control | undefined;
  let kept: { readonly value: unknown } | undefined;
  const inner = partContext(context, () => (kept = undefined));
  const open = (index: number) => {
    const branch = field.branches[index];
    select.selectedIndex = index + 1;
    // Alternatives without a description have that of the whole.
    const { about, ...rest } = branch?.field ?? field;
    const own = (about === field.about ? rest : { ...rest, about }) as FormField;
    control = branch && createControl(own, { text: own.kind === "object" ? branch.label : label.text }, inner);
    holder.replaceChildren(...(control ? [control.element] : []));
  };
  select.addEventListener("change", () => {
    const before = control?.read();
    open(select.selectedIndex - 1);
    kept = undefined;
    const branch = field.branches[select.selectedIndex - 1];
    // What both alternatives have stays.
    if (control && branch?.field.kind === "object")
      control.write({ ...fixed(branch.field), ...(isRecord(before) && shared(before, branch.field)) });
    context.changed();
  });
  return {
    element: create("div", { class: "choice" }, labelled, holder),
    read: () => (kept ? kept.value : control?.read()),
    write(value) {
      kept = undefined;
      if (value === undefined) return open(-1);
      const scores = field.branches.map((branch) => fitness(branch.field, value, context.shared));
      const best = Math.max(...scores);
      open(best > 0 ? scores.indexOf(best) : -1);
      if (control) control.write(value);
      else kept = { value };
    },
    report(problems, pointer) {
      control?.report(problems, pointer);
      show(control && field.branches[select.selectedIndex - 1]?.field.kind !== "json" ? undefined : problems.get(pointer));
    },
  };
}

/** The members whose values a branch leaves no choice about. */
function fixed({ members }: FormField & { readonly kind: "object" }): Record<string, unknown> {
  const only = members.flatMap(({ name, isRequired, field }) =>
    isRequired && field.kind === "values" && field.values.length === 1 ? [[name, field.values[0]] as const] : [],
  );
  return Object.fromEntries(only);
}

function shared(value: Record<string, unknown>, field: FormField & { readonly kind: "object" }): Record<string, unknown> {
  const kept = field.members.filter((member) => Object.hasOwn(value, member.name) && member.field.kind !== "values");
  return Object.fromEntries(kept.map(({ name }) => [name, value[name]]));
}
