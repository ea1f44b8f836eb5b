import type { ActionBinding } from "../../binding/binding.js";
import type { Contract } from "../../model/contract.js";
import { sequenceRules, takesSequences } from "../../model/sequences.js";
import { responseTypeNames } from "../../model/action-responses.js";
import { takenBy } from "../../../templates/runtime/client/pages.js";
import { successesOf } from "../../model/action-responses.js";
import { type EmitContext, fileHeader, hasValidators } from "../emitter.js";
import { wants } from "../features.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { errorShapes, printErrors } from "./errors.js";
import { printFollow } from "./long-running-operations.js";
import { printRaw } from "./raw.js";
import { printHandle } from "./handle.js";
import { callConstants } from "./call-constants.js";
import { printRoutes } from "./print-routes.js";
import { writesKeys } from "./routes.js";
import { isBearerOnly, schemeRules } from "./security.js";
import { describeClient, revealsSecrets, type ClientDescription, type ClientPart } from "./describe-client.js";
import { printServers } from "./servers.js";
import { printTypes } from "./call-types.js";
import { printLiteral, propertyKey, type Data } from "../../typescript/encode.js";
import {
  createSourceFile,
  exportFrom,
  objectType,
  StructureKind,
  type Property,
  type SourceFile,
  type StatementStructures,
} from "../../typescript/source-file.js";

/**
 * The folder `client/`:
 *
 *     index.ts    createClient(options), and everything that callers import
 *     errors.ts   ApiError with the contract's body, if that is not { "error": "code: text" }
 *     types.ts    the calls of a client
 *     routes.ts   a constant for each operation and action
 *     handle.ts   createHandle(client, service), if the contract represents services
 *     servers.ts  serverUrl(variables), if URLs of servers have variables
 *     raw.ts      raw(client, name, statuses, args), the whole response of a call
 *     follow.ts   follow(call, body), if the contract defines how actions are followed
 */
export function* emitClient(contract: Contract, context: EmitContext): Generator<OutputFile, void> {
  const paths = new Set<string>();
  const described = describeClient(contract);
  const optional = [...(wants(context, "follow") ? [printFollow] : []), ...(wants(context, "raw") ? [printRaw] : [])];
  for (const print of [printTypes, printRoutes, printErrors, printHandle, printServers, ...optional]) {
    const file = print(contract, described, context);
    if (!file) continue;
    paths.add(file.path);
    yield file;
  }
  yield printIndex(contract, described, paths, context);
}

/**
 * `client/index.ts`: `createClient` for this contract, and everything else that a caller needs. Parts that a contract does not
 * need are not imported, so that no bundle contains them.
 */
function printIndex(
  contract: Contract,
  described: ClientDescription,
  others: ReadonlySet<string>,
  context: EmitContext,
): OutputFile {
  const file = createSourceFile("client/index.ts", fileHeader(contract));
  if (!isBearerOnly(contract)) file.add(clientOptions(file, contract));
  file.add(
    ...createClient(file, contract, described),
    ...(wants(context, "retry") ? retry(file, described) : []),
    ...(hasValidate(context) ? [validate(file, contract)] : []),
    ...reexports(contract, others, context),
  );
  return file.print();
}

/** The names of the security schemes, if there are others than bearer tokens. */
function clientOptions(file: SourceFile, contract: Contract): StatementStructures {
  const options = file.type("SchemeOptions", "../runtime/client/call.js");
  const schemes = [...schemeRules(contract)];
  const left = schemes.some(([, { type }]) => type === "bearer") ? '"credentials"' : '"credentials" | "token"';
  const members = schemes.flatMap(([name, { type }]): Property[] => {
    if (type !== "key" && type !== "basic") return [];
    const credential = file.type(type === "key" ? "Key" : "Login", "../runtime/client/call.js");
    return [{ name: propertyKey(name), isReadonly: true, hasQuestionToken: true, type: `${credential} | undefined` }];
  });
  const credentials: Property = {
    name: "credentials",
    docs: ["The credentials, by the names of the contract's security schemes."],
    isReadonly: true,
    hasQuestionToken: true,
    type: objectType(members),
  };
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: "ClientOptions",
    docs: ["The options of a client."],
    extends: [`Omit<${options}, ${left}>`],
    properties: members.length > 0 ? [credentials] : [],
  };
}

