import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg, { type ClientConfig, type Pool, type PoolClient, type PoolConfig } from "pg";
import { CallError } from "../../../../generated/server/index.js";
import { type Log, describeError } from "../log.js";
import { type Turns, createTurns } from "../limiter.js";
import { isFull } from "../storage-full.js";
import { currentTenant } from "./tenant.js";
import { isInTransaction } from "./transactions.js";

// The only file that opens connections or takes them from a pool, so that none is without what `Connection` adds. A test keeps
// it so.

/** Counts are within what JSON numbers keep. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * The server of a database can't be reached, or has ended the connection: a restart, a failover, a server that is gone. Whether
 * a statement that was under way took effect is unknown. Callers get 503 and may try again.
 */
export class DatabaseUnavailable extends CallError {
  override readonly name: string = "DatabaseUnavailable";

  constructor(
    cause: Error,
    code = "service_unavailable",
    text = "The database is not available for a moment: try again.",
    retryAfter = "2",
  ) {
    super(503, code, text, { "retry-after": retryAfter });
    this.cause = cause;
    const watched = current.getStore();
    if (watched) watched.failure ??= this;
  }
}

/** A disk is full: that of the database, or the one that a call writes files to. Nothing of the call took effect. */
export class StorageFull extends DatabaseUnavailable {
  override readonly name = "StorageFull";

  constructor(cause: Error) {
    super(cause, "insufficient_storage", "The storage is full. Please try again later.", "60");
  }
}

const current = new AsyncLocalStorage<{ failure?: DatabaseUnavailable }>();

/** Runs work of a library that may hide failures. If the database was not available for it, that is how it ends. */
export async function passOnUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  const watched: { failure?: DatabaseUnavailable } = {};
  const result = await current.run(watched, work).catch((error: unknown) => {
    throw watched.failure ?? error;
  });
  if (watched.failure) throw watched.failure;
  return result;
}

/** Errors of the driver itself about lost connections. */
const driverMessages =
  /^Connection terminated|^Client (?:was closed|has encountered a connection error)|^timeout expired$|^timeout exceeded when trying to connect/;

/** SQLSTATEs of sessions that the server ends or does not begin: shutdown, crash, recovery, no free connection, timeouts. */
const sessionCodes = /^(?:08...|57P0[1-5]|53300|25P0[34])$/;

/** The error for callers if it is that of a connection or of a full disk, else the error itself. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CallError) return error;
  if (isFull(error)) return new StorageFull(error);
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  const isConnection = syscall !== undefined || sessionCodes.test(code) || driverMessages.test(error.message);
  return isConnection ? new DatabaseUnavailable(error) : error;
}

/** How long a statement may take on the server, in milliseconds, if nothing else is said. */
const maxStatementTime = 30_000;

/** How much later than that the server counts as gone, in milliseconds. */
const grace = 5_000;

/**
 * A connection to a PostgreSQL server. It always has a listener for its end, whoever holds it: without one, Node.js ends the
 * process. The failure itself is that of the statement that runs, or of the next one. If the server does not respond in time,
 * the connection is given up.
 */
class Connection extends pg.Client {
  /** How long a statement may take before the connection is given up, in milliseconds. */
  patience: number;

  constructor(config: string | ClientConfig) {
    const { query_timeout: patience = maxStatementTime + grace, ...rest } =
      typeof config === "string" ? { connectionString: config } : config;
    super(rest);
    this.patience = patience;
    this.on("error", () => undefined);
  }

  override query = ((...args: readonly unknown[]) => {
    const result = (super.query as (...args: readonly unknown[]) => unknown)(...args);
    const { query_timeout: own } = Object(args[0]) as { query_timeout?: number };
    return result instanceof Promise ? this.#limited(result, own ?? this.patience) : result;
  }) as pg.Client["query"];

