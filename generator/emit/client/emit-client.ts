import type { ActionBinding } from "../../binding/binding.js";
import type { Contract } from "../../model/contract.js";
import { sequenceRules, takesSequences } from "../../model/sequences.js";
import { responseTypeNames } from "../../model/action-responses.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { errorShapes, printErrors } from "./errors.js";
import { printFollow } from "./long-running-operations.js";
import { printRaw } from "./raw.js";
import { printHandle } from "./handle.js";
import { printRoute } from "../print-route.js";
import { sequenceConstant } from "../sequences.js";
import { isBearerOnly, schemeRules, writesKeys } from "./routes.js";
import { describeClient, revealsSecrets, type ClientDescription, type ClientPart } from "./describe-client.js";
import { printTypes } from "./call-types.js";
import { dataConstant } from "../../typescript/data-constant.js";
import { docs, printLiteral, printMembers, propertyKey, type Data } from "../../typescript/encode.js";
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
 *     routes.ts   the operations as data
 *     retry.ts    retry(options), with the actions that may be repeated
 *     handle.ts   createHandle(client, service), if the contract represents services
 *     raw.ts      raw(client, name, statuses, args), the whole response of a call
 *     follow.ts   follow(call, body), if the contract defines how actions are followed
 */
export function* emitClient(contract: Contract): Generator<OutputFile, void> {
  const paths = new Set<string>();
  const described = describeClient(contract);
  for (const print of [printTypes, printRoutes, printRetry, printErrors, printHandle, printFollow, printRaw]) {
    const file = print(contract, described);
    if (!file) continue;
    paths.add(file.path);
    yield file;
  }
  yield printIndex(contract, described, paths);
}

/**
 * `client/index.ts`: `createClient` for this contract, and everything else that a caller needs. Parts that a contract does not
 * need are not imported, so that no bundle contains them.
 */
function printIndex(contract: Contract, described: ClientDescription, others: ReadonlySet<string>): OutputFile {
  const file = createSourceFile("client/index.ts", fileHeader(contract));
  if (!isBearerOnly(contract)) file.add(clientOptions(file, contract));
  file.add(createClient(file, contract, described), ...reexports(contract, others));
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

function createClient(file: SourceFile, contract: Contract, described: ClientDescription): StatementStructures {
  if (isBearerOnly(contract)) file.type("ClientOptions", "../runtime/client/call.js");
  file.value("routes", "./routes.js");
  const print = (part: ClientPart): string => {
    if ("data" in part) return printLiteral(part.data as Data, "  ");
    if ("variable" in part) return part.variable === "sequences" ? file.value("sequences", "./routes.js") : part.variable;
    const { name, from, of } = part;
    return `${file.value(name, `../runtime/client/${from}.js`)}${of ? `(${of.map(print).join(", ")})` : ""}`;
  };
  const members = Object.entries(described.members).map(([name, part]) => {
    const value = print(part);
    return value === name ? name : `${name}: ${value}`;
  });
  const middleware = described.middleware.map(print);
  const create = file.value("createClient as create", "../runtime/client/create-client.js");
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: "createClient",
    docs: ["A client of the API. Stateless. Create one per configuration and reuse it."],
    parameters: [{ name: "options", type: "ClientOptions" }],
    returnType: file.type("Client", "./types.js"),
    statements: [
      `const contract = {\n${["routes", ...members].map((member) => `  ${member},\n`).join("")}};`,
      ...(middleware.length > 0 ? [`const use = [${middleware.join(", ")}, ...(options.use ?? [])];`] : []),
      `return ${create}(contract, ${middleware.length > 0 ? "{ ...options, use }" : "options"}) as Client;`,
    ],
  };
}

