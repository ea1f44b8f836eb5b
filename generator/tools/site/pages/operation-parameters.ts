import type { Operation } from "../../../model/contract.js";
import type { Block, Row } from "../content/block.js";
import { createIds } from "../content/ids.js";
import { parseInlineMarkdown } from "../content/inline-markdown.js";
import { code, type Inline } from "../content/inline.js";
import { describeType } from "../schema/describe-type.js";
import { mergedSchema } from "../schema/merged-schema.js";
import { valueRules } from "../schema/value-rules.js";
import type { Site } from "../site.js";

/** The parameters of an operation as a table. */
export function parameterBlocks({ parameters }: Operation, { contract }: Site): Block[] {
  if (parameters.length === 0) return [];
  const idOf = createIds();
  const rows = parameters.map(({ name, in: place, required, schema, description }): Row => {
    const rules = valueRules(mergedSchema(schema, contract.schemas).schema, contract.writtenIntegers);
    return {
      id: idOf(`parameter.${name}`),
      cells: [
        [code(name), ` ${place}`, ...(required ? [" ", { kind: "tag" as const, text: "required" }] : [])],
        [describeType(schema, contract.schemas), ...rules.flatMap((rule): Inline[] => [{ kind: "break" }, ...rule])],
        description === undefined ? [] : parseInlineMarkdown(description),
      ],
    };
  });
  const columns = [{ label: "Parameter" }, { label: "Type" }, { label: "Description" }];
  return [
    { kind: "heading", level: 2, content: ["Parameters"], id: "parameters" },
    { kind: "table", look: "fields", caption: "Parameters", columns, rows },
  ];
}
