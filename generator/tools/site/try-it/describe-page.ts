import { componentPointer, loneReference, schemaReference } from "../../../document/reference.js";
import type { JsonValue } from "../../../document/json-value.js";
import { defaultType } from "../../../document/media-kind.js";
import { describeClient } from "../../../emit/client/describe-client.js";
import { schemeRules } from "../../../emit/client/security.js";
import { operationSchemas, type OperationPart } from "../../../emit/validators/operation-schemas.js";
import { partRules } from "../../../emit/part-rules.js";
import { buildSchemaData } from "../../../emit/validators/schema-data.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { createSecretSearch } from "../../../json-schema/secrets.js";
import { actionMethod, argumentNames } from "../../../model/client-names.js";
import { actionBodyPointer, factOf, isBodiless } from "../../../model/action-requests.js";
import { operationOf } from "../../../model/action-operation.js";
import { actionResponses, successesOf } from "../../../model/action-responses.js";
import type { Action, Contract, MediaType, Operation, ServiceType } from "../../../model/contract.js";
import { parametersSchema } from "../../../model/parameters-schema.js";
import { relativeAddress } from "../blocks/inline.js";
import { clientCredentials, firstExample, returnsItems } from "../samples/calls.js";
import { memberNames } from "../samples/response-sample.js";
import { advertisedActions, endpointOf, type Site } from "../site.js";
import { describeForm } from "./describe-form.js";
import type { FormField } from "./form-field.js";
import { originsOf, serversOf } from "./servers.js";
import type { TryBody, TryClient, TryCredential, TryExample, TryPage, TryParameter, TrySchema } from "./try-page.js";

/** Describes the calls of operations and actions for their pages. */
export interface TryDescriber {
  operation(operation: Operation): TryPage;
  action(action: Action, type: ServiceType): TryPage;
  /** Describes how a service of a type is read; `undefined`: the contract doesn't say where it advertises its actions. */
  service(type: ServiceType): TryPage | undefined;
}