function createClient(file: SourceFile, contract: Contract, described: ClientDescription): StatementStructures[] {
  if (isBearerOnly(contract)) file.type("ClientOptions", "../runtime/client/call.js");
  const print = (part: ClientPart): string => {
    if ("data" in part) return printLiteral(part.data as Data, "  ");
    const { name, from, of } = part;
    return `${file.value(name, `../runtime/client/${from}.js`)}${of ? `(${of.map(print).join(", ")})` : ""}`;
  };
  const members = Object.entries(described.members).map(([name, part]) => {
    const value = print(part);
    return value === name ? name : `${name}: ${value}`;
  });
  const create = file.value("createClient as create", "../runtime/client/create-client.js");
  const type = file.type("Client", "./types.js");
  const part = `${file.type("ClientOf", "../runtime/client/call.js")}<${type}, Call>`;
  const lists = ["routes", ...(described.services.size > 0 ? ["services"] : [])];
  for (const list of lists) file.value(list, "./routes.js");
  const all = lists.length > 1 ? `[${lists.map((list) => `...${list}`).join(", ")}]` : "routes";
  const options = { name: "options", type: "ClientOptions" };
  return [
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createClient",
      docs: ["A client of the API. Stateless. Create one per configuration and reuse it."],
      parameters: [options],
      returnType: type,
      statements: [`return createClientOf(${all}, options) as object as Client;`],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createClientOf",
      docs: [
        `A client of some calls, for bundles with nothing else: \`createClientOf([${exampleCall(contract)}], { baseUrl })\`.`,
      ],
      typeParameters: [{ name: "Call", constraint: file.type("ClientCall", "../runtime/client/call.js") }],
      parameters: [{ name: "calls", type: "readonly Call[]" }, options],
      returnType: part,
      statements: [
        `const contract = ${members.length > 1 ? `{\n${members.map((member) => `  ${member},\n`).join("")}}` : `{ ${members.join()} }`};`,
        `return ${create}(contract, calls, options) as ${part};`,
      ],
    },
  ];
}

/** The constant of an operation or action. */
function exampleCall(contract: Contract): string {
  const { operations, actions } = callConstants(contract);
  const plain = contract.operations.find(({ isEndpoint }) => !isEndpoint);
  return (plain && operations.get(plain.id)) ?? [...actions.values()][0] ?? "";
}

/** The other exports for callers. */
function reexports(contract: Contract, paths: ReadonlySet<string>, context: EmitContext): StatementStructures[] {
  const validates = hasValidate(context);
  const polls = wants(context, "follow") && changesAnything(contract);
  const isBearer = isBearerOnly(contract);
  const hasServices = contract.serviceTypes.length > 0;
  const [errors, handle, follow] = ["errors", "handle", "follow"].map((name) => paths.has(`client/${name}.ts`));
  const hasHandle = handle || (hasServices && contract.operations.every(({ binding }) => !binding || showsUsualFacts(binding)));
  const runtime = "../runtime/client";
  const taken = new Set(callTypes);
  const responses = responseTypeNames(contract).flatMap(({ name }) => (taken.has(name) ? [] : [`type ${name}`]));
  return [
    ...(follow ? [exportFrom("./follow.js", ["follow"])] : []),
    ...(handle ? [exportFrom("./handle.js", ["createHandle", "type Handle", "type ServiceRepresentation"])] : []),
    ...(paths.has("client/raw.ts") ? [exportFrom("./raw.js", ["raw"])] : []),
    ...(paths.has("client/servers.ts") ? [exportFrom("./servers.js", ["serverUrl", "type Servers"])] : []),
    exportFrom("./routes.js", "*"),
    exportFrom("./types.js", "type *"),
    ...(hasServices ? [exportFrom("../runtime/facts.js", ["type ActionResponse"])] : []),
    ...(responses.length > 0 ? [exportFrom("../actions.js", responses)] : []),
    exportFrom(`${runtime}/call.js`, [
      ...(errors ? ["ClientError"] : ["ApiError", "ClientError", "hasCode"]),
      "type ClientErrorName",
      ...(errorShapes(contract)?.some(({ details }) => details) ? ["type ErrorDetail"] : []),
    ]),
    exportFrom(
      `${runtime}/call.js`,
      [...callTypes, ...(isBearer ? ["ClientOptions"] : ["Key", "Login"])].map((name) => `type ${name}`),
    ),
    ...(hasHandle
      ? [
          exportFrom(`${runtime}/service-handle.js`, [
            ...(handle ? [] : ["createHandle"]),
            "type HandleOptions",
            "type ServiceHandle",
          ]),
        ]
      : []),
    ...(hasLists(contract) ? [exportFrom(`${runtime}/lists.js`, ["runAll", "type CommandOf", "type ListOptions"])] : []),
    ...(errors ? [exportFrom("./errors.js", ["ApiError", "hasCode", "type ErrorBody"])] : []),
    ...(polls || follow
      ? [exportFrom(`${runtime}/follow.js`, ["poll", "type PollOptions", ...(follow ? ["type FollowOptions"] : [])])]
      : []),
    ...exportsOf(`${runtime}/middleware.js`, [
      ...(validates ? ["type ClientValidators"] : []),
      ...(wants(context, "retry") ? ["type RetryOptions"] : []),
      ...(validates ? ["type ValidateOptions"] : []),
    ]),
    ...(wants(context, "pages") && hasPages(contract) ? [exportFrom(`${runtime}/pages.js`, ["items", "pages"])] : []),
    ...(revealsSecrets(contract) ? [exportFrom(`${runtime}/secrets.js`, ["type JsonSecret", "type Secret"])] : []),
  ];
}

