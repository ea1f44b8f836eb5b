import type { JsonValue } from "../../../document/json-value.js";
import type { Header, Parameter } from "../../../model/contract.js";
import { type Block, createIds, type Row } from "../blocks/block.js";
import { code, type Inline } from "../blocks/inline.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { structuredPairs } from "../samples/curl.js";
import { describeFieldsOf, type FieldDescription } from "../schema/describe-object.js";
import type { Site } from "../site.js";
import { fieldCells, fieldDescription } from "./field-blocks.js";

/** A section about parameters. */
interface ParameterSection {
  readonly heading: Block;
  /** Of the ids of its rows. */
  readonly prefix: string;
}

const parameterSection: ParameterSection = {
  heading: { kind: "heading", level: 2, content: ["Parameters"], id: "parameters" },
  prefix: "parameter",
};

/** Returns a table of parameters. */
export function parameterBlocks(
  parameters: readonly Parameter[],
  site: Site,
  { heading, prefix }: ParameterSection = parameterSection,
): Block[] {
  if (parameters.length === 0) return [];
  const idOf = createIds();
  const found = parameters.map((parameter) => {
    const { fields, rules } = fieldsOf(parameter, site);
    const rows = fields.map((field, index): Row => {
      const place = parameter.in === "querystring" ? " query string" : ` ${parameter.in}`;
      const described = index === 0 ? withOwnFacts(field, parameter, writtenAs(parameter, site)) : field;
      const cells = [...fieldCells(described, index === 0 ? [place] : []), fieldDescription(described, site)];
      return { id: idOf(`${prefix}.${field.path}`), cells };
    });
    return { rows, rules };
  });
  const rows = found.flatMap((parameter) => parameter.rows);
  const columns = [{ label: "Parameter" }, { label: "Type" }, { label: "Description" }];
  return [
    heading,
    { kind: "table", look: "fields", caption: "Parameters", columns, rows },
    ...ruleBlocks(found.flatMap(({ rules }) => rules)),
  ];
}

/** Returns the row of a parameter or header with what is declared beside its schema. */
function withOwnFacts(
  field: FieldDescription,
  { description = field.description, deprecated }: Pick<Parameter, "description" | "deprecated">,
  rules: readonly (readonly Inline[])[] = [],
): FieldDescription {
  return { ...field, description, isDeprecated: field.isDeprecated || deprecated, rules: [...field.rules, ...rules] };
}

/** Describes how a list or an object is written, or a value as text of a media type. */
function writtenAs(parameter: Parameter, { contract, makeValue }: Site): Inline[][] {
  const { name, in: place, style, explode, mediaType, schema } = parameter;
  const serialized = parameter.examples.find((example) => example.serialized !== undefined)?.serialized;
  const shown: Inline[][] = serialized === undefined ? [] : [["for example ", code(serialized)]];
  if (place === "querystring") return mediaType === undefined ? shown : [["as ", code(mediaType)], ...shown];
  if (mediaType !== undefined) return [["as text of ", code(mediaType)], ...shown];
  if (serialized !== undefined) return [["written as ", code(serialized)]];
  if (place === "query") {
    const pairs = structuredPairs(parameter, contract, makeValue);
    return pairs === undefined ? [] : [["written as ", code(pairs.join("&"))]];
  }
  const described = schemasIn(contract.schemas).of(schema);
  const [isList, isObject] = [described.isEvery("array"), described.isEvery("object")];
  if (!isList && !isObject) return [];
  if (place === "cookie") return [[explode ? "a pair for each item or field" : "separated by commas"]];
  const separator = { label: code("."), matrix: code(`;${name}=`) }[style];
  if (separator !== undefined) return [["each after ", separator]];
  return [[isObject ? `each field as ${explode ? "name=value" : "name,value"}, separated by commas` : "separated by commas"]];
}

/** Returns a table of the headers of a response. */
export function headerBlocks(headers: readonly Header[], site: Site): Block[] {
  if (headers.length === 0) return [];
  const found = headers.map((header) => {
    const { name, required, schema = { type: "string" }, mediaType } = header;
    const { fields, rules } = fieldsOf({ name, required, schema }, site);
    const text = mediaType === undefined ? [] : [["as text of ", code(mediaType)]];
    return { fields: fields.map((field, index) => (index === 0 ? withOwnFacts(field, header, text) : field)), rules };
  });
  const rows = found.flatMap(({ fields }) =>
    fields.map((field) => ({ cells: [...fieldCells(field), fieldDescription(field, site)] })),
  );
  const columns = [{ label: "Header" }, { label: "Type" }, { label: "Description" }];
  return [
    { kind: "table", look: "fields", caption: "Headers", columns, rows },
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