/** Creates the describer of a site whose pages may call other servers, too. */
export function createTryDescriber(site: Site, tryServers: readonly string[]): TryDescriber {
  const { contract, makeValue } = site;
  const client = describeClient(contract);
  const common = { servers: serversOf(contract, tryServers), origins: originsOf(contract, tryServers) };
  return { operation: describeOperation, action: describeAction, service: describeService };

  function describeOperation(operation: Operation): TryPage {
    const pack = createPack(contract);
    const { parts } = operationSchemas({ ...contract, operations: [operation] })[0]!;
    const media = operation.body?.content.find(({ kind }) => kind === "json") ?? operation.body?.content[0];
    const body = media && bodyOf(media, operation, parts, pack);
    return {
      name: operation.id,
      ...callOf(operation, undefined, parts, pack),
      ...(operation.method === "DELETE" && { isDestructive: true }),
      ...(body && { body }),
      client: { ...clientOf(operation), returns: [], ...(returnsItems(operation) && { isSequence: true }) },
      shared: pack.shared,
      schemas: pack.schemas,
    };
  }

  function describeAction(action: Action, type: ServiceType): TryPage {
    const pack = createPack(contract);
    const endpoint = operationOf(endpointOf(type, contract), action);
    const { parts } = operationSchemas({ ...contract, operations: [endpoint] })[0]!;
    const described = actionResponses(endpoint, action, contract);
    const [first, ...others] = described.responses.map((response) => memberNames(response, described));
    const { envelope } = described;
    const media = endpoint.body?.content.find(({ kind }) => kind === "json") ?? endpoint.body?.content[0];
    const made = makeValue(contract.schemas.get(action.body));
    const examples = action.examples.flatMap(({ name, summary, body }): TryExample[] =>
      body === undefined ? [] : [{ name: summary ?? name, value: body }],
    );
    return {
      name: action.name,
      ...callOf(endpoint, action, parts, pack),
      ...(action.destructive && { isDestructive: true }),
      ...(!isBodiless(endpoint, action) && {
        body: {
          field: pack.form(schemaReference(action.body)),
          isRequired: action.mayLackBody !== true,
          mediaType: (media && defaultType(media)) ?? "application/json",
          kind: media?.kind === "form" || media?.kind === "multipart" ? media.kind : "json",
          examples: examples.length > 0 || made === undefined ? examples : [{ name: "example", value: made }],
          check: pack.check(schemaReference(action.body)),
          at: actionBodyPointer(endpoint, action),
        },
      }),
      ...(endpoint.envelope !== undefined && { envelope: pack.form(schemaReference(endpoint.envelope)) }),
      client: {
        ...clientOf(endpointOf(type, contract), action),
        service: site.clientNames.serviceTypes.get(type.name)!,
        action: actionMethod(action.name),
        returns: first!.filter((name) => others.every((names) => names.includes(name))),
      },
      result: {
        check: pack.check(schemaReference(action.result)),
        ...(action.returnsResult && envelope.result !== undefined && { at: envelope.result }),
        ...(envelope.status !== undefined && { statusAt: envelope.status }),
        statuses: action.statuses,
      },
      secrets: secretsOf(endpoint, contract, action),
      shared: pack.shared,
      schemas: pack.schemas,
    };
  }

  function describeService(type: ServiceType): TryPage | undefined {
    const { representation, type: typeAt, status, plan, actions } = endpointOf(type, contract).binding!.service;
    const read = contract.operations.find(
      ({ path, method }) => path === representation?.path && method === representation.method.toUpperCase(),
    );
    if (!read || actions === undefined) return undefined;
    const { paths } = site;
    const page = describeOperation(read);
    return {
      ...page,
      service: {
        type: type.name,
        ...(typeAt !== undefined && { typeAt }),
        ...(status !== undefined && { statusAt: status }),
        ...(plan !== undefined && { planAt: plan }),
        actionsAt: actions,
        actions: advertisedActions(type).map(({ name }) => {
          return { name, href: relativeAddress(paths.type(type.name), `${paths.action(type.name, name)}.html`) };
        }),
      },
    };
  }

  /** What calls of operations and actions have in common. */
  function callOf(operation: Operation, action: Action | undefined, parts: readonly OperationPart[], pack: Pack) {
    const named = [...argumentNames(operation)];
    const responses = operation.responses.map(({ status }) => ({ status }));
    const checked = parts.flatMap(({ group, member: status, mediaType, schema }) => {
      if (group !== "responses" && group !== "responseBodies") return [];
      return [{ status, ...(mediaType !== undefined && { mediaType }), check: pack.check(schema) }];
    });
    return {
      method: operation.method,
      ...common,
      credentials: credentialsOf(operation, contract),
      parameters: named.map(([argument, parameter]): TryParameter => {
        const { name, in: place, required, schema } = parameter;
        const fixed = action && factOf(operation, action, parameter);
        const example = firstExample(parameter) ?? (required && place !== "path" ? makeValue(schema) : undefined);
        const all = operation.parameters.filter((other) => other.in === place);
        return {
          argument,
          name,
          in: place,
          isRequired: required,
          field: pack.form(schema),
          ...(fixed !== undefined && { fixed }),
          ...(example !== undefined && { example }),
          check: pack.check(place === "querystring" ? schema : parametersSchema(all), place),
        };
      }),
      responses: [...checked, ...responses.filter(({ status }) => !checked.some((one) => one.status === status))],
      secrets: secretsOf(operation, contract),
    };
  }

  function bodyOf(media: MediaType, { body }: Operation, parts: readonly OperationPart[], pack: Pack): TryBody {
    const { kind, schema } = media;
    const given = media.examples.flatMap(({ name, value }): TryExample[] => {
      return value === undefined ? [] : [{ name: name ?? "example", value }];
    });
    const isText = kind === "text" || kind === "bytes" || kind === "any";
    // Only readers choose files.
    const hasFiles = Object.values(partRules(media, contract)).some(({ as }) => as === "file");
    const made = isText || hasFiles || given.length > 0 ? undefined : makeValue(schema);
    const part =
      parts.find(({ group, member }) => group === "bodies" && member === media.name) ??
      parts.find(({ member, group }) => group === undefined && member === "body");
    return {
      field:
        kind === "bytes" || kind === "any"
          ? { kind: "file", type: media.name }
          : kind === "text"
            ? { kind: "text", isLong: true, type: media.name }
            : pack.form(media.items ? { type: "array", items: media.items.schema } : schema),
      isRequired: body!.required,
      mediaType: defaultType(media) ?? "application/octet-stream",
      kind,
      examples: made === undefined ? given : [{ name: "example", value: made }],
      ...(part && !isText && !media.items && { check: pack.check(part.schema) }),
      at: "",
    };
  }

  function clientOf(operation: Operation, action?: Action): Omit<TryClient, "returns"> {
    const { id } = operation;
    const { actions, ...route } = client.routes.get(id)!;
    const own = action && actions?.[action.serviceType]?.[action.name];
    return {
      id,
      // Pages don't need what other actions declare.
      route: { ...route, ...(actions && { actions: own ? { [action.serviceType]: { [action.name]: own } } : {} }) },
      parts: client.parts.get(id)!,
      authorize: client.members["authorize"]!,
      options: clientCredentials(contract, operation),
    };
  }
}

