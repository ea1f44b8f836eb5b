import { resourceWords } from "../../../model/resource-words.js";
import { listPointer } from "../../../../templates/runtime/selector.js";
import { parsePointer, valueAt } from "../../../../templates/runtime/json.js";
import { withoutSegments } from "../../../document/path-template.js";
import type { Explanation } from "../../../../templates/runtime/server/errors.js";
import type { JsonValue } from "../../../document/json-value.js";
import { operationOf } from "../../../model/action-operation.js";
import { scopesDepend } from "../../../model/build-contract.js";
import { actionResponses, type ActionResponses } from "../../../model/action-responses.js";
import { isAt } from "../../../document/fact-places.js";
import {
  actionBodyPointer,
  actionPath,
  actionRequestBody,
  ignoresBody,
  isEmptyKey,
  isFactParameter,
  placedFacts,
  selectorOf,
} from "../../../model/action-requests.js";
import type { Action, Operation, ServiceType } from "../../../model/contract.js";
import { sentStatus } from "../../../model/failures.js";
import { type Block, type CodeBlock, createIds, type Fact, type Find, type Page, type Tab } from "../blocks/block.js";
import { code, commaList, type Inline, pageLink, separated } from "../blocks/inline.js";
import { parseInlineMarkdown, parseMarkdown } from "../blocks/parse-markdown.js";
import { type ActionSample, sampleAction } from "../samples/action-sample.js";
import { clientCall, handlerExample } from "../samples/calls.js";
import { curlCommand } from "../samples/curl.js";
import { type ResponseSample, sampleActionError, sampleFailure, sampleResponse } from "../samples/response-sample.js";
import { isLong, printJson } from "../samples/sample-value.js";
import { endpointOf, plansOf, type Site, statesOf } from "../site.js";
import { actionResponseBlocks } from "./action-response-blocks.js";
import { securityList } from "./authentication-page.js";
import { followingBlocks } from "./following-blocks.js";
import { codeList } from "./field-blocks.js";
import { schemaBlocks } from "./operation-bodies.js";
import { parameterBlocks } from "./parameter-blocks.js";

/** The maximum number of fields on one page; larger objects have their own pages. */
const maxBodyFields = 60;

const maxResultFields = 40;

/** Returns the page of an action, for those who call it and those who implement it. */
export function actionPage(action: Action, type: ServiceType, site: Site): Page {
  const { contract, paths } = site;
  const endpoint = operationOf(endpointOf(type, contract), action);
  const described = actionResponses(endpoint, action, contract);
  const body = bodySection(action, endpoint, site);
  const common = commonSection(action, endpoint, site);
  const result = described.isDefault ? resultSection(action, site) : actionResponseBlocks(action, endpoint, described, site);
  const errors = errorSection(action, type, site);
  const sample = sampleAction(action, endpoint, site);
  return {
    path: paths.action(type.name, action.name),
    title: action.name,
    heading: [code(action.name)],
    lead: parseInlineMarkdown(actionLead(action)),
    tags: actionTags(action),
    above: [{ title: type.name, path: paths.type(type.name) }],
    blocks: [
      { kind: "facts", facts: callFacts(action, type, described, site) },
      ...(action.description === undefined ? [] : parseMarkdown(action.description, { headingLevel: 2 })),
      ...parameterBlocks(
        endpoint.parameters.filter((parameter) => parameter.in !== "path" && !isFactParameter(endpoint, parameter)),
        site,
      ),
      ...body.blocks,
      ...common.blocks,
      ...result.blocks,
      ...errors.blocks,
      ...actionExamples(action, type, described, site, sample),
      ...followingBlocks(action, type, endpoint, sample, site),
    ],
    finds: [...body.finds, ...common.finds, ...result.finds, ...errors.finds],
  };
}