function exportsOf(from: string, names: readonly string[]): StatementStructures[] {
  return names.length > 0 ? [exportFrom(from, names)] : [];
}

/** Whether the client has `validate`. */
function hasValidate(context: EmitContext): boolean {
  return wants(context, "validate") && hasValidators(context);
}

/** Whether any request invokes several actions. */
function hasLists({ operations }: Contract): boolean {
  return operations.some(({ binding }) => binding?.selector?.item !== undefined);
}

/** Whether a call can start something whose end is awaited. */
function changesAnything({ operations }: Contract): boolean {
  return operations.some(({ method }) => method !== "GET" && method !== "HEAD" && method !== "OPTIONS");
}

/** Whether any response has a cursor of a next page. */
function hasPages(contract: Contract): boolean {
  const inline = contract.operations.flatMap((operation) => successesOf(operation).flatMap(({ content }) => content));
  const members = Object.keys(takenBy).map((name) => `${JSON.stringify(name)}:`);
  return [...contract.schemas.values(), ...inline.map(({ schema }) => schema)].some((schema) => {
    const text = schema === undefined ? "" : JSON.stringify(schema);
    return members.some((member) => text.includes(member));
  });
}

/** Whether services have their facts in the default locations, which the handle of every client reads. */
function showsUsualFacts({ service }: ActionBinding): boolean {
  return service.type === "/type" && service.actions === "/capabilities/actions";
}

/** The exports about calls that every client has. */
const callTypes = ["Call", "CallOptions", "ClientCall", "ClientResponse", "Fetch", "Middleware", "Send", "Token"];

/** `retry`, with the actions that may be repeated. */
function retry(file: SourceFile, { repeatable, routes }: ClientDescription): StatementStructures[] {
  const runtime = "../runtime/client/middleware.js";
  const hasKeys = writesKeys(routes);
  const inKeys = (name: string) => file.value(name, "../runtime/client/idempotency.js");
  const hasActions = Object.values(repeatable).some((names) => names.length > 0);
  const createRetry = file.value("createRetry", runtime);
  const keys = hasKeys ? `, { ${inKeys("withKey")}, ${inKeys("isRunning")} }` : "";
  const options = { name: "options", hasQuestionToken: true, type: file.type("RetryOptions", runtime) };
  const returnType = file.type("Middleware", "../runtime/client/call.js");
  const others = hasKeys ? ", and of calls with an Idempotency-Key, which it writes" : "";
  return [
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "retry",
      docs: [
        `Retries temporary failures of read-only or idempotent actions and of GET, HEAD, PUT, DELETE and OPTIONS${others}: \`use: [retry()]\`.`,
      ],
      parameters: [options],
      returnType,
      statements: [`return ${createRetry}(${hasActions ? file.value("repeatable", "./routes.js") : "{}"}, options${keys});`],
    },
    ...(hasActions ? [retryOf()] : []),
  ];

  function retryOf(): StatementStructures {
    return {
      kind: StructureKind.Function,
      isExported: true,
      name: "retryOf",
      docs: ["As `retry`, for the actions among the calls of `createClientOf`: a bundle has no names of others."],
      parameters: [{ name: "calls", type: `readonly ${file.type("ClientCall", "../runtime/client/call.js")}[]` }, options],
      returnType,
      statements: [
        `return ${createRetry}(${file.value("repeatableIn", "../runtime/client/action-calls.js")}(calls), options${keys});`,
      ],
    };
  }
}

/** `validate`, with the checks that the contract needs. */
function validate(file: SourceFile, contract: Contract): StatementStructures {
  const from = (name: string) => `../runtime/client/${name}.js`;
  const hasSequences = sequenceRules(contract) !== undefined || takesSequences(contract);
  const create = hasSequences
    ? file.value("createItemValidate", from("sequences"))
    : file.value("createValidate", from("middleware"));
  const add = [
    ...(contract.serviceTypes.length > 0 ? [file.value("addActionParts", from("action-calls"))] : []),
    ...(hasLists(contract) ? [file.value("addItemParts", from("lists"))] : []),
  ];
  const more = [
    ...(add.length > 0 ? [`add: [${add.join(", ")}]`] : []),
    ...(revealsSecrets(contract) ? [`unwrap: ${file.value("unwrapSecrets", from("secrets"))}`] : []),
  ];
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: "validate",
    docs: ["Validates calls and responses against the contract: `use: [validate({ actions, operations })]`."],
    parameters: [
      { name: "validators", type: file.type("ClientValidators", from("middleware")) },
      { name: "options", hasQuestionToken: true, type: file.type("ValidateOptions", from("middleware")) },
    ],
    returnType: file.type("Middleware", from("call")),
    statements: [`return ${create}(validators, options${more.length > 0 ? `, { ${more.join(", ")} }` : ""});`],
  };
}
