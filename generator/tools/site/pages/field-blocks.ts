import { type Block, createIds, type Find, type Row } from "../blocks/block.js";
import { code, commaList, type Inline, pageLink } from "../blocks/inline.js";
import { parseInlineMarkdown, parseMarkdown } from "../blocks/parse-markdown.js";
import { type FieldDescription, type ObjectChoice, type ObjectDescription, sentence } from "../schema/describe-object.js";
import type { Site } from "../site.js";

/** The fields of an object, and their search entries. */
export interface FieldBlocks {
  readonly blocks: readonly Block[];
  readonly finds: readonly Find[];
}

/**
 * Prints a shape: a table of its fields, a list of its rules, its alternatives, and whether it allows other fields. Ids
 * begin with `name`. Fields of the object that `besides` names are described elsewhere.
 */
export function fieldBlocks(shape: ObjectDescription, name: string, site: Site, besides: readonly Inline[] = []): FieldBlocks {
  const finds: Find[] = [];
  const idOf = createIds();
  return { blocks: shapeBlocks(shape, name, 3), finds };

  function shapeBlocks(shape: ObjectDescription, caption: string, level: number, isWithinClosed = false): Block[] {
    const { fields, rules, isClosed, choices } = shape;
    const sentences = rules.map((content) => [paragraph(...content)]);
    const isOpen = choices.length > 0 || isWithinClosed;
    return [
      ...(fields.length > 0 ? [fieldTable(fields, caption, fieldId, site)] : []),
      ...(sentences.length > 0 ? [{ kind: "list", items: sentences } as const] : []),
      ...choices.flatMap((choice) => choiceBlocks(choice, caption, level, isWithinClosed || isClosed === true)),
      ...(isClosed === undefined || (isOpen && !isClosed) ? [] : closing(fields, isClosed, besides)),
    ];
  }

  function choiceBlocks({ allowsSeveral, shapes }: ObjectChoice, caption: string, level: number, isClosed: boolean): Block[] {
    const amount = allowsSeveral ? "At least one" : "One";
    return [
      paragraph(shapes.length === 1 ? "Of this shape:" : `${amount} of these ${shapes.length} shapes:`),
      ...shapes.flatMap(({ title, description, value, shape: inner, component }): Block[] => [
        { kind: "heading", level, content: [title], id: idOf(`${name}-${title}`) },
        ...(description === undefined ? [] : parseMarkdown(description, { headingLevel: Math.min(level + 1, 6) })),
        ...(component !== undefined
          ? [paragraph(...componentReference([component], site))]
          : value !== undefined
            ? [paragraph(...sentence(value))]
            : shapeBlocks(inner, `${caption}: ${title}`, Math.min(level + 1, 6), isClosed)),
      ]),
    ];
  }

  function fieldId({ path }: FieldDescription): string {
    const id = idOf(`${name}.${path}`);
    finds.push({ kind: "field", name: path, id });
    return id;
  }
}

/** Tells whether an object has other fields, besides some that are described elsewhere. */
function closing(fields: readonly FieldDescription[], isClosed: boolean, besides: readonly Inline[]): Block[] {
  if (fields.some(({ path }) => path === "*")) return [];
  // Nested objects that allow other fields say so.
  const hasNested = fields.some(({ path }) => path.includes("."));
  const open = hasNested ? "Other fields are allowed; in nested objects only where noted." : "Other fields are allowed.";
  const text = isClosed ? "No other fields." : open;
  if (isClosed && besides.length > 0) return [{ kind: "note", content: ["No other fields besides ", ...besides, "."] }];
  return [{ kind: "note", content: [fields.length > 0 ? text : isClosed ? "No fields." : "Any fields."] }];
}

function paragraph(...content: Inline[]): Block {
  return { kind: "paragraph", content };
}

/** Returns a table of fields with their types, rules and descriptions; `idOf` returns the id of a row. */
function fieldTable(
  fields: readonly FieldDescription[],
  caption: string,
  idOf: (field: FieldDescription) => string,
  site: Site,
): Block {
  const columns = [{ label: "Field" }, { label: "Type" }, { label: "Description" }];
  const rows = fields.map((field): Row => ({ id: idOf(field), cells: [...fieldCells(field), fieldDescription(field, site)] }));
  return { kind: "table", look: "fields", caption, columns, rows };
}

/** Returns the name of a field with its tags, after `within` the name, and its type with its rules. */
export function fieldCells(field: FieldDescription, within: Inline[] = []): [Inline[], Inline[]] {
  return [
    [code(field.path), ...within, ...fieldTags(field).flatMap((tag) => [" ", tag])],
    [field.type, ...field.rules.flatMap((rule): Inline[] => [{ kind: "break" }, ...rule])],
  ];
}

function fieldTags({ isRequired, isSecret, isWriteOnly, isDeprecated, variant }: FieldDescription): Inline[] {
  return [
    ...(isRequired ? [{ kind: "tag", text: "required" } as const] : []),
    ...(isSecret ? [{ kind: "tag", text: "secret", tone: "warn" } as const] : []),
    ...(isWriteOnly ? [{ kind: "tag", text: "write-only" } as const] : []),
    ...(isDeprecated ? [{ kind: "tag", text: "deprecated", tone: "warn" } as const] : []),
    ...(variant === undefined ? [] : [{ kind: "tag", text: `in ${variant}` } as const]),
  ];
}

export function fieldDescription({ description, components }: FieldDescription, site: Site): Inline[] {
  const content = description === undefined ? [] : parseInlineMarkdown(description);
  if (components.length === 0) return content;
  return [...content, ...(content.length > 0 ? [" "] : []), ...componentReference(components, site)];
}

/** Returns links to the pages of some components, and ensures that these pages exist. */
function componentReference(components: readonly string[], site: Site): Inline[] {
  for (const component of components) site.linkedComponents.add(component);
  return [
    "Its fields: ",
    ...commaList(
      components.map((name) => pageLink(name, site.paths.component(name))),
      " or ",
    ),
    ".",
  ];
}

/** Returns names as code, separated by commas. */
export function codeList(names: readonly string[]): Inline[] {
  return commaList(names.map(code));
}
