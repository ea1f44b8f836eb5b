// The application of the contract, as an adopter writes it: it is compiled with the output that the test generates.
import { randomUUID } from "node:crypto";
import {
  type Application,
  type CraneHandlers,
  type GateHandlers,
  type IdempotencyStore,
  type OperationHandlers,
  type ReeferHandlers,
  type Server,
  type TugHandlers,
  bearerToken,
  createServer,
  notFound,
} from "./generated/server/index.js";
import type { components } from "./generated/types.js";

type Machine = Omit<components["schemas"]["Machine"], "capabilities"> & { version: number };

export interface Caller {
  readonly account: string;
  readonly scopes: readonly string[];
}

const everything = ["quay:read", "quay:operate", "quay:admin", "quay:secrets"];

/** Callers by token. */
export const callers: ReadonlyMap<string, Caller> = new Map<string, Caller>([
  ["all", { account: "acc_1", scopes: everything }],
  ["renewed", { account: "acc_1", scopes: everything }],
  ["other", { account: "acc_2", scopes: everything }],
  ["reader", { account: "acc_3", scopes: ["quay:read"] }],
]);

/** How often handlers ran, and what the test holds back. */
export interface Counters {
  runs: number;
  openStreams: number;
  openUploads: number;
  /** Handlers of `weigh` wait for it. */
  gate: Promise<void>;
  /** Ends all streams. */
  stopping: AbortSignal;
}

