import { _, Ajv2020, Name, nil } from "ajv/dist/2020.js";
import type {
  AnySchema,
  Code,
  CodeGen,
  CodeKeywordDefinition,
  KeywordErrorDefinition,
  Options,
  SchemaCxt,
  Vocabulary,
} from "ajv/dist/2020.js";
// Ajv documents `compile`, which writes into a generator of its own. Guards are written by another one (`GuardCode`), which
// returns at the first error, so this is the only way in. All else comes from what `ajv/dist/2020` exports.
import { validateFunctionCode } from "ajv/dist/compile/validate/index.js";

export { _, Ajv2020, CodeGen, KeywordCxt, Name, nil, str, stringify } from "ajv/dist/2020.js";
export type { AnySchema, Code, CodeKeywordDefinition, SchemaCxt } from "ajv/dist/2020.js";

/** An expression of generated code. */
export type SafeExpr = Code | number | boolean | null;
/** The value of a constant outside a function. */
export type NameValue = Parameters<CodeGen["scopeValue"]>[1];
/** The name of such a constant. */
export type ScopeName = ReturnType<CodeGen["scopeValue"]>;
/** The state of a keyword whose error is created. */
export type KeywordErrorCxt = Parameters<Exclude<KeywordErrorDefinition["message"], string | Code>>[0];

/** Code that is not a `Name`. */
export type Items = ReturnType<typeof _>;
/** A keyword that an Ajv has. */
export type AddedKeywordDefinition = Exclude<ReturnType<Ajv2020["getKeyword"]>, boolean>;

/** Returns a text as code. Ajv's tagged templates quote texts. */
export function raw(items: string | readonly (string | Name | number | boolean | null)[]): Items {
  return new (nil.constructor as new (code: typeof items) => Items)(items);
}

/** Returns whether code consists of several items. */
export const isItems = (code: unknown): code is Items => code instanceof nil.constructor;

/** Ajv's names for the variables of a validator, of which only the text counts. */
export const N = {
  instancePath: new Name("instancePath"),
  parentData: new Name("parentData"),
  parentDataProperty: new Name("parentDataProperty"),
  errors: new Name("errors"),
  vErrors: new Name("vErrors"),
};

/** Whether the name of a part of a value is a number or a text. */
export const Type = { Num: 0, Str: 1 } as const;

/** Returns an Ajv that supports exactly the keywords that a function chooses, given Ajv's own by name. */
export function ajvWith(options: Options, choose: (own: (keyword: string) => CodeKeywordDefinition) => Vocabulary): Ajv2020 {
  const ajv = new Ajv2020(options);
  const keywords = choose((keyword) => ajv.getKeyword(keyword) as CodeKeywordDefinition);
  for (const keyword of Object.keys(ajv.RULES.keywords)) ajv.removeKeyword(keyword);
  ajv.addVocabulary(keywords);
  ajv.addSchema(true, anySchema);
  return ajv;
}

const anySchema = "any";

/** Writes the function for a schema into a generator. */
export function writeFunction(ajv: Ajv2020, gen: CodeGen, { schema, name, schemaPath, data, isOfName }: FunctionSubject): void {
  validateFunctionCode({
    gen,
    allErrors: false,
    data,
    parentData: N.parentData,
    parentDataProperty: N.parentDataProperty,
    dataNames: [data],
    dataPathArr: [nil],
    dataLevel: 0,
    dataTypes: [],
    definedProperties: new Set(),
    topSchemaRef: new NoSchema(),
    validateName: new Name(name) as ScopeName,
    schema,
    schemaEnv: ajv.schemas[anySchema]!,
    rootId: "",
    baseId: "",
    schemaPath: nil,
    errSchemaPath: schemaPath,
    errorPath: _`""`,
    // `evaluating` turns it on where a keyword needs it.
    opts: { ...ajv.opts, unevaluated: false },
    self: ajv,
    ...(isOfName ? { propertyName: data } : {}),
  });
}

interface FunctionSubject {
  readonly schema: AnySchema;
  readonly name: string;
  readonly schemaPath: string;
  /** The variable of the value. */
  readonly data: Name;
  readonly isOfName: boolean;
}

/** Replaces Ajv's name for the schema itself, which none of our keywords prints. */
class NoSchema extends Name {
  constructor() {
    super("schema");
  }

  override toString(): string {
    throw new Error("a keyword prints its schema into a validator");
  }
}

/** A statement of Ajv's code generator; its members determine its kind. */
export interface Statement {
  readonly nodes?: readonly Statement[];
  readonly else?: Statement;
  readonly condition?: Code | boolean;
  readonly varKind?: Name;
  readonly name?: Name;
  readonly rhs?: Code;
  readonly lhs?: Code;
  readonly from?: Code;
  readonly to?: Code;
  readonly iteration?: Code;
  readonly iterable?: Code;
  readonly loop?: string;
  readonly op?: string;
  readonly code?: Code;
  readonly label?: Code;
  readonly error?: Code;
}

/** The kind of a statement, if its members don't determine it. */
export const kindOf = (statement: Statement): string | undefined => (statement.constructor as { readonly kind?: string }).kind;

/** Returns the statements that a generator has built. Ajv prints them only, as functions of another form. */
export function statementsOf(gen: CodeGen): BuiltStatements {
  const { _root: root, _nodes: open } = gen as unknown as { readonly _root: Statement; readonly _nodes: readonly Statement[] };
  return { root, open, current: open.at(-1)!.nodes as Statement[] };
}

interface BuiltStatements {
  readonly root: Statement;
  /** The blocks around the next statement. */
  readonly open: readonly Statement[];
  /** The statements of the innermost block. */
  readonly current: Statement[];
}

/** Returns an access to a property: `.name` or `["a name"]`. */
export function getProperty(key: string): Code {
  return /^[a-z$_][a-z$_0-9]*$/i.test(key) ? raw(`.${key}`) : _`[${key}]`;
}

const inParentheses = (code: Code): Code => (code instanceof Name ? code : _`(${code})`);

/** Returns the negation of a condition. */
export const not = (code: Code): Code => _`!${inParentheses(code)}`;

/** Returns the conjunction of two conditions. */
export const andBoth = (left: Code, right: Code): Code => _`${inParentheses(left)} && ${inParentheses(right)}`;

/** Returns the disjunction of two conditions. */
export const orEither = (left: Code, right: Code): Code => _`${inParentheses(left)} || ${inParentheses(right)}`;

/** Returns a check that a value has its own property of a name. */
export function isOwnProperty(gen: CodeGen, data: Code, property: Code | string): Code {
  return _`${gen.scopeValue("func", { ref: "hasOwn" })}.call(${data}, ${property})`;
}

/** Returns the names in a map of schemas. */
export function allSchemaProperties(schemas: unknown): string[] {
  return Object.keys(schemas ?? {}).filter((name) => name !== "__proto__");
}

/** Returns whether a schema accepts every value: it has no keyword that Ajv knows. */
export function alwaysValidSchema({ self }: SchemaCxt, schema: AnySchema): boolean {
  return typeof schema === "boolean" ? schema : !Object.keys(schema).some((keyword) => self.getKeyword(keyword));
}
