import type { ValidationError } from "../validators/validation-error.js";
import type { Call } from "./call.js";
import { describeErrors } from "./describe-errors.js";
import type { Awaitable } from "./handler-types.js";
import { readParameters } from "./read-parameters.js";
import { refuse, type Rejection } from "./rejection.js";

const places = ["path", "query", "headers", "cookies"] as const;

/** Reads the parameters and checks them against the contract. */
export function checkParameters(call: Call): Awaitable<Rejection | undefined> {
  const read = readParameters(call.route, { path: call.pathText, query: call.queryText, headers: call.request.headers });
  if ("message" in read) return malformed(`${read.name} ${read.message}`);
  call.parameters = read;
  const guards = call.server.contract.validators.operations[call.route.operation];
  if (!guards) return undefined;
  const fits = places.every((place) => guards[place]?.(read[place]) ?? true);
  return fits ? undefined : refuseParameters(call);
}

async function refuseParameters({ route, server, parameters }: Call): Promise<Rejection> {
  const { operations } = await server.contract.loadAllErrors();
  const errors = places.flatMap(
    (place): readonly ValidationError[] => operations[route.operation]?.[place]?.(parameters[place]) ?? [],
  );
  return malformed(describeErrors(errors, "parameters"));
}

function malformed(text: string): Rejection {
  return refuse(400, "invalid_parameter", `${text}.`);
}