/** The server of a terminal with one machine of each kind. */
export function createFleet(
  given: Pick<Application<Caller>, "basePath" | "onCall" | "log"> &
    Partial<Pick<Application<Caller>, "authenticate">> & { readonly store: IdempotencyStore },
): { server: Server<Caller, Machine>; counters: Counters } {
  const { store, ...hooks } = given;
  const counters: Counters = {
    runs: 0,
    openStreams: 0,
    openUploads: 0,
    gate: Promise.resolve(),
    stopping: new AbortController().signal,
  };
  const machines = new Map<string, Machine>(
    (["crane", "tug", "gate", "reefer"] as const).map((kind) => {
      const id = `mch_${kind}`;
      return [id, { id, kind, name: `The ${kind}`, state: "ready", plan: "basic", version: 1 }];
    }),
  );
  let jobs = 0;
  const accepted = (requestId: string) => {
    counters.runs++;
    const job_id = `job_${++jobs}`;
    const envelope = { job_id, meta: { trace_id: requestId } };
    return { status: "accepted" as const, envelope, headers: { location: `/v2/jobs/${job_id}` } };
  };
  const done = <Result extends object>(requestId: string, result: Result) => {
    counters.runs++;
    return { status: "done" as const, result, envelope: { meta: { trace_id: requestId } } };
  };
  const find = (id: string): Machine => {
    const machine = machines.get(id);
    if (!machine) throw notFound("There is no such machine.");
    return machine;
  };

  const crane: CraneHandlers<Caller, Machine> = {
    lift: ({ requestId, body, fail }) => (body.container.startsWith("XXXX") ? fail("too_heavy") : accepted(requestId)),
    stack: ({ requestId }) => accepted(requestId),
    weigh: async ({ requestId }) => {
      await counters.gate;
      return done(requestId, { tonnes: 12.5 });
    },
    set_boom: ({ requestId, body: { degrees, speed = 0.5 } }) => done(requestId, { degrees, speed }),
    park: ({ requestId }) => accepted(requestId),
    halt: ({ requestId }) => done(requestId, {}),
  };
  const tug: TugHandlers<Caller, Machine> = {
    sail_to: ({ requestId, body: { target }, fail }) =>
      target.type === "berth" && target.berth === "B0" ? fail("no_route") : accepted(requestId),
    tow: ({ requestId }) => accepted(requestId),
    release: ({ requestId }) => done(requestId, {}),
    plan_route: ({ requestId, body }) => done(requestId, { metres: 900, berths: ["B1", body.berth] }),
    // The contract doesn't declare the second member.
    fuel_level: ({ requestId }) => done(requestId, { percent: 60, accessCode: "not-a-real-code" }),
    set_speed_limit: ({ requestId }) => done(requestId, {}),
  };
  const gate: GateHandlers<Caller, Machine> = {
    open: ({ requestId }) => done(requestId, {}),
    close: ({ requestId }) => done(requestId, {}),
    admit: ({ requestId, body, fail }) =>
      body.plate === "BLOCKED" ? fail("blocked") : done(requestId, { ticket: counters.runs + 1 }),
    list_visits: ({ requestId, body }) =>
      done(requestId, { visits: Array.from({ length: body.limit ?? 10 }, (_, n) => `HH ${n}`) }),
    calibrate: ({ requestId }) => accepted(requestId),
    set_code: ({ requestId }) => done(requestId, {}),
  };
  const reefer: ReeferHandlers<Caller, Machine> = {
    set_temperature: ({ requestId, body }) => done(requestId, body),
    defrost: ({ requestId }) => accepted(requestId),
    read_log: ({ requestId, body }) => done(requestId, { celsius: Array.from({ length: body.hours ?? 24 }, () => -18) }),
    plug_in: ({ requestId }) => done(requestId, {}),
    unplug: ({ requestId }) => done(requestId, {}),
    update_firmware: ({ requestId }) => accepted(requestId),
  };

  /** The size of an upload, read as it arrives. */
  const sizeOf = async (content: AsyncIterable<Uint8Array>): Promise<number> => {
    let bytes = 0;
    counters.openUploads++;
    try {
      for await (const chunk of content) bytes += chunk.byteLength;
    } finally {
      counters.openUploads--;
    }
    return bytes;
  };
  const operations: OperationHandlers<Caller, Machine> = {
    listMachines: async ({ query, accepts, capabilities }) => {
      const found = [...machines.values()].filter(({ kind }) => query.kind === undefined || kind === query.kind);
      if (accepts("application/json", "text/csv") === "text/csv")
        return { status: 200, body: ["id,kind", ...found.map(({ id, kind }) => `${id},${kind}`)].join("\r\n") };
      return {
        status: 200,
        body: { machines: await Promise.all(found.slice(0, query.limit).map((one) => show(one, capabilities))) },
      };
    },
    addMachine: async ({ body, capabilities }) => {
      counters.runs++;
      const id = `mch_${randomUUID().slice(0, 8)}`;
      const { kind, name } = body;
      const machine: Machine = { id, kind, name, state: "ready", plan: "full", version: 1 };
      machines.set(id, machine);
      const headers = { location: `/v2/terminals/trm_north/machines/${id}`, etag: '"1"' };
      return { status: 201, headers, body: await show(machine, capabilities) };
    },
    getMachine: async ({ path, etag, capabilities }) => {
      const machine = find(path.machine_id);
      const version = String(machine.version);
      etag(version, { "cache-control": "private, no-cache" });
      return { status: 200, headers: { etag: `"${version}"` }, body: await show(machine, capabilities) };
    },
    renameMachine: async ({ path, body, etag, capabilities }) => {
      const machine = find(path.machine_id);
      etag(String(machine.version));
      machine.name = body.name;
      machine.version++;
      return { status: 200, headers: { etag: `"${machine.version}"` }, body: await show(machine, capabilities) };
    },
    revealAccess: () => ({ status: 200, body: { access_code: "not-a-real-code" } }),
    getJob: ({ path }) => ({
      status: 200,
      headers: { "retry-after": "1" },
      body: { id: path.job_id, order: "lift", machine_id: "mch_crane", status: "running" },
    }),
    addDrawing: async ({ body }) => {
      const bytes = await sizeOf(body.drawing);
      const { level } = body;
      return {
        status: 201,
        headers: { location: "/v2/drawings/1" },
        body: { name: body.title, bytes, ...(level !== undefined && { level }) },
      };
    },
    putFirmware: async ({ body }) => ({ status: 200, body: { name: "firmware", bytes: await sizeOf(body) } }),
    followReadings: ({ signal }) => ({ status: 200, body: readings(AbortSignal.any([signal, counters.stopping])) }),
  };
  async function* readings(signal: AbortSignal) {
    counters.openStreams++;
    try {
      for (let n = 1; !signal.aborted; n++) {
        const data = { kind: "load", machine_id: "mch_crane", tonnes: n } as const;
        yield { id: String(n), event: "reading", data } as const;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } finally {
      counters.openStreams--;
    }
  }

  const server = createServer<Caller, Machine>({
    handlers: { operations, actions: { crane, tug, gate, reefer } },
    authenticate: ({ headers }) => callers.get(bearerToken(headers) ?? ""),
    canAccess: (_caller, { terminal_id }) => terminal_id === undefined || terminal_id === "trm_north",
    findResource: ({ machine_id }) => machines.get(machine_id),
    responses: { default: "report", operations: { revealAccess: "enforce" } },
    idempotency: { store, callerOf: ({ account }) => account },
    limits: {
      bodyBytes: 20_000,
      operations: {
        placeOrder: { concurrency: 2, retryAfter: 7, handlerTime: 2_000, jsonDepth: 8 },
        putFirmware: { handlerTime: 2_000 },
        followReadings: { handlerTime: 100, concurrency: 1 },
      },
    },
    ...hooks,
  });
  return { server, counters };
}

type Capabilities = (service: Machine) => Promise<readonly { readonly name: string; readonly enabled: boolean }[]>;

async function show({ version, ...machine }: Machine, capabilities: Capabilities) {
  const entries = await capabilities({ ...machine, version });
  return { ...machine, capabilities: { actions: entries.filter(({ enabled }) => enabled).map(({ name }) => name) } };
}