/** Describes how, when and by whom an action is called, and its effects. */
function callFacts(action: Action, type: ServiceType, described: ActionResponses, site: Site): Fact[] {
  const endpoint = operationOf(endpointOf(type, site.contract), action);
  const source = site.sources.action(action, type);
  const path = withoutSegments(actionPath(endpoint, action));
  // If services of the type have no plans or no states, an action can't depend on them.
  const dependsOnScheme = scopesDepend(endpoint);
  // Those of each scheme are named beside it.
  const ownScopes = action.scopes.length > 0 ? [action.scopes] : [];
  const limit = (term: string, named: readonly string[] | undefined, known: readonly string[]): Fact[] => {
    if (known.length === 0) return [];
    return [{ term, content: named === undefined || named.length === 0 ? ["all"] : codeList(named) }];
  };
  return [
    { term: "Call", content: [code(`${endpoint.method} ${path}`), ...namedBy(action, endpoint)] },
    ...(endpoint.security.length === 0
      ? []
      : [{ term: "Authentication", content: securityList(endpoint.security, site.contract, dependsOnScheme) }]),
    { term: "Scopes", content: scopeList(dependsOnScheme ? ownScopes : action.effectiveScopes) },
    ...limit("States", action.states, statesOf(type, site)),
    ...limit("Plans", action.plans, plansOf(type, site)),
    ...(action.tags.length > 0 ? [{ term: "Tags", content: [action.tags.join(", ")] }] : []),
    { term: "Effect", content: [effects(action, described, resourceWords(type, site.contract).one).join(" ")] },
    ...(source === undefined ? [] : [{ term: "Contract", content: [source] }]),
  ];
}

/** Describes what names the action in its requests, besides their path. */
function namedBy(action: Action, endpoint: Operation): Inline[] {
  const { item } = selectorOf(endpoint);
  // The first item stands for any.
  const list = item === undefined ? undefined : listPointer(item);
  const within: Inline[] = list === undefined ? [] : [" in an item of ", code(list), " of the body"];
  return placedFacts(endpoint, action).flatMap(({ place, text }): Inline[] => {
    const { name } = endpoint.parameters.find((parameter) => isAt(place, parameter)) ?? place;
    switch (place.in) {
      case "path":
        return [];
      case "key":
        if (list !== undefined) return [" with the only key ", code(text), ...within];
        return [" with a body whose only key is ", code(text)];
      case "field":
        if (list !== undefined) return [" with ", code(text), " at ", code(name.slice(item!.length)), ...within];
        return [" with ", code(text), " at ", code(name), " of the body"];
      case "member":
        if (list !== undefined) return [" with the key ", code(text), ...within];
        return [" with a body that has the key ", code(text)];
      case "media-type":
        return [" with the header ", code(`Content-Type: ${text}`)];
      default:
        return [` with the ${place.in === "header" ? "header" : "query parameter"} `, code(`${name}: ${text}`)];
    }
  });
}

/** Lists the scopes that a call needs, with alternatives. */
function scopeList(alternatives: readonly (readonly string[])[]): Inline[] {
  return alternatives.length === 0 ? ["none"] : separated(alternatives.map(codeList), " or ");
}

interface Section {
  readonly blocks: readonly Block[];
  readonly finds: readonly Find[];
}

function bodySection(action: Action, endpoint: Operation, site: Site): Section {
  const heading: Block = { kind: "heading", level: 2, content: ["Body"], id: "body" };
  if (!action.takesInput && ignoresBody(endpoint, action)) {
    return { blocks: [heading, { kind: "paragraph", content: ["None: a request body is not read."] }], finds: [] };
  }
  const { place, pointer, members } = bodyPlace(action, endpoint);
  if (!action.takesInput) {
    const { action: fact, item } = selectorOf(endpoint);
    const isEmpty = isEmptyKey(endpoint, action);
    const whole = actionRequestBody(endpoint, action, {});
    const only = isEmpty ? whole! : members.length > 0 ? (valueAt(whole, pointer) as JsonValue) : {};
    const isNullable = fact.in === "key" && item !== undefined && !isEmpty;
    const valid: Inline[] = [code(printJson(only)), ...(isNullable ? [" or ", code("null")] : [])];
    const where: Inline[] = isEmpty || place.length === 0 ? [] : [" ", ...place];
    return {
      blocks: [heading, { kind: "paragraph", content: ["It takes no input: only ", ...valid, " is valid", ...where, "."] }],
      finds: [],
    };
  }
  const { blocks, finds } = schemaBlocks(site.contract.schemas.get(action.body), "body", site, maxBodyFields, members);
  const where: Block[] = place.length === 0 ? [] : [{ kind: "paragraph", content: ["It is ", ...place, ":"] }];
  return { blocks: [heading, ...where, ...blocks], finds };
}

/** The location of an action's own body in that of a request. */
interface BodyPlace {
  readonly pointer: string;
  /** `at /params of the body of the request`; empty: it is the whole body. */
  readonly place: readonly Inline[];
  /** The members beside its own fields, which name the action or its type. */
  readonly members: readonly Inline[];
}

