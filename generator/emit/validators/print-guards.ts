import type { Action, Contract, ServiceType } from "../../model/contract.js";
import { stringLiteral, propertyKey } from "../../typescript/encode.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { type Mode, type Validators, operationsModule, webhooksModule } from "./build-validators.js";
import { createFunctionImports, guardFolders, maxLine, type FunctionImports } from "./function-imports.js";
import { arrangeParts, validatedPlaces, type OperationPart, type OperationSchemas, type PartTree } from "./operation-schemas.js";

/** The functions that create the checks of a mode, for an action and for a part, and how they are imported. */
const printed = {
  first: { ofAction: "actionGuards", ofPart: "guard", file: "guard", isTyped: true, up: "../" },
  all: { ofAction: "actionErrorListers", ofPart: "allErrors", file: "all-errors", isTyped: false, up: "../../" },
  standard: { ofAction: "actionStandards", ofPart: "standard", file: "standard", isTyped: true, up: "../../" },
} as const;

function runtimeOf(mode: Mode): string {
  return `${printed[mode].up}runtime/validators/${printed[mode].file}.js`;
}

/**
 * `validators/postgres.ts`:
 *
 *     export const add_ip = /* @__PURE__ *\/ $actionGuards<$Actions["add_ip"]>($PostgresAddIpBody, $PostgresAddIpResult);
 *
 * `validators/all-errors/postgres.ts` calls `$actionErrorListers` with a function and a schema for each instead, and
 * `validators/standard/postgres.ts` calls `$actionStandards`. The names of imports contain a `$`, unlike those of actions, and
 * `build-validators.ts` reserves them.
 */
export function printActionGuards(contract: Contract, validators: Validators, serviceType: ServiceType, mode: Mode): OutputFile {
  const path = `${guardFolders[mode]}/${serviceType.moduleName}.ts`;
  if (serviceType.actions.length === 0) return { path, text: `${fileHeader(contract)}\nexport {};\n` };
  const imports = createFunctionImports(validators, path);
  const functions = (component: string) => {
    const first = imports.member(validators.componentFunction(component, "first"));
    return mode === "first" ? first : `${first}, ${imports.member(validators.componentFunction(component, "all"))}`;
  };
  const { ofAction, isTyped, up } = printed[mode];
  const make = (action: Action) => {
    const own = ownParameters(action);
    const schemas = own.map(([place, component]) => `${place}: $Schemas[${stringLiteral(component)}]`);
    const types = [`$Actions[${stringLiteral(action.name)}]`, ...(own.length > 0 ? [`{ ${schemas.join("; ")} }`] : [])];
    const given = own.map(([place, component]) => {
      return `${place}: ${mode === "first" ? functions(component) : `[${functions(component)}]`}`;
    });
    const values = [functions(action.body), functions(action.result), ...(own.length > 0 ? [`{ ${given.join(", ")} }`] : [])];
    return [`$${ofAction}${isTyped ? `<${types.join(", ")}>` : ""}`, values.join(", ")] as const;
  };
  const declarations = serviceType.actions.map((action) => declare(action, ...make(action)));
  const runtime =
    (isTyped ? `import type { ${serviceType.pascalName}Actions as $Actions } from "${up}actions.js";\n` : "") +
    (isTyped && serviceType.actions.some((action) => ownParameters(action).length > 0)
      ? `import type { components } from "${up}types.js";\n`
      : "") +
    `import { ${ofAction} as $${ofAction} } from "${runtimeOf(mode)}";\n`;
  return {
    path,
    text: `${fileHeader(contract)}\n${runtime}${imports.toText()}\n${schemasType(declarations)}${declarations.join("")}`,
  };
}

/** The components of an action's own parameters, by the names of their validators. */
function ownParameters({ operation }: Action): (readonly [place: string, component: string])[] {
  return Object.entries(operation?.ownParameters ?? {}).map(([place, component]) => [validatedPlaces[place] ?? place, component]);
}

function schemasType(declarations: readonly string[]): string {
  const isUsed = declarations.some((text) => text.includes("$Schemas["));
  return isUsed ? 'type $Schemas = components["schemas"];\n\n' : "";
}

function declare(action: Action, called: string, values: string): string {
  if (action.identifier === action.name) return printCall(`export const ${action.name} = `, called, values, ";");
  const exported = /^[A-Za-z][A-Za-z0-9_]*$/.test(action.name) ? action.name : stringLiteral(action.name);
  return `${printCall(`const ${action.identifier} = `, called, values, ";")}export { ${action.identifier} as ${exported} };\n`;
}

/** A call that bundlers may drop, with its values on a line of their own if it is too long. */
function printCall(before: string, called: string, values: string, after: string, indent = ""): string {
  const line = `${before}/* @__PURE__ */ ${called}(${values})${after}\n`;
  if (line.length <= maxLine) return line;
  const start = `${before}/* @__PURE__ */ ${called}(\n`;
  const items = indent.length + values.length + 3 <= maxLine ? [values] : values.split(", ");
  return `${start}${items.map((item) => `${indent}  ${item},\n`).join("")}${indent})${after}\n`;
}

const operationDocs: Readonly<Record<Mode, string>> = {
  first: "The guards of each operation's parameters, body and responses.",
  all: "Lists all errors of each operation's parameters, body and responses.",
  standard: "Standard schemas of each operation's parameters, body and responses.",
};

const lowerCaseNames =
  "\n/** Header names as requests have them. */\n" +
  "type LowerCaseNames<Headers> = { [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] };\n";

