import type { JsonValue } from "../../../document/json-value.js";
import type { Header, Parameter } from "../../../model/contract.js";
import { type Block, createIds, type Row } from "../blocks/block.js";
import type { Inline } from "../blocks/inline.js";
import { describeFieldsOf } from "../schema/describe-object.js";
import type { Site } from "../site.js";
import { fieldCells, fieldDescription } from "./field-blocks.js";

/** Returns a table of parameters. */
export function parameterBlocks(parameters: readonly Parameter[], site: Site): Block[] {
  if (parameters.length === 0) return [];
  const idOf = createIds();
  const found = parameters.map((parameter) => {
    const { fields, rules } = fieldsOf(parameter, site);
    const rows = fields.map((field, index): Row => {
      const place = parameter.in === "querystring" ? " query string" : ` ${parameter.in}`;
      const described = {
        ...field,
        ...(index === 0 && parameter.description !== undefined ? { description: parameter.description } : {}),
      };
      const cells = [...fieldCells(described, index === 0 ? [place] : []), fieldDescription(described, site)];
      return { id: idOf(`parameter.${field.path}`), cells };
    });
    return { rows, rules };
  });
  const rows = found.flatMap((parameter) => parameter.rows);
  const columns = [{ label: "Parameter" }, { label: "Type" }, { label: "Description" }];
  return [
    { kind: "heading", level: 2, content: ["Parameters"], id: "parameters" },
    { kind: "table", look: "fields", caption: "Parameters", columns, rows },
    ...ruleBlocks(found.flatMap(({ rules }) => rules)),
  ];
}

/** Returns a table of the headers of a response. */
export function headerBlocks(headers: readonly Header[], site: Site): Block[] {
  if (headers.length === 0) return [];
  const found = headers.map(({ name, required, schema }) =>
    fieldsOf({ name, required, schema: schema ?? { type: "string" } }, site),
  );
  const rows = found.flatMap(({ fields }) => fields.map((field) => ({ cells: fieldCells(field) })));
  return [
    { kind: "table", look: "fields", caption: "Headers", columns: [{ label: "Header" }, { label: "Type" }], rows },
    ...ruleBlocks(found.flatMap(({ rules }) => rules)),
  ];
}

/** The maximum number of fields of a parameter. */
const maxFields = 20;

function fieldsOf(field: { readonly name: string; readonly required: boolean; readonly schema: JsonValue }, { contract }: Site) {
  return describeFieldsOf(field, contract.schemas, maxFields, contract.writtenIntegers);
}

function ruleBlocks(rules: readonly (readonly Inline[])[]): Block[] {
  if (rules.length === 0) return [];
  return [{ kind: "list", items: rules.map((content) => [{ kind: "paragraph", content }]) }];
}
