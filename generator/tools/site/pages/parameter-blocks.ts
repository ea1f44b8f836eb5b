import type { JsonValue } from "../../../document/json-value.js";
import type { Header, Parameter } from "../../../model/contract.js";
import { type Block, createIds, type Row } from "../blocks/block.js";
import { code, type Inline } from "../blocks/inline.js";
import { parseInlineMarkdown } from "../blocks/parse-markdown.js";
import { rulesOf } from "../schema/describe-object.js";
import { describeType, mergedSchema } from "../schema/describe-type.js";
import type { Site } from "../site.js";

/** Returns a table of parameters. */
export function parameterBlocks(parameters: readonly Parameter[], site: Site): Block[] {
  if (parameters.length === 0) return [];
  const idOf = createIds();
  const rows = parameters.map(({ name, in: place, required, schema, description }): Row => {
    return {
      id: idOf(`parameter.${name}`),
      cells: [
        [code(name), place === "querystring" ? " query string" : ` ${place}`, ...requiredTag(required)],
        typeCell(schema, site),
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

/** Returns a table of the headers of a response. */
export function headerBlocks(headers: readonly Header[], site: Site): Block[] {
  if (headers.length === 0) return [];
  const rows = headers.map(({ name, required, schema }): Row => {
    return { cells: [[code(name), ...requiredTag(required)], typeCell(schema ?? { type: "string" }, site)] };
  });
  return [{ kind: "table", look: "fields", caption: "Headers", columns: [{ label: "Header" }, { label: "Type" }], rows }];
}

function requiredTag(isRequired: boolean): Inline[] {
  return isRequired ? [" ", { kind: "tag", text: "required" }] : [];
}

function typeCell(schema: JsonValue, { contract }: Site): Inline[] {
  const { schemas, writtenIntegers: integers } = contract;
  const rules = rulesOf(mergedSchema(schema, schemas).schema, { schemas, integers });
  return [describeType(schema, schemas), ...rules.flatMap((rule): Inline[] => [{ kind: "break" }, ...rule])];
}
