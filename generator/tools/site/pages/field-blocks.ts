import type { Block } from "../content/block.js";
import { createIds } from "../content/ids.js";
import type { Inline } from "../content/inline.js";
import type { Find } from "../content/page.js";
import { parseMarkdown } from "../content/parse-markdown.js";
import type { Field, Shape, Variant } from "../schema/shape.js";
import type { Site } from "../site.js";
import { componentReference, fieldTable } from "./field-table.js";

/** The fields of an object, and what the search finds among them. */
export interface FieldBlocks {
  readonly blocks: readonly Block[];
  readonly finds: readonly Find[];
}

/**
 * Prints a shape: a table of its fields, a list of what they must keep to, the shapes that it may have, and whether there may be
 * other fields. Ids begin with `name`.
 */
export function fieldBlocks(shape: Shape, name: string, site: Site): FieldBlocks {
  const finds: Find[] = [];
  const idOf = createIds();
  return { blocks: shapeBlocks(shape, name, 3), finds };

  function shapeBlocks({ fields, rules, isClosed, variants }: Shape, caption: string, level: number): Block[] {
    const sentences = rules.map((content) => [paragraph(...content)]);
    return [
      ...(fields.length > 0 ? [fieldTable(fields, caption, fieldId, site)] : []),
      ...(sentences.length > 0 ? [{ kind: "list", items: sentences } as const] : []),
      ...(variants.length > 0 ? variantBlocks(variants, caption, level) : closing(fields, isClosed)),
    ];
  }

  function variantBlocks(variants: readonly Variant[], caption: string, level: number): Block[] {
    return [
      paragraph(variants.length === 1 ? "Of this shape:" : `One of these ${variants.length} shapes:`),
      ...variants.flatMap(({ title, description, type, shape: inner, component }): Block[] => [
        { kind: "heading", level, content: [title], id: idOf(`${name}-${title}`) },
        ...(description === undefined ? [] : parseMarkdown(description, { headingLevel: Math.min(level + 1, 6) })),
        ...(component !== undefined
          ? [paragraph(...componentReference([component], site))]
          : type !== undefined
            ? [paragraph(type, ".")]
            : shapeBlocks(inner, `${caption}: ${title}`, Math.min(level + 1, 6))),
      ]),
    ];
  }

  function fieldId({ path }: Field): string {
    const id = idOf(`${name}.${path}`);
    finds.push({ kind: "field", name: path, id });
    return id;
  }
}

function closing(fields: readonly Field[], isClosed: boolean): Block[] {
  if (fields.some(({ path }) => path === "*")) return [];
  const text = isClosed ? "No other fields." : "Other fields are allowed.";
  return [{ kind: "note", content: [fields.length > 0 ? text : isClosed ? "No fields." : "Any fields."] }];
}

function paragraph(...content: Inline[]): Block {
  return { kind: "paragraph", content };
}