/** The other exports for callers. */
function reexports(contract: Contract, paths: ReadonlySet<string>): StatementStructures[] {
  const isBearer = isBearerOnly(contract);
  const hasServices = contract.serviceTypes.length > 0;
  const hasSequences = sequenceRules(contract) !== undefined || takesSequences(contract);
  const [errors, handle, follow] = ["errors", "handle", "follow"].map((name) => paths.has(`client/${name}.ts`));
  const hasHandle = handle || (hasServices && contract.operations.every(({ binding }) => !binding || showsUsualFacts(binding)));
  const runtime = "../runtime/client";
  const taken = new Set(callTypes);
  const responses = responseTypeNames(contract).flatMap(({ name }) => (taken.has(name) ? [] : [`type ${name}`]));
  return [
    ...(follow ? [exportFrom("./follow.js", ["follow"])] : []),
    ...(handle ? [exportFrom("./handle.js", ["createHandle", "type Handle", "type ServiceRepresentation"])] : []),
    ...(paths.has("client/raw.ts") ? [exportFrom("./raw.js", ["raw"])] : []),
    exportFrom("./retry.js", ["retry"]),
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
          exportFrom(`${runtime}/create-client.js`, [
            ...(handle ? [] : ["createHandle"]),
            "type HandleOptions",
            "type ServiceHandle",
          ]),
        ]
      : []),
    ...(errors ? [exportFrom("./errors.js", ["ApiError", "hasCode", "type ErrorBody"])] : []),
    exportFrom(`${runtime}/follow.js`, ["poll", "type PollOptions", ...(follow ? ["type FollowOptions"] : [])]),
    ...(hasSequences ? [exportFrom(`${runtime}/sequences.js`, ["validate"])] : []),
    exportFrom(`${runtime}/middleware.js`, [
      ...(hasSequences ? [] : ["validate"]),
      "type ClientValidators",
      "type RetryOptions",
      "type ValidateOptions",
    ]),
    exportFrom(`${runtime}/pages.js`, ["items", "pages"]),
    ...(revealsSecrets(contract) ? [exportFrom(`${runtime}/secrets.js`, ["type Secret"])] : []),
  ];
}

/** Whether services have their facts in the default locations, which the handle of every client reads. */
function showsUsualFacts({ service }: ActionBinding): boolean {
  return service.type === "/type" && service.actions === "/capabilities/actions";
}

/** The exports about calls that every client has. */
const callTypes = ["Call", "CallOptions", "ClientResponse", "Fetch", "Middleware", "Send", "Token"];

/**
 * `client/routes.ts`:
 *
 *     export const routes: Readonly<Record<string, Route>> = {
 *       getService: { method: "GET", path: "/v1/…/services/{service_id}", parameters: [{ name: "live", in: "query" }] },
 *     };
 */
function printRoutes(contract: Contract, { routes, sequences }: Pick<ClientDescription, "routes" | "sequences">): OutputFile {
  const file = createSourceFile("client/routes.ts", fileHeader(contract));
  const printed = [...routes].map(([name, route]) => `  ${propertyKey(name)}: ${printRoute(route)},\n`);
  file.add(
    dataConstant("routes", `{\n${printed.join("")}}`, {
      isExported: true,
      docs: docs(["The operations of the API as data, by their names on the client."]),
      type: `Readonly<Record<string, ${file.type("Route", "../runtime/client/call.js")}>>`,
    }),
  );
  if (sequences) file.add(sequenceConstant(file, sequences));
  return file.print();
}

/** `client/retry.ts`: `retry`, with the actions that may be repeated. */
function printRetry(contract: Contract, { repeatable, routes }: ClientDescription): OutputFile {
  const file = createSourceFile("client/retry.ts", fileHeader(contract));
  const runtime = "../runtime/client/middleware.js";
  const hasKeys = writesKeys(routes);
  const inKeys = (name: string) => file.value(name, "../runtime/client/idempotency.js");
  const keys = hasKeys ? `, { ${inKeys("withKey")}, ${inKeys("isRunning")} }` : "";
  const keyed = hasKeys ? ", and of calls with an Idempotency-Key, which it writes" : "";
  file.add(
    dataConstant("repeatable", printMembers(Object.entries(repeatable)), {
      docs: docs(["The actions that the contract declares read-only or idempotent."]),
      type: file.type("RepeatableActions", runtime),
    }),
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "retry",
      docs: [
        `Retries temporary failures of read-only or idempotent actions and of GET, HEAD, PUT, DELETE and OPTIONS${keyed}: \`use: [retry()]\`.`,
      ],
      parameters: [{ name: "options", hasQuestionToken: true, type: file.type("RetryOptions", runtime) }],
      returnType: file.type("Middleware", "../runtime/client/call.js"),
      statements: [`return ${file.value("createRetry", runtime)}(repeatable, options${keys});`],
    },
  );
  return file.print();
}
