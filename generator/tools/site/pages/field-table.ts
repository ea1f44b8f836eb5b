import type { Block, Row } from "../content/block.js";
import { parseInlineMarkdown } from "../content/inline-markdown.js";
import { code, commaList, pageLink, type Inline } from "../content/inline.js";
import type { Field } from "../schema/shape.js";
import type { Site } from "../site.js";

/** Fields with their types, rules and descriptions; `idOf` gives each row its id. */
export function fieldTable(fields: readonly Field[], caption: string, idOf: (field: Field) => string, site: Site): Block {
  const columns = [{ label: "Field" }, { label: "Type" }, { label: "Description" }];
  const rows = fields.map((field): Row => ({
    id: idOf(field),
    cells: [
      [code(field.path), ...fieldTags(field).flatMap((tag) => [" ", tag])],
      [field.type, ...field.rules.flatMap((rule): Inline[] => [{ kind: "break" }, ...rule])],
      fieldDescription(field, site),
    ],
  }));
  return { kind: "table", look: "fields", caption, columns, rows };
}

function fieldTags({ isRequired, isSecret, isDeprecated, variant }: Field): Inline[] {
  return [
    ...(isRequired ? [{ kind: "tag", text: "required" } as const] : []),
    ...(isSecret ? [{ kind: "tag", text: "secret", tone: "warn" } as const] : []),
    ...(isDeprecated ? [{ kind: "tag", text: "deprecated", tone: "warn" } as const] : []),
    ...(variant === undefined ? [] : [{ kind: "tag", text: `in ${variant}` } as const]),
  ];
}

function fieldDescription({ description, components }: Field, site: Site): Inline[] {
  const content = description === undefined ? [] : parseInlineMarkdown(description);
  if (components.length === 0) return content;
  return [...content, ...(content.length > 0 ? [" "] : []), ...componentReference(components, site)];
}

/** Says where the fields of some components are told, and sees to it that they are. */
export function componentReference(components: readonly string[], site: Site): Inline[] {
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

/** Names as code, with commas. */
export function codeList(names: readonly string[]): Inline[] {
  return commaList(names.map(code));
}