/** Names of the members of successes that contain secrets. */
function secretsOf(operation: Operation, { schemas }: Contract, action?: Action): string[] {
  const search = createSecretSearch({ resolve: (schema) => schemasIn(schemas).of(schema).target?.node });
  const bodies = successesOf(operation).flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
  return [...search.fields([...bodies, ...(action ? [schemaReference(action.result)] : [])])].sort();
}

function credentialsOf({ security }: Operation, contract: Contract): TryCredential[] {
  const rules = schemeRules(contract);
  const names = [...new Set(security.flatMap((requirement) => Object.keys(requirement)))];
  const all = names.map((scheme): TryCredential => ({ scheme, ...rules.get(scheme)! }));
  // All schemes with tokens send the same one.
  return all.filter(({ type }, index) => type !== "bearer" || all.findIndex((other) => other.type === type) === index);
}

/** The schemas and shared fields of a page. */
interface Pack {
  readonly schemas: TrySchema[];
  readonly shared: Record<string, FormField>;
  form(schema: JsonValue | undefined): FormField;
  /** Returns the index of a schema; each is there once. */
  check(schema: JsonValue, key?: string): number;
}

function createPack(contract: Contract): Pack {
  const schemas: TrySchema[] = [];
  const known = new Map<JsonValue, number>();
  const shared: Record<string, FormField> = {};
  const add = (schema: JsonValue, key: JsonValue, at: string): number => {
    const index = known.get(key) ?? schemas.length;
    if (known.has(key)) return index;
    known.set(key, index);
    const { data, components } = buildSchemaData(contract, schema, at);
    const { linearPattern, refs: _, ...rest } = data;
    schemas.push(rest);
    const refs = components.map((name) => component(name));
    schemas[index] = { ...rest, ...(linearPattern && { isLinear: true }), ...(refs.length > 0 && { refs }) };
    return index;
  };
  const component = (name: string) => add(contract.schemas.get(name)!, name, componentPointer("schemas", name));
  return {
    schemas,
    shared,
    form(schema) {
      const form = describeForm(schema, contract.schemas);
      Object.assign(shared, form.shared);
      return form.field;
    },
    check(schema, key) {
      const name = loneReference(schema);
      if (name !== undefined && contract.schemas.has(name)) return component(name);
      return add(schema, key === undefined ? schema : `parameters ${key}`, "#");
    },
  };
}
