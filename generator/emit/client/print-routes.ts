import { actionMethod, clientNames } from "../../model/client-names.js";
import type { Contract } from "../../model/contract.js";
import { dataConstant } from "../../typescript/data-constant.js";
import { docs, printLiteral, printMembers, stringLiteral, Variable, type Data } from "../../typescript/encode.js";
import { createSourceFile, type SourceFile } from "../../typescript/source-file.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { type EmitContext, fileHeader } from "../emitter.js";
import { wants } from "../features.js";
import { printRoute } from "../print-route.js";
import { callConstants } from "./call-constants.js";
import type { ClientDescription } from "./describe-client.js";
import type { RoutePart } from "./route-parts.js";
import { hasMarks, type Route } from "./routes.js";

/**
 * `client/routes.ts`, a constant for each call, from which a bundler reaches what the call needs:
 *
 *     export const getService: Route & Named<"getService"> = { name: "getService", method: "GET", path: "/services/{service_id}" };
 *
 *     export const postgresAddIp: ActionCall<"postgres", "add_ip"> = { route: invokeAction, service: "postgres", action: "add_ip" };
 */
export function printRoutes(
  contract: Contract,
  { routes, parts, services, repeatable }: ClientDescription,
  context: EmitContext,
): OutputFile {
  const file = createSourceFile("client/routes.ts", fileHeader(contract));
  const constants = callConstants(contract);
  const runtime = "../runtime/client/call.js";
  const variable = ({ name, from }: RoutePart) => new Variable(file.value(name, `../runtime/client/${from}.js`));
  for (const [id, route] of routes) {
    const functions = Object.entries(parts.get(id)!).map(([member, part]: [string, RoutePart | readonly RoutePart[]]) => {
      return [member, "name" in part ? variable(part) : part.map(variable)] as const;
    });
    const type = `${routeType(file, route)} & ${file.type("Named", runtime)}<${stringLiteral(route.name)}>`;
    const name = constants.operations.get(id)!;
    file.add(
      dataConstant(name, printRoute({ ...route, ...Object.fromEntries(functions) }, "", name.length + type.length), {
        isExported: true,
        type,
        variables: functions.flatMap(([, value]) => [value].flat().map(({ name: variableName }) => variableName)),
      }),
    );
  }
  const service = clientNames(contract).serviceTypes;
  for (const { name: type, operationId, actions } of contract.serviceTypes) {
    for (const { name, readOnly, idempotent } of actions) {
      const [of, method] = [service.get(type)!, actionMethod(name)];
      const route = new Variable(constants.operations.get(operationId)!);
      const data = { route, service: of, action: method, ...((readOnly || idempotent) && { isRepeatable: true }) };
      file.add(
        dataConstant(constants.actions.get(`${type} ${name}`)!, printLiteral(data), {
          isExported: true,
          type: `${file.type("ActionCall", runtime)}<${stringLiteral(of)}, ${stringLiteral(method)}>`,
          variables: [route.name],
        }),
      );
    }
  }
  const list = (name: string, type: string, values: readonly Data[], about: string, variables: readonly string[]) =>
    file.add(
      dataConstant(name, printLiteral(values), {
        isExported: true,
        docs: docs([about]),
        type: `readonly ${file.type(type, runtime)}[]`,
        variables,
      }),
    );
  const all = [...constants.operations.values()];
  list(
    "routes",
    "Route",
    all.map((name) => new Variable(name)),
    "All operations of the API.",
    all,
  );
  if (services.size > 0) {
    const types = [...services].map(([name, id]) => ({ service: name, route: new Variable(constants.operations.get(id)!) }));
    list("services", "ActionCall", types, "All service types.", all);
  }
  const names = Object.entries(repeatable).filter(([, actions]) => actions.length > 0);
  if (wants(context, "retry") && names.length > 0)
    file.add(
      dataConstant("repeatable", printMembers(names), {
        isExported: true,
        docs: docs(["The actions that the contract declares read-only or idempotent."]),
        type: file.type("RepeatableActions", "../runtime/client/middleware.js"),
      }),
    );
  return file.print();
}

/** A type of routes, and which ones need it. */
interface RouteType {
  readonly name: string;
  readonly from: string;
  readonly isOf: (route: Route) => unknown;
}

/** The types of routes beyond those with single parameters and JSON. */
const routeTypes: readonly RouteType[] = [
  { name: "EndpointRoute", from: "action-calls", isOf: ({ selector, action, actions }) => selector ?? action ?? actions },
  { name: "CheckedFormRoute", from: "checked-forms", isOf: ({ fieldTypes }) => fieldTypes },
  { name: "BodyRoute", from: "encoding", isOf: ({ content, encoding, items }) => content ?? encoding ?? items },
  { name: "MarkedRoute", from: "failures", isOf: hasMarks },
  { name: "KeyedRoute", from: "idempotency", isOf: ({ idempotencyKey }) => idempotencyKey },
  { name: "PartRoute", from: "parts", isOf: ({ sentParts, receivedParts }) => sentParts ?? receivedParts },
  { name: "SegmentRoute", from: "segments", isOf: ({ segments }) => segments },
  { name: "SequenceRoute", from: "sequences", isOf: ({ sequences }) => sequences },
];

/** Those of routes with other parameters. Each includes the next. */
const parameterTypes: readonly RouteType[] = [
  {
    name: "CheckedRoute",
    from: "checked-parameters",
    isOf: ({ parameters }) => parameters?.some(({ as, taken }) => as ?? taken),
  },
  {
    name: "StyledRoute",
    from: "encoding",
    isOf: ({ parameters }) => parameters?.some(({ encoding, reserved }) => encoding ?? reserved),
  },
];

/** The type of a route. */
function routeType(file: SourceFile, route: Route): string {
  const isNeeded = ({ isOf }: RouteType) => isOf(route);
  const typeOf = ({ name, from }: RouteType) => file.type(name, `../runtime/client/${from}.js`);
  const types = routeTypes.filter(isNeeded).map(typeOf).join(" & ");
  const ofParameters = parameterTypes.find(isNeeded);
  if (!ofParameters) return types || file.type("Route", "../runtime/client/call.js");
  // A literal must fit each type of an intersection, and the parameters of the others have fewer members.
  return types === "" ? typeOf(ofParameters) : `Omit<${types}, "parameters"> & ${typeOf(ofParameters)}`;
}
