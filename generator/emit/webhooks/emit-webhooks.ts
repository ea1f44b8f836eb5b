import type { Contract } from "../../model/contract.js";
import { dataConstant } from "../../typescript/data-constant.js";
import { docs, printLiteral, propertyKey, stringLiteral, type Data } from "../../typescript/encode.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { createSourceFile, exportFrom, StructureKind, type Property, type SourceFile } from "../../typescript/source-file.js";
import { type EmitContext, fileHeader } from "../emitter.js";
import { wants } from "../features.js";
import { printRoute } from "../print-route.js";
import { webhookSchemas } from "../validators/operation-schemas.js";
import { describeWebhooks, sentType, type WebhooksDescription } from "./describe-webhooks.js";

/**
 * The folder `webhooks/`, if the service sends any requests:
 *
 *     index.ts      everything that senders and receivers import
 *     sender.ts     createSender(options).send("order.shipped", endpoint, body)
 *     receiver.ts   createReceiver({ secrets, handlers, log }), for toNodeHandler and toFetchHandler
 *     types.ts      the bodies and the types of handlers, by the names of webhooks
 *     routes.ts     the webhooks as data
 */
export function* emitWebhooks(contract: Contract, context: EmitContext): Generator<OutputFile, void> {
  if (contract.sentRequests.length === 0) return;
  const described = describeWebhooks(contract);
  yield printTypes(contract, described);
  yield printRoutes(contract, described);
  yield printSender(contract, described);
  yield printReceiver(contract, described, context);
  yield printIndex(contract);
}

const runtime = "../runtime/webhooks";

/**
 * `webhooks/types.ts`:
 *
 *     export interface WebhookHandlers {
 *       "order.shipped": WebhookHandler<webhooks["order.shipped"]["post"], void>;
 *     }
 */
function printTypes(contract: Contract, { webhooks }: WebhooksDescription): OutputFile {
  const file = createSourceFile("webhooks/types.ts", fileHeader(contract));
  const all = file.type("webhooks", "../types.js");
  const bodies = webhooks.map(({ name, request, types, media }): Property => {
    const isJson = media?.kind === "json";
    const body = `NonNullable<${all}${types}["requestBody"]>["content"][${stringLiteral(media?.name ?? "")}]`;
    const type = media === undefined ? "undefined" : isJson ? body : "string | Uint8Array";
    return { name: propertyKey(name), docs: summaryOf(request.operation), type };
  });
  const handlers = webhooks.map(({ name, request, types, route }): Property => {
    const nothing = route.acknowledged === undefined ? "" : ", void";
    const type = `${file.type("WebhookHandler", `${runtime}/receiver.js`)}<${all}${types}${nothing}>`;
    return { name: propertyKey(name), docs: summaryOf(request.operation), type };
  });
  const shared = { kind: StructureKind.Interface, isExported: true } as const;
  file.add(
    {
      ...shared,
      name: "WebhookBodies",
      docs: ["The bodies of webhooks; a callback is `<operation>.<callback>`."],
      properties: bodies,
    },
    { ...shared, name: "WebhookHandlers", docs: ["Handles webhooks. A missing handler does not compile."], properties: handlers },
  );
  return file.print();
}

function summaryOf({ summary }: { readonly summary: string | undefined }): string[] {
  return summary === undefined ? [] : docs([summary]);
}

function printRoutes(contract: Contract, { webhooks, named, errorShape }: WebhooksDescription): OutputFile {
  const file = createSourceFile("webhooks/routes.ts", fileHeader(contract));
  const printed = webhooks.map(({ route }) => `  ${printRoute(route)},\n`);
  file.add(
    dataConstant("routes", `[\n${printed.join("")}]`, {
      isExported: true,
      docs: docs(["Every webhook and callback: what a receiver reads and validates before a handler runs."]),
      type: `readonly ${file.type("ReceiverRoute", `${runtime}/receiver.js`)}[]`,
    }),
  );
  if (named) {
    const type = `NonNullable<${file.type("ReceiverContract", `${runtime}/receiver.js`)}["named"]>`;
    const comment = docs(["The member of bodies that names the webhook, and the names by its values."]);
    file.add(dataConstant("named", printLiteral(named as unknown as Data), { isExported: true, docs: comment, type }));
  }
  if (errorShape) {
    const type = file.type("ErrorShape", "../runtime/facts.js");
    const comment = docs(["How the API reports errors."]);
    file.add(dataConstant("errorShape", printLiteral(errorShape as unknown as Data), { isExported: true, docs: comment, type }));
  }
  return file.print();
}