const itemOf =
  "\n/** The type of an item of a sequence. */\n" +
  "type ItemOf<Sequence> = Sequence extends AsyncIterable<infer Item> ? Item : never;\n";

/** The types that the types of parts need. */
function helperTypes(parts: readonly OperationPart[], mode: Mode): string {
  if (!printed[mode].isTyped) return "";
  const hasHeaders = parts.some((part) => part.member === "headers" || part.group === "responseHeaders");
  const hasItems = parts.some(({ group }) => group === "items" || group === "bodyItems");
  return `${hasHeaders ? lowerCaseNames : ""}${hasItems ? itemOf : ""}`;
}

/**
 * `validators/operations.ts`:
 *
 *     export const operations = {
 *       getProject: {
 *         path: /* @__PURE__ *\/ guard<NonNullable<Operations["getProject"]["parameters"]["path"]>>(_getProject$path),
 *         responses: {
 *           "200": /* @__PURE__ *\/ guard<Operations["getProject"]["responses"][200]["content"]["application/json"]>($Project),
 *
 * `validators/all-errors/operations.ts` has `allErrors(_getProject$path, _getProject$path$schema)` there, and
 * `validators/standard/operations.ts` the same with `standard`.
 */
export function printOperationGuards(contract: Contract, validators: Validators, mode: Mode): OutputFile {
  const path = `${guardFolders[mode]}/${operationsModule}.ts`;
  const imports = createFunctionImports(validators, path);
  const members = validators.operations.map((schemas) => {
    return `  ${propertyKey(schemas.operation.id)}: {\n${printParts(schemas, validators, imports, mode, "    ")}  },\n`;
  });
  const parts = validators.operations.flatMap((operation) => operation.parts);
  return {
    path,
    text:
      `${fileHeader(contract)}\n${parts.length > 0 ? guardImports(mode, "operations as Operations") : ""}${imports.toText()}` +
      `${helperTypes(parts, mode)}\n/** ${operationDocs[mode]} */\nexport const operations = {\n${members.join("")}};\n`,
  };
}

const webhookDocs: Readonly<Record<Mode, string>> = {
  first: "The guards of requests that the service sends, by webhook and method; a callback is `<operation>.<callback>`.",
  all: "Lists all errors of requests that the service sends.",
  standard: "Standard schemas of requests that the service sends.",
};

/**
 * `validators/webhooks.ts`:
 *
 *     export const webhooks = {
 *       "order.shipped": {
 *         post: {
 *           body: /* @__PURE__ *\/ guard<NonNullable<Webhooks["order.shipped"]["post"]["requestBody"]>["content"]["application/json"]>($Order),
 */
export function printWebhookGuards(contract: Contract, validators: Validators, mode: Mode): OutputFile {
  const path = `${guardFolders[mode]}/${webhooksModule}.ts`;
  const imports = createFunctionImports(validators, path);
  const requests = new Map<string, string[]>();
  contract.sentRequests.forEach(({ name, method }, index) => {
    const parts = printParts(validators.webhooks[index]!, validators, imports, mode, "      ");
    requests.set(name, [...(requests.get(name) ?? []), `    ${stringLiteral(method)}: {\n${parts}    },\n`]);
  });
  const members = [...requests].map(([name, printed]) => `  ${propertyKey(name)}: {\n${printed.join("")}  },\n`);
  const all = validators.webhooks.flatMap(({ parts }) => parts);
  return {
    path,
    text:
      `${fileHeader(contract)}\n${all.length > 0 ? guardImports(mode, "webhooks as Webhooks") : ""}${imports.toText()}` +
      `${helperTypes(all, mode)}\n/** ${webhookDocs[mode]} */\nexport const webhooks = {\n${members.join("")}};\n`,
  };
}

/** Returns the first lines of a file of guards; `types` are its imports from `types.ts`. */
function guardImports(mode: Mode, types: string): string {
  const { ofPart, isTyped, up } = printed[mode];
  return (
    `import { ${ofPart} } from "${runtimeOf(mode)}";\n` + (isTyped ? `import type { ${types} } from "${up}types.js";\n` : "")
  );
}

/**
 * The members of an operation: parts by name, then the bodies of further media types, then the responses and their headers.
 *
 *     body: /* @__PURE__ *\/ guard<NonNullable<Operations["addPet"]["requestBody"]>["content"]["application/json"]>($Pet),
 *     responses: {},
 */
function printParts(
  { operation, parts }: OperationSchemas,
  validators: Validators,
  imports: FunctionImports,
  mode: Mode,
  indent: string,
): string {
  return printTree(arrangeParts(parts), indent);

  function printTree(tree: PartTree, inside: string, isNested = false): string {
    const members = [...tree].map(([key, value]) => {
      const name = isNested ? stringLiteral(key) : key;
      if (!(value instanceof Map)) return printCall(`${inside}${name}: `, ...make(value as OperationPart), ",", inside);
      return `${inside}${name}: {${value.size > 0 ? `\n${printTree(value, `${inside}  `, true)}${inside}` : ""}},\n`;
    });
    return members.join("");
  }

  function make(part: OperationPart): [called: string, values: string] {
    const first = imports.member(validators.partFunction(operation.id, part, "first"));
    const { ofPart, isTyped } = printed[mode];
    const data = mode === "first" ? "" : `, ${imports.member(validators.partFunction(operation.id, part, "all"))}`;
    return [`${ofPart}${isTyped ? `<${part.type}>` : ""}`, `${first}${data}`];
  }
}
