import { operationKeys } from "../../document/path-operations.js";
import { defaultType, essenceOf } from "../../document/media-kind.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { Contract, MediaType, SentRequest } from "../../model/contract.js";
import { createNamer } from "../../model/names.js";
import { stringLiteral } from "../../typescript/encode.js";
import type { ErrorShape } from "../../../templates/runtime/facts.js";
import type { ReceiverContract, ReceiverRoute } from "../../../templates/runtime/webhooks/receiver.js";
import { buildRoutes } from "../server/build-routes.js";
import { unusualErrorShape } from "../server/route-binding.js";

/** A webhook or a callback as programs name it. */
export interface NamedWebhook {
  /** That of the webhook, with its method if it has several. */
  readonly name: string;
  readonly request: SentRequest;
  /** The expression for its types. */
  readonly types: string;
  /** The media type that senders write; absent: it has no body. */
  readonly media: MediaType | undefined;
  readonly route: ReceiverRoute;
}

/** What senders and receivers know of the webhooks of a contract. */
export interface WebhooksDescription {
  readonly webhooks: readonly NamedWebhook[];
  readonly named: ReceiverContract["named"];
  readonly errorShape: ErrorShape | undefined;
  readonly takesMultipart: boolean;
}

/** Describes the requests that the service sends, which emitters print and live contracts run. */
export function describeWebhooks(contract: Contract): WebhooksDescription {
  const { sentRequests } = contract;
  const names = nameRequests(sentRequests);
  const operations = sentRequests.map(({ operation }, index) => {
    // The signature authenticates the sender.
    return { ...operation, id: names[index]!, path: `/${index}`, security: [], parameters: operation.parameters.filter(isSent) };
  });
  const routes = buildRoutes({ ...contract, operations });
  const webhooks = sentRequests.map((request, index): NamedWebhook => {
    const { name, method, operation } = request;
    const content = operation.body?.content ?? [];
    const acknowledged = acknowledgement(request);
    return {
      name: names[index]!,
      request,
      types: typesOf(request),
      media: content.find(({ kind }) => kind === "json") ?? content[0],
      route: {
        ...routes[index]!,
        hasService: false,
        checks: [name, method],
        ...(acknowledged !== undefined && { acknowledged }),
      },
    };
  });
  return {
    webhooks,
    named: findNamingMember(webhooks, contract),
    errorShape: unusualErrorShape(contract),
    takesMultipart: operations.some(({ body }) => body?.content.some(({ kind }) => kind === "multipart")),
  };
}

/** Their paths are those of receivers, which contracts don't know. */
function isSent({ in: place }: { readonly in: string }): boolean {
  return place !== "path";
}

function typesOf({ name, method }: SentRequest): string {
  return [name, ...operationKeys(method)].map((key) => `[${stringLiteral(key)}]`).join("");
}

function nameRequests(requests: readonly SentRequest[]): string[] {
  const unique = createNamer([]);
  return requests.map(({ name, method }) => {
    const isOnly = requests.filter((other) => other.name === name).length === 1;
    return unique(isOnly ? name : `${name}.${method}`);
  });
}

/** The media type of a body as it is sent. */
export function sentType(media: MediaType): string {
  return defaultType(media) ?? essenceOf(media.name);
}

/** The declared success that has no body. */
function acknowledgement({ operation }: SentRequest): number | undefined {
  const empty = operation.responses.filter(
    ({ content, headers }) => content.length === 0 && headers.every((one) => !one.required),
  );
  const statuses = empty.flatMap(({ status }) => (/^2[0-9][0-9]$/.test(status) ? Number(status) : []));
  const isOpen = empty.some(({ status }) => /^(?:2XX|default)$/i.test(status));
  return statuses.sort((a, b) => a - b)[0] ?? (isOpen ? 204 : undefined);
}

/** The member whose constant value names each webhook: `type` or `event` if both would do, else the first by name. */
function findNamingMember(webhooks: readonly NamedWebhook[], contract: Contract): ReceiverContract["named"] {
  if (webhooks.length < 2) return undefined;
  const bodies = webhooks.map(({ media }) => {
    return media?.kind === "json" && media.schema !== undefined ? schemasIn(contract.schemas).of(media.schema) : undefined;
  });
  const [first] = bodies;
  if (!first || bodies.some((body) => !body)) return undefined;
  const members = [...first.members.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  for (const member of members) {
    const names = new Map<string, string>();
    const isNaming = bodies.every((body, index) => {
      const part = body!.member(member);
      const texts = part?.isRequired ? part.schema.texts : undefined;
      const isOwn = texts?.every((text) => !names.has(text)) ?? false;
      for (const text of texts ?? []) names.set(text, webhooks[index]!.name);
      return isOwn;
    });
    if (isNaming) return { member, names: Object.fromEntries(names) };
  }
  return undefined;
}

function rank(member: string): number {
  const usual = ["type", "event", "event_type", "eventType"].indexOf(member);
  return usual < 0 ? 9 : usual;
}
