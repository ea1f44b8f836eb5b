import { own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { parsePathTemplate } from "../../document/path-template.js";
import { challengeOf } from "../../model/challenge.js";
import type { Contract, Operation, Parameter, FieldEncoding, MediaType, Uploads } from "../../model/contract.js";
import { schemaReference } from "../../document/reference.js";
import type {
  BodyRule,
  ContentRule,
  FormRule,
  OwnRoute,
  ParameterRule,
  PartRule,
  Route,
} from "../../../templates/runtime/server/contract.js";
import { routeDefaults } from "./defaults.js";
import { isList, isObjectShape } from "../../../templates/runtime/server/text.js";
import { endsOf, joinedSegments, leadsToService, pathSegments } from "./path-segments.js";
import { routeBinding, type SingleAction } from "./route-binding.js";
import { isJsonText, textShape, partsOf } from "../../json-schema/text-shape.js";
import { claimedNames } from "../../model/claimed-names.js";
import { coveredTypes, defaultType, essenceOf, isRange, mediaKind } from "../../document/media-kind.js";
import { bodyFormat } from "../../model/sequences.js";
import { fileRule } from "../form-files.js";
import { isJson, partRules } from "../part-rules.js";
import { streamedUpload, type StreamedUpload } from "./streamed-uploads.js";
import { mapFields } from "../../json-schema/form-fields.js";

/** What a config says about servers. */
export interface ServerSettings {
  /** Whether they fill in defaults of parameters and properties. */
  readonly defaults?: boolean;
  /** How handlers receive uploads of operations that don't say it. */
  readonly uploads?: Uploads;
}

/** The routes of all operations: everything that a server matches, reads and validates before a handler runs. */
export function buildRoutes(contract: Contract, { defaults: fillsDefaults = false, uploads }: ServerSettings = {}): Route[] {
  const endpoints = contract.operations.filter((operation) => operation.isEndpoint);
  return contract.operations.map((operation) => {
    const build = (one: Operation, only?: SingleAction): Route => {
      const defaults = fillsDefaults ? routeDefaults(one, contract) : undefined;
      return { ...buildRoute(one, endpoints, contract, uploads, only), ...(defaults && { defaults }) };
    };
    const route = build(operation);
    const actions = ownRoutes(operation, route, contract, build);
    return { ...route, ...(actions && { actions }) };
  });
}

/** What differs in the calls of an endpoint's actions that declare parts themselves. */
function ownRoutes(
  operation: Operation,
  route: Route,
  { serviceTypes }: Contract,
  build: (operation: Operation, only: SingleAction) => Route,
): Route["actions"] {
  const types = serviceTypes.flatMap(({ name, operationId, actions }) => {
    if (operationId !== operation.id) return [];
    const own = actions.flatMap((action) => {
      const only = { action, hasSuccesses: route.successes !== undefined };
      const members = action.operation ? differences(build(action.operation, only), route) : {};
      return Object.keys(members).length > 0 ? [[action.name, members] as const] : [];
    });
    return own.length > 0 ? [[name, Object.fromEntries(own)] as const] : [];
  });
  return types.length > 0 ? Object.fromEntries(types) : undefined;
}

/** The members of an action's route that differ from its endpoint's. */
function differences(own: Route, route: Route): OwnRoute {
  const isOwn = (name: string) => {
    const key = name as keyof Route;
    const same = key === "body" ? [withoutForms(own[key]), withoutForms(route[key])] : [own[key], route[key]];
    return JSON.stringify(same[0]) !== JSON.stringify(same[1]);
  };
  const members = Object.entries(own).filter(([name]) => isOwn(name));
  const lacking = {
    ...(route.body && !own.body && { body: null }),
    ...(route.errorsWith200 && !own.errorsWith200 && { errorsWith200: [] }),
  };
  return { ...lacking, ...(Object.fromEntries(members) as OwnRoute) };
}

/** The bodies of an endpoint without the forms of single actions. */
function withoutForms(body: BodyRule | null | undefined): BodyRule | null | undefined {
  return body && { ...body, content: body.content.map(({ actions: _, ...rule }) => rule) };
}

function buildRoute(
  operation: Operation,
  endpoints: readonly Operation[],
  contract: Contract,
  uploads: Uploads | undefined,
  only?: SingleAction,
): Route {
  const challenge = challengeOf(operation, contract);
  const { query } = parsePathTemplate(operation.path);
  const content = (operation.body?.content ?? []).map((mediaType) => {
    const upload = streamedUpload(mediaType, operation, contract, uploads);
    const forms = actionForms(operation, mediaType, contract, only);
    return { ...streamed(contentRule(mediaType, contract), upload), ...forms };
  });
  return {
    operation: operation.id,
    method: operation.method,
    path: pathSegments(operation.path),
    ...joinedSegments(operation.path),
    ...endsOf(operation),
    ...(query.length > 0 ? { query } : {}),
    parameters: operation.parameters.map((parameter) => {
      return { ...parameterRule(parameter, contract), ...claimedNames(parameter, operation, contract) };
    }),
    ...(operation.body
      ? { body: { required: operation.body.required, ...(only?.action.mayLackBody && { mayLack: true as const }), content } }
      : {}),
    authentication: authenticationOf(operation),
    scopes: scopesOf(operation),
    ...(hasSeveralSchemes(contract) &&
      operation.security.length > 0 && { schemes: operation.security.map((requirement) => Object.keys(requirement)) }),
    ...(challenge === undefined ? {} : { challenge }),
    reveals: operation.reveals,
    hasService: leadsToService(operation, endpoints),
    serviceTypes: operation.serviceTypes,
    responses: Object.fromEntries(
      operation.responses.map(({ status, content: types }) => [status, types.flatMap(responseTypes)]),
    ),
    ...routeBinding(operation, contract, only),
  };
}

/** Whether an application can say with which security scheme it has authenticated a caller: with one, there is nothing to say. */
function hasSeveralSchemes({ operations }: Contract): boolean {
  return new Set(operations.flatMap(({ security }) => security.flatMap((requirement) => Object.keys(requirement)))).size > 1;
}

/** Whether a caller must authenticate. */
export function authenticationOf({ security }: Operation): Route["authentication"] {
  if (security.length === 0) return "none";
  return security.some((requirement) => Object.keys(requirement).length === 0) ? "optional" : "required";
}

function scopesOf({ security }: Operation): string[][] {
  return security.map((requirement) => [...new Set(Object.values(requirement).flat())]);
}

const defaultStyles = { path: "simple", query: "form", querystring: "form", header: "simple", cookie: "form" } as const;

function parameterRule(parameter: Parameter, contract: Contract): ParameterRule {
  const { in: place } = parameter;
  if (place === "querystring") return querystringRule(parameter, contract);
  const name = place === "header" ? parameter.name.toLowerCase() : parameter.name;
  if (isJsonText(parameter, contract)) return { name, in: place, style: "json", as: ["string"] };
  const style = parameter.style as NonNullable<ParameterRule["style"]>;
  const isDefaultExplode = parameter.explode === ["form", "cookie", "deepObject"].includes(style);
  return {
    name,
    in: place,
    ...(style === defaultStyles[place] ? {} : { style }),
    ...(isDefaultExplode ? {} : { explode: parameter.explode }),
    as: textShape(parameter.schema, contract),
  };
}

/** How a server reads the whole query string. It has no name there, so messages use the name that handlers use. */
function querystringRule({ mediaType = "", schema, encoding, required }: Parameter, contract: Contract): ParameterRule {
  const common = { name: "querystring", in: "querystring", ...(required && { required }) } as const;
  const kind = mediaKind(mediaType);
  if (kind === "json") return { ...common, style: "json", as: ["string"] };
  if (kind !== "form") return { ...common, style: "simple", as: textShape(schema, contract) };
  const { form, fields } = contentRule({ name: mediaType, kind, schema, ...(encoding && { encoding }), examples: [] }, contract);
  return {
    ...common,
    as: form ?? { properties: {} },
    ...(fields && { fields }),
  };
}

/** The media types of a response: that of a body for which a handler names none, and those that it may name. */
function responseTypes(media: MediaType): string[] {
  if (!isRange(media.name)) return [media.name];
  const type = essenceOf(media.name);
  const first = media.kind === "json" ? coveredTypes(media) : (defaultType(media) ?? type);
  return [...new Set([first, type])];
}

/** How a server reads a body of a media type. */
function contentRule(media: MediaType, contract: Contract): ContentRule {
  const { kind, schema, items, encoding = {} } = media;
  const mediaType = coveredTypes(media);
  if (items) return { mediaType, as: "items", sequence: bodyFormat(items) };
  if (kind === "multipart") {
    const parts = mapFields(schema, contract, (field, value) => partRule(value, encoding[field], contract));
    return { mediaType, as: "multipart", ...(Object.keys(parts).length > 0 ? { parts } : {}) };
  }
  if (kind === "parts") return { mediaType, as: "multipart", parts: partRules(media, contract) };
  if (kind === "form") {
    const rules = mapFields(schema, contract, (field, value) => fieldRule(field, value, encoding[field], contract));
    const names = Object.keys(mapFields(schema, contract, () => true));
    const isOpen = ({ style, explode, as }: ParameterRule) =>
      style === "form" && explode !== false && isObjectShape(as) && as.others;
    const fields = Object.values(rules).map((rule) => {
      if (!isOpen(rule)) return rule;
      const others = Object.values(rules).filter((other) => other !== rule);
      return { ...rule, taken: [...names.filter((name) => name !== rule.name), ...others.flatMap(namesOf)] };
    });
    return {
      mediaType,
      as: "form",
      ...(schema === undefined || typeof schema === "boolean" ? {} : { form: textShape(schema, contract) }),
      ...(fields.length > 0 ? { fields } : {}),
    };
  }
  const maxBytes = kind === "bytes" || kind === "any" ? maxLength(schema, contract) : undefined;
  return { mediaType, as: kind === "any" ? "bytes" : kind, ...(maxBytes !== undefined && { maxBytes }) };
}

/** The maximum number of bytes of a body that is no JSON. */
function maxLength(schema: JsonValue | undefined, contract: Contract): number | undefined {
  const limits = partsOf(schema, contract).map((part) => own(part, "maxLength"));
  return limits.find((limit) => typeof limit === "number");
}

/** The rule for a body of which handlers receive something while it arrives. */
function streamed(rule: ContentRule, upload: StreamedUpload | undefined): ContentRule {
  if (!upload) return rule;
  const { part } = upload;
  const parts = part === undefined ? rule.parts : { ...rule.parts, [part]: { ...rule.parts![part]!, isStreamed: true as const } };
  return { ...rule, ...(parts && { parts }), isStreamed: true };
}

/** The names of a field's properties in a form. */
function namesOf({ name, style, explode, as }: ParameterRule): string[] {
  if (style === "deepObject") return [`${name}[`];
  return style === "form" && explode !== false && isObjectShape(as) ? Object.keys(as.properties) : [];
}

/** How a server reads the forms of actions: each has fields or parts of its own. */
function actionForms(
  { id }: Operation,
  media: MediaType,
  contract: Contract,
  only: SingleAction | undefined,
): Pick<ContentRule, "actions"> {
  const isForm = media.kind === "form" || media.kind === "multipart";
  const types = isForm ? contract.serviceTypes.filter(({ operationId }) => operationId === id) : [];
  if (types.length === 0) return {};
  const forms = types.map(({ name: type, actions }) => {
    const rules = actions
      .filter((action) => !only || action === only.action)
      .map((action): [string, FormRule] => {
        const own = action.operation?.body?.content.find(({ name }) => name === media.name) ?? media;
        const { form, fields, parts } = contentRule({ ...own, schema: schemaReference(action.body) }, contract);
        return [action.name, { ...(form && { form }), ...(fields && { fields }), ...(parts && { parts }) }];
      });
    return [type, Object.fromEntries(rules)] as const;
  });
  return { actions: Object.fromEntries(forms) };
}

/** Objects are JSON, like everything with an encoding of JSON; lists have a part for each item. */
function partRule(schema: JsonValue, encoding: FieldEncoding | undefined, contract: Contract): PartRule | undefined {
  const alternatives = partsOf(schema, contract);
  if (isJson(encoding)) return { as: "json" };
  const file = fileRule(alternatives, encoding);
  if (file) return { as: "file", ...file };
  const items = alternatives.map((part) => own(part, "items")).find((found) => found !== undefined);
  if (items !== undefined) return { ...(partRule(items, encoding, contract) ?? { as: ["string"] }), isList: true };
  if (alternatives.some(isObjectSchema)) return { as: "json" };
  return alternatives.some((part) => ["type", "enum", "const"].some((keyword) => Object.hasOwn(part, keyword)))
    ? { as: textShape(schema, contract) }
    : undefined;
}

/** Fields with a style of their own, and objects, which are JSON unless they have a style. */
function fieldRule(
  name: string,
  schema: JsonValue,
  encoding: FieldEncoding | undefined,
  contract: Contract,
): ParameterRule | undefined {
  const style = encoding?.style as ParameterRule["style"] | undefined;
  const explode = encoding?.explode;
  if (style !== undefined || explode !== undefined) {
    const named = { name, in: "query", ...(style === undefined ? { style: "form" as const } : { style }) } as const;
    return { ...named, ...(explode === undefined ? {} : { explode }), as: textShape(schema, contract) };
  }
  const field = { name, in: "query", style: "json" } as const;
  if (isJson(encoding) || partsOf(schema, contract).some(isObjectSchema)) return { ...field, as: ["string"] };
  const shape = textShape(schema, contract);
  const hasNestedItems = isList(shape) && (isList(shape.items) || isObjectShape(shape.items));
  return hasNestedItems ? { ...field, explode: true, as: { items: ["string"] } } : undefined;
}

function isObjectSchema(schema: JsonObject): boolean {
  const type = own(schema, "type");
  return type === "object" || (Array.isArray(type) && type.includes("object")) || Object.hasOwn(schema, "properties");
}