function bodyPlace(action: Action, endpoint: Operation): BodyPlace {
  const { item } = selectorOf(endpoint);
  const pointer = actionBodyPointer(endpoint, action);
  const members = placedFacts(endpoint, action).filter(({ place }) => {
    return (
      place.in === "field" &&
      place.name.startsWith(`${pointer}/`) &&
      parsePointer(place.name).length === parsePointer(pointer).length + 1
    );
  });
  const told = members.flatMap(({ place, text }, index): Inline[] => {
    return [...(index === 0 ? [] : [" and "]), code(parsePointer(place.name).at(-1)!), ", which is ", code(text)];
  });
  const within = item !== undefined && pointer.startsWith(item) ? pointer.slice(item.length) : pointer;
  const ofItem: Inline[] = item === undefined ? [] : ["in an item of ", code(listPointer(item))];
  const at: Inline[] = within === "" ? [] : ["at ", code(within), ...(item === undefined ? [] : [" "])];
  const isWhole = at.length === 0 && ofItem.length === 0;
  return { pointer, place: isWhole ? [] : [...at, ...ofItem, " of the body of the request"], members: told };
}

/** The members of the body that all actions have in common. */
function commonSection(action: Action, endpoint: Operation, site: Site): Section {
  const { envelope } = endpoint;
  if (envelope === undefined) return { blocks: [], finds: [] };
  const { fixed = {}, id } = selectorOf(endpoint);
  const [first] = parsePointer(actionBodyPointer(endpoint, action));
  const others = placedFacts(endpoint, action).flatMap(({ place }) =>
    place.in === "field" ? [parsePointer(place.name)[0]!] : [],
  );
  const constants = [...Object.keys(fixed), ...(id ? [id.at] : [])].map((pointer) => parsePointer(pointer)[0]!);
  const besides = [...new Set([...(first === undefined ? [] : [first]), ...others, ...constants])].map(code);
  const schema = site.contract.schemas.get(envelope);
  const { blocks, finds } = schemaBlocks(schema, "envelope", site, maxBodyFields, commaList(besides, " and "));
  return { blocks: [{ kind: "heading", level: 2, content: ["Common members"], id: "envelope" }, ...blocks], finds };
}

function resultSection(action: Action, site: Site): Section {
  const { blocks, finds } = schemaBlocks(site.contract.schemas.get(action.result), "result", site, maxResultFields);
  const statuses: Inline[] = action.statuses.length === 0 ? ["any text"] : commaList(action.statuses.map(code), " or ");
  return {
    blocks: [
      { kind: "heading", level: 2, content: ["Result"], id: "result" },
      { kind: "paragraph", content: [code("status"), " is ", ...statuses, "; ", code("result"), " has:"] },
      ...blocks,
    ],
    finds,
  };
}

/** Returns a table of the action's own errors; those of all actions are on the page of their endpoint. */
function errorSection(action: Action, type: ServiceType, site: Site): Section {
  const { paths } = site;
  const endpoint = operationOf(endpointOf(type, site.contract), action);
  const general = endpoint.responses.filter(({ status }) => /^[45]/.test(status));
  const idOf = createIds();
  const rows = action.errors.map(({ code: name, status, description }) => ({
    id: idOf(`error.${name}`),
    cells: [
      [code(name)],
      [String(sentStatus(endpoint, status))],
      description === undefined ? [] : parseInlineMarkdown(description),
    ],
  }));
  const columns = [{ label: "Code" }, { label: "Status", isNarrow: true }, { label: "When" }];
  const others = [...new Set(general.map(({ status, error }) => (error?.failureMark ? "200" : status)))].join(", ");
  const link = pageLink("errors of every call", paths.operation(endpoint.id), "errors");
  return {
    blocks: [
      { kind: "heading", level: 2, content: ["Errors"], id: "errors" },
      ...(rows.length > 0 ? [{ kind: "table", look: "fields", caption: "Errors of this action", columns, rows } as const] : []),
      ...errorExamples(action, endpoint, site),
      {
        kind: "note",
        content: [rows.length > 0 ? "In addition, the " : "Only the ", link, others === "" ? "." : `: ${others}.`],
      },
    ],
    finds: action.errors.map(({ code: name }, index) => ({ kind: "error", name, id: rows[index]!.id })),
  };
}

/** Returns an example of each of the action's own errors, as sent. */
function errorExamples(action: Action, endpoint: Operation, { contract, makeBody }: Site): Block[] {
  return action.errors.flatMap((error) => {
    const body = sampleActionError(error, action, endpoint, contract, makeBody);
    return body === undefined
      ? []
      : [codeBlock("json", printJson(body, contract.writtenIntegers), `Response: ${sentStatus(endpoint, error.status)}`)];
  });
}

