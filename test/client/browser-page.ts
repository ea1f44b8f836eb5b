// Runs in the browser: browser.test.ts calls these functions.
import { ApiError, ClientError, createClient, createHandle, items, retry, validate } from "../../generated/client/index.js";
import * as postgres from "../../generated/validators/postgres.js";

/** Where the API is, and where in it the services are. */
export interface Place {
  readonly baseUrl: string;
  readonly targets: Readonly<Record<"objects" | "postgres", { readonly project_id: string; readonly service_id: string }>>;
}

const connect = ({ baseUrl }: Place, token = "all") =>
  createClient({ baseUrl, token, use: [retry({ delay: 1 }), validate({ actions: { postgres } })] });

const backUp = (place: Place, token?: string) => connect(place, token).postgres(place.targets.postgres).backup_now;

async function failureOf(call: Promise<unknown>) {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const { name, message } = error;
    return error instanceof ApiError ? { name, message, requestId: error.requestId } : { name, message };
  }
}

export async function invoke(place: Place) {
  const client = connect(place);
  const handle = createHandle(client, await client.getService({ ...place.targets.postgres, live: true }));
  if (handle.type !== "postgres" || !handle.can("add_ip")) throw new Error("The service is not as advertised");
  return (await handle.actions.add_ip({ cidr: "203.0.113.0/24" })).result.enforced;
}

export async function list(place: Place) {
  const names: string[] = [];
  for await (const { bucket } of items(connect(place).objects(place.targets.objects).list_buckets, "buckets")) names.push(bucket);
  return names;
}

export const refused = (place: Place) => failureOf(backUp(place, "without-write")());
export const unanswered = (place: Place) => failureOf(backUp(place)());
export const late = (place: Place) => failureOf(backUp(place)({}, { timeout: 50 }));
export const givenUp = (place: Place) => failureOf(backUp(place)({}, { signal: AbortSignal.timeout(50) }));

export async function reveal(place: Place) {
  const credential = await connect(place).revealCredential(place.targets.postgres);
  // oxlint-disable-next-line no-console -- what the console shows is what the test is about
  console.log(credential.value, credential, String(credential.value), JSON.stringify(credential));
  return credential.value.reveal();
}
