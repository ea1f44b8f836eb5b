import type { ActionBinding } from "../../binding/binding.js";
import type { Contract } from "../../model/contract.js";
import { sequenceRules, takesSequences } from "../../model/sequences.js";
import { responseTypeNames } from "../../model/action-responses.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { errorShapes, printErrors } from "./errors.js";
import { followsResources, printFollow } from "./long-running-operations.js";
import { printHandle } from "./handle.js";
import {
  printRoutes,
  hasFactsInBodies,
  hasForms,
  hasJsonResponses,
  hasJsonBodies,
  hasOpenOperations,
  hasSelectors,
  isBearerOnly,
  readsSuccesses,
  schemeRules,
} from "./routes.js";
import { checksParameters, hasHeaderParameters, hasPlainParameters } from "./parameter-rules.js";
import { hasCallParameters, printTypes } from "./call-types.js";
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
import { findSecrets } from "./find-secrets.js";

/**
 * The folder `client/`:
 *
 *     index.ts    createClient(options), and everything that callers import
 *     errors.ts   ApiError with the contract's body, if that is not { "error": "code: text" }
 *     types.ts    the calls of a client
 *     routes.ts   the operations as data
 *     retry.ts    retry(options), with the actions that may be repeated
 *     handle.ts   createHandle(client, service), if the contract represents services
 *     follow.ts   follow(call, body), if the contract defines how actions are followed
 */
export function* emitClient(contract: Contract): Generator<OutputFile, void> {
  const paths = new Set<string>();
  for (const print of [printTypes, printRoutes, printRetry, printErrors, printHandle, printFollow]) {
    const file = print(contract);
    if (!file) continue;
    paths.add(file.path);
    yield file;
  }
  yield printIndex(contract, paths);
}

/**
 * `client/index.ts`: `createClient` for this contract, and everything else that a caller needs. Parts that a contract does not
 * need are not imported, so that no bundle contains them.
 */
function printIndex(contract: Contract, others: ReadonlySet<string>): OutputFile {
  const file = createSourceFile("client/index.ts", fileHeader(contract));
  if (!isBearerOnly(contract)) file.add(clientOptions(file, contract));
  file.add(createClient(file, contract), ...reexports(contract, others));
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

function createClient(file: SourceFile, contract: Contract): StatementStructures {
  const runtime = (name: string, from: string) => file.value(name, `../runtime/client/${from}.js`);
  if (isBearerOnly(contract)) file.type("ClientOptions", "../runtime/client/call.js");
  file.value("routes", "./routes.js");
  const schemes = Object.fromEntries(schemeRules(contract));
  const authorize = isBearerOnly(contract)
    ? runtime(hasOpenOperations(contract) ? "authorizeIfNeeded" : "authorizeBearer", "secrets")
    : `${runtime("authorizeSchemes", "secrets")}(${printLiteral(schemes as unknown as Data, "  ")})`; // plain data
  const shapes = errorShapes(contract);
  const readWhole = runtime(hasJsonResponses(contract) ? "readJson" : "readAnyBody", "encoding");
  const readItems = () => `${runtime("readSequences", "sequences")}(${file.value("sequences", "./routes.js")}, ${readWhole})`;
  const readBody = sequenceRules(contract) ? readItems() : readWhole;
  const writeWhole = runtime(...bodyWriter(contract));
  const writeBody = takesSequences(contract) ? `${runtime("writeSequences", "sequences")}(${writeWhole})` : writeWhole;
  const hasKeys = Object.values(schemes).some(({ type }) => type === "key" || type === "basic");
  const members = [
    "routes",
    `authorize: ${authorize}`,
    `writeParameters: ${runtime(...parameterWriter(contract))}`,
    `writeBody: ${hasFactsInBodies(contract) ? `${runtime("writeFacts", "action-calls")}(${writeBody})` : writeBody}`,
    ...(takesSequences(contract) ? [`sendBody: ${runtime("sendSequence", "sequences")}`] : []),
    `readBody: ${hasKeys ? `${runtime("hideCredentials", "secrets")}(${readBody})` : readBody}`,
    ...(shapes ? [`readError: ${runtime("readErrors", "action-calls")}(${printLiteral(shapes as unknown as Data, "  ")})`] : []), // plain data
    ...(revealsSecrets(contract) ? [runtime("wrapSecrets", "secrets")] : []),
  ];
  const middleware = [
    ...(followsResources(contract) ? [`${runtime("redirectPolls", "follow")}(routes, options.baseUrl)`] : []),
    ...(hasCallParameters(contract) ? [runtime("addParameters", "action-calls")] : []),
    ...(hasSelectors(contract) ? [runtime("nameActions", "action-calls")] : []),
    ...(readsSuccesses(contract) ? [runtime("readSuccesses", "action-calls")] : []),
  ];
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: "createClient",
    docs: ["A client of the API. Stateless. Create one per configuration and reuse it."],
    parameters: [{ name: "options", type: "ClientOptions" }],
    returnType: file.type("Client", "./types.js"),
    statements: [
      `const contract = {\n${members.map((member) => `  ${member},\n`).join("")}};`,
      ...(middleware.length > 0 ? [`const use = [${middleware.join(", ")}, ...(options.use ?? [])];`] : []),
      `return ${runtime("createClient as create", "create-client")}(contract, ${middleware.length > 0 ? "{ ...options, use }" : "options"}) as Client;`,
    ],
  };
}

/** The function that writes the contract's parameters. */
function parameterWriter(contract: Contract): readonly [name: string, file: string] {
  if (checksParameters(contract)) return ["writeChecked", "checked-parameters"];
  if (!hasPlainParameters(contract)) return ["writeStyled", "encoding"];
  return [hasHeaderParameters(contract) ? "writePlain" : "writeQuery", "encoding"];
}

/** The function that writes the contract's bodies. */
function bodyWriter(contract: Contract): readonly [name: string, file: string] {
  if (hasJsonBodies(contract)) return ["writeJson", "encoding"];
  return hasForms(contract) ? ["writeForm", "encoding"] : ["writeAnyBody", "encoding"];
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

function revealsSecrets(contract: Contract): boolean {
  return contract.operations.some((operation) => findSecrets(operation, contract).length > 0);
}

/** `client/retry.ts`: `retry`, with the actions that may be repeated. */
function printRetry(contract: Contract): OutputFile {
  const file = createSourceFile("client/retry.ts", fileHeader(contract));
  const runtime = "../runtime/client/middleware.js";
  const repeatable = contract.serviceTypes.map(({ name, actions }) => {
    return [name, actions.filter(({ readOnly, idempotent }) => readOnly || idempotent).map((action) => action.name)] as const;
  });
  file.add(
    dataConstant("repeatable", printMembers(repeatable), {
      docs: docs(["The actions that the contract declares read-only or idempotent."]),
      type: file.type("RepeatableActions", runtime),
    }),
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "retry",
      docs: [
        "Retries temporary failures of read-only or idempotent actions and of GET, HEAD, PUT, DELETE and OPTIONS: `use: [retry()]`.",
      ],
      parameters: [{ name: "options", hasQuestionToken: true, type: file.type("RetryOptions", runtime) }],
      returnType: file.type("Middleware", "../runtime/client/call.js"),
      statements: [`return ${file.value("createRetry", runtime)}(repeatable, options);`],
    },
  );
  return file.print();
}