  async #limited(result: Promise<unknown>, patience: number): Promise<unknown> {
    const late = setTimeout(() => this.giveUp(), patience);
    try {
      return await result;
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      clearTimeout(late);
    }
  }

  /** Ends the connection without its server. */
  giveUp(): void {
    this.connection.stream.destroy(new Error("Connection terminated: the server does not respond"));
  }
}

type Connected = Parameters<Pool["connect"]>[0];

/**
 * A pool that rejects a second connection for code that already holds one: a transaction uses only its client. Tenants take
 * turns: one has at most three of ten connections, however many requests it sends and whatever they wait for. Of a small pool it
 * has two, so that a call that waits for a lock doesn't hold up the same tenant's others.
 */
class GuardedPool extends pg.Pool {
  readonly #turns: Turns;
  readonly #patience: number;

  constructor({ max = 10, ...config }: PoolConfig) {
    super({ ...config, max, Client: Connection as typeof pg.Client });
    this.#turns = createTurns({ total: max, perKey: Math.max(2, Math.floor(max * 0.3)) });
    this.#patience = config.connectionTimeoutMillis ?? 10_000;
    // Callers wait for turns: for who has one, the pool has a connection.
    Object.defineProperty(this, "waitingCount", { get: () => this.#turns.waiting });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const taken = this.#take();
    if (!callback) return taken;
    taken.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  async #take(): Promise<PoolClient> {
    if (isInTransaction()) throw new Error("A transaction is open: use its client instead of the pool");
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error("timeout exceeded when trying to connect")), this.#patience);
    try {
      const end = await this.#turns.take(currentTenant(), late.signal);
      return await super.connect().then(
        (client) => releasing(client, end),
        (error: unknown) => {
          end();
          throw error;
        },
      );
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      clearTimeout(timer);
    }
  }

  override query = (async (...args: Parameters<typeof pg.Client.prototype.query>) => {
    const client = await this.connect();
    try {
      return await client.query(...args);
    } finally {
      // The pool keeps none that has ended.
      client.release();
    }
  }) as unknown as Pool["query"];
}

/** Lets the turn of a connection end when it is released. */
function releasing(client: PoolClient, end: () => void): PoolClient {
  // The pool sets it anew each time.
  const release = client.release.bind(client);
  client.release = (error) => {
    release(error);
    end();
  };
  return client;
}

/** Connections that are kept for later work. */
export function createPool(config: PoolConfig, log: Log = () => undefined): Pool {
  const pool = new GuardedPool({
    connectionTimeoutMillis: 10_000,
    statement_timeout: maxStatementTime,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    ...config,
  });
  // The next query opens another.
  pool.on("connect", (client) =>
    client.on("error", (error) => log("warning", "A database connection broke", describeError(error))),
  );
  // The same of one that nobody uses.
  pool.on("error", () => undefined);
  return pool;
}

/** Takes a connection from a pool. Whoever takes it releases it. */
export function checkOut(pool: Pool): Promise<PoolClient> {
  return pool.connect();
}

/** Sets how long the server lets a statement of this connection run; without a number, as long as usual. */
export function expectWithin(client: PoolClient, milliseconds = maxStatementTime): void {
  if (client instanceof Connection) client.patience = milliseconds + grace;
}

/** A connection that is kept open, for what a session stands for. */
export async function openConnection(config: string | ClientConfig): Promise<pg.Client> {
  const client = new Connection(config);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.giveUp();
    // object_not_in_prerequisite_state: a database that is copied or replaced takes no connections meanwhile.
    throw (error as { code?: string }).code === "55000" ? new DatabaseUnavailable(error as Error) : asUnavailable(error);
  }
}

/** Runs work on a connection of its own, and closes it. */
export async function withConnection<Result>(
  config: string | ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = (await openConnection(config)) as Connection;
  try {
    return await work(client);
  } finally {
    await close(client);
  }
}

/** How long a server may take to hear that a connection ends, in milliseconds. */
const farewell = 1000;

async function close(client: Connection): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(farewell, undefined, { ref: false })]);
  client.giveUp();
}