function printSender(contract: Contract, { webhooks }: WebhooksDescription): OutputFile {
  const file = createSourceFile("webhooks/sender.ts", fileHeader(contract));
  const schemas = webhookSchemas(contract);
  const members = webhooks.map(({ name, request, media }, index) => {
    const hasGuard = media?.kind === "json" && schemas[index]!.parts.some(({ member, group }) => member === "body" && !group);
    const parts = [
      `method: ${stringLiteral(request.operation.method)}`,
      ...(media ? [`mediaType: ${stringLiteral(sentType(media))}`] : []),
      ...(hasGuard
        ? [
            `guard: ${file.value("webhooks", "../validators/webhooks.js")}[${stringLiteral(request.name)}][${stringLiteral(request.method)}].body`,
          ]
        : []),
    ];
    return `    ${propertyKey(name)}: { ${parts.join(", ")} },\n`;
  });
  const sender = sendType(file);
  file.add(
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "WebhookSender",
      docs: ["Sends webhooks."],
      properties: [
        {
          name: "send",
          isReadonly: true,
          docs: ["Sends one to an endpoint, and resolves when it has accepted it. Rejects with a `DeliveryError`."],
          type: sender,
        },
      ],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createSender",
      docs: ["A sender of this API's webhooks, which signs them (Standard Webhooks) and repeats failed attempts."],
      parameters: [{ name: "options", type: file.type("SenderOptions", `${runtime}/sender.js`), initializer: "{}" }],
      returnType: "WebhookSender",
      statements: [
        `const routes = {\n${members.join("")}};`,
        `return ${file.value("createSender as create", `${runtime}/sender.js`)}(routes, options) as unknown as WebhookSender;`,
      ],
    },
  );
  return file.print();
}

function sendType(file: SourceFile): string {
  const [bodies, endpoint, options, delivery] = [
    file.type("WebhookBodies", "./types.js"),
    file.type("Endpoint", `${runtime}/sender.js`),
    file.type("DeliveryOptions", `${runtime}/sender.js`),
    file.type("Delivery", `${runtime}/sender.js`),
  ];
  const parameters = `name: Name, endpoint: ${endpoint}, body: ${bodies}[Name], options?: ${options}`;
  return `<Name extends keyof ${bodies}>(${parameters}) => Promise<${delivery}>`;
}

function printReceiver(
  contract: Contract,
  { webhooks, named, errorShape, takesMultipart }: WebhooksDescription,
  context: EmitContext,
): OutputFile {
  const file = createSourceFile("webhooks/receiver.ts", fileHeader(contract));
  const handlers = file.type("WebhookHandlers", "./types.js");
  const isNamed = named !== undefined || webhooks.length < 2;
  const parts = [
    file.value("routes", "./routes.js"),
    ...(named ? [file.value("named", "./routes.js")] : []),
    ...(errorShape ? [file.value("errorShape", "./routes.js")] : []),
    file.value("webhooks", "../validators/webhooks.js"),
    "loadAllErrors",
    ...(takesMultipart ? [file.value("readMultipart", "../runtime/server/multipart.js")] : []),
  ];
  const create = file.value("createReceiver as create", `${runtime}/receiver.js`);
  const nameOf = file.type("NameOf", `${runtime}/receiver.js`);
  file.add(
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "Receiver",
      docs: ["The receiver's part."],
      extends: [file.type("ReceiverOptions", `${runtime}/receiver.js`)],
      properties: [
        { name: "handlers", isReadonly: true, type: handlers },
        {
          name: "nameOf",
          isReadonly: true,
          hasQuestionToken: isNamed,
          docs: [
            isNamed
              ? "Names a webhook; absent: its body does, or there is only one."
              : "Names a webhook: no member of the bodies has another constant value for each.",
          ],
          type: `${nameOf}<keyof ${handlers}>`,
        },
      ],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createReceiver",
      docs: [
        "A receiver of this API's webhooks, which verifies and validates them. Connect it with `toNodeHandler` or `toFetchHandler`.",
      ],
      parameters: [{ name: "options", type: "Receiver" }],
      returnType: file.type("RequestHandler", "../runtime/server/http.js"),
      statements: [`return ${create}({ ${parts.join(", ")} } as ${contractType(file)}, options as never);`],
    },
    {
      kind: StructureKind.Function,
      name: "loadAllErrors",
      docs: [`Loads the validators that list ${wants(context, "all-errors") ? "every" : "the first"} error of a webhook.`],
      statements: [
        wants(context, "all-errors")
          ? 'return import("../validators/all-errors/webhooks.js");'
          : `return Promise.resolve({ webhooks: ${file.value("firstErrors", "../runtime/validators/first-errors.js")}(webhooks) });`,
      ],
    },
  );
  return file.print();
}

/** The types of its guards are more exact than the receiver needs. */
function contractType(file: SourceFile): string {
  return `unknown as ${file.type("ReceiverContract", `${runtime}/receiver.js`)}`;
}

function printIndex(contract: Contract): OutputFile {
  const file = createSourceFile("webhooks/index.ts", fileHeader(contract));
  file.add(
    exportFrom("./receiver.js", ["createReceiver", "type Receiver"]),
    exportFrom("./sender.js", ["createSender", "type WebhookSender"]),
    exportFrom("./types.js", "type *"),
    exportFrom(`${runtime}/signature.js`, ["createSecret", "type Secrets"]),
    exportFrom(`${runtime}/sender.js`, [
      "DeliveryError",
      ...["Attempt", "Delivery", "DeliveryOptions", "Endpoint", "SenderOptions"].map((name) => `type ${name}`),
    ]),
    exportFrom("../runtime/server/errors.js", ["CallError"]),
    exportFrom("../runtime/server/http.js", ["toFetchHandler"]),
    exportFrom("../runtime/server/idempotency-store.js", ["createMemoryStore", "type IdempotencyStore"]),
    exportFrom("../runtime/server/node.js", ["toNodeHandler"]),
  );
  return file.print();
}