/** Describes the effects of an action on its resource, according to its flags. */
function effects(
  { readOnly, destructive, idempotent, async }: Action,
  { responses, isDefault }: ActionResponses,
  noun: string,
): string[] {
  const usual = async ? "202" : "200";
  const statuses = responses.map(({ status, key }) => String(status ?? (isDefault || key === "default" ? usual : key)));
  const returns = `Returns ${statuses.join(" or ")}`;
  return [
    readOnly ? "Reads only; changes nothing." : destructive ? "May delete or overwrite." : `Changes the ${noun} or its content.`,
    ...(readOnly ? [] : [idempotent ? "Repeating it has no further effect." : "Repeating it repeats the effect."]),
    async ? `${returns} and completes in the background.` : `${returns} when the work is done.`,
  ];
}

/** Returns labels for the most important flags. */
export function actionTags({ readOnly, destructive, async, deprecated }: Action): Inline[] {
  return [
    ...(deprecated ? [{ kind: "tag", text: "deprecated", tone: "warn" } as const] : []),
    ...(readOnly ? [{ kind: "tag", text: "read-only", tone: "good" } as const] : []),
    ...(destructive ? [{ kind: "tag", text: "destructive", tone: "bad" } as const] : []),
    ...(async ? [{ kind: "tag", text: "async" } as const] : []),
  ];
}

/** Returns the line below an action's name. */
export function actionLead(action: Action): string {
  return action.summary ?? action.label;
}

/** Returns a call in three languages, its response, and the response to an invalid body. */
function actionExamples(
  action: Action,
  type: ServiceType,
  described: ActionResponses,
  site: Site,
  sample: ActionSample,
): Block[] {
  const { body, rejected } = sample;
  const { contract } = site;
  const endpoint = operationOf(endpointOf(type, contract), action);
  const sent = body === undefined ? undefined : actionRequestBody(endpoint, action, body);
  const response = sampleResponse(action, endpoint, described, sample, site.makeBody);
  const isKnown =
    response.body !== undefined && (sample.result !== undefined || described.responses[0]!.envelope.result === undefined);
  const json = (value: JsonValue, label: string, tone?: "good" | "bad"): Block => {
    return { ...codeBlock("json", printJson(value, contract.writtenIntegers), label), ...(tone && { tone }) };
  };
  const failure = rejected && sampleFailure(endpoint, contract, { code: "invalid_action_body", ...asMessage(rejected) });
  const tabs = callTabs(action, type, described, site, sample, response);
  return [
    { kind: "heading", level: 2, content: ["Example"], id: "example" },
    ...(tabs.length > 0 ? [{ kind: "tabs", label: "Languages", tabs } as const] : []),
    ...(isKnown ? [json(response.body!, `Response: ${response.status}`)] : []),
    ...(sent === undefined ? [] : [json(sent, "Valid body", "good")]),
    ...(rejected && failure
      ? [
          json(actionRequestBody(endpoint, action, rejected.body) ?? rejected.body, "Invalid body", "bad"),
          json(failure.body, `Response to the invalid body: ${sentStatus(endpoint, failure.status)}`),
        ]
      : []),
  ];
}

function asMessage({ text, details }: Explanation) {
  return { message: text, details };
}

function callTabs(
  action: Action,
  type: ServiceType,
  described: ActionResponses,
  site: Site,
  sample: ActionSample,
  response: ResponseSample,
): Tab[] {
  const { body } = sample;
  const endpoint = operationOf(endpointOf(type, site.contract), action);
  const handler = site.options.hideHandlers
    ? []
    : [{ name: "Handler", code: codeBlock("ts", handlerExample(action, type, endpoint, sample, response)) }];
  if (body === undefined) return handler;
  const sent = actionRequestBody(endpoint, action, body);
  const [mediaType] = (["json", "form"] as const).flatMap(
    (kind) => endpoint.body?.content.find((media) => media.kind === kind) ?? [],
  );
  const curl = {
    name: "curl",
    code: codeBlock("sh", curlCommand(endpoint, site.contract, { action, body: sent, mediaType, makeValue: site.makeValue })),
  };
  if (isLong(body)) return [curl, ...handler];
  return [curl, { name: "Client", code: codeBlock("ts", clientCall(action, endpoint, described, site, body)) }, ...handler];
}

function codeBlock(language: string, text: string, label?: string): CodeBlock {
  return { kind: "code", language, text, ...(label !== undefined && { label }) };
}
