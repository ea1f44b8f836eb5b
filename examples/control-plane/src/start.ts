import type { AddressInfo } from "node:net";
import { createApi } from "./application.js";
import { ConfigError, type Config } from "./config.js";
import { loadKeyring } from "./credentials/keyring.js";
import { createCredentialStore } from "./credentials/store.js";
import { startEmbedded } from "./database/embedded.js";
import { closeToPublic, migrate } from "./database/migrate.js";
import { createPool } from "./database/connections.js";
import { createEngines } from "./engines/create-engines.js";
import type { Engine } from "./engines/engine.js";
import { hostText, listenForEndpoints } from "./http/endpoints.js";
import { createMetrics } from "./http/metrics.js";
import { createHttpServer } from "./http/server.js";
import type { Log } from "./log.js";
import { prunePause, pruneHistories } from "./operations/prune.js";
import { startWorker } from "./operations/worker.js";
import type { Platform } from "./platform.js";
import { repeat } from "./repeat.js";
import { findBinaries } from "./postgres-server/binaries.js";
import { closedFolder } from "./postgres-server/run-program.js";
import { createTransferServer } from "./transfers/serve-transfer.js";
import { startSweep } from "./transfers/transfer.js";

/** A control plane that runs. */
export interface ControlPlane {
  readonly url: string;
  readonly platform: Platform;
  /** Completes pending requests and running operations, then stops. */
  stop(): Promise<void>;
}

/** Starts a control plane: database, worker, HTTP server, in this order. What can't be started as a whole is stopped again. */
export async function startControlPlane(config: Config, log: Log): Promise<ControlPlane> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  };
  try {
    return { ...(await start(config, log, (undo) => stops.push(undo))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Each part says how it is stopped; the last to start is the first to stop. */
async function start(
  config: Config,
  log: Log,
  onStop: (undo: () => Promise<unknown>) => void,
): Promise<Omit<ControlPlane, "stop">> {
  const closed = await closedFolder(config.dataDir);
  if (closed !== undefined) {
    const problem = `is below ${closed}, which user 65534 can't enter, and PostgreSQL does not run as root`;
    throw new ConfigError("DATA_DIR", `${problem}. Name a folder that it can enter, such as /var/lib/control-plane`);
  }
  const keyring = await loadKeyring(config);
  const binaries = await findBinaries(config);
  const isGuest = config.databaseUrl !== undefined;
  if (!isGuest && !binaries) throw new Error("There is no embedded PostgreSQL for this platform: set DATABASE_URL");
  const embedded = isGuest ? undefined : await startEmbedded(config.dataDir, binaries!);
  if (embedded) onStop(() => embedded.stop());
  embedded?.keep(log);
  const databaseUrl = config.databaseUrl ?? embedded!.url;
  const database = createPool({ connectionString: databaseUrl, max: config.poolSize, application_name: "control-plane" }, log);
  onStop(() => database.end());
  await closeToPublic(database);
  const ran = await migrate(database);
  if (ran.length > 0) log("info", "The database is up to date", { migrations: ran.length });

  const endpoints = await listenForEndpoints(config);
  onStop(() => endpoints.stop());
  const credentials = createCredentialStore(keyring);
  const engines = await createEngines({ config, database, databaseUrl, credentials, binaries, endpointUrl: endpoints.url });
  for (const engine of Object.values(engines) as Engine[]) {
    const running = engine.start?.(log);
    // Servers of callers keep running where the control plane is only a guest; the embedded one takes them along.
    if (running) onStop(async () => running.stop(embedded !== undefined && (await embedded.isLast())));
  }
  // Requests at endpoints need the engines: they end first.
  onStop(() => endpoints.stop());
  const sweep = startSweep(database, config, log);
  onStop(() => sweep.stop());
  const pruning = repeat(prunePause, "Old history is still there", log, () => pruneHistories(database));
  onStop(() => pruning.stop());
  const worker = startWorker({ database, log, findWork: ({ type }, kind) => engines[type].work[kind] });
  onStop(() => worker.stop());

  const metrics = createMetrics(database);
  const platform: Platform = { config, log, metrics, database, credentials, engines, endpointUrl: endpoints.url, worker };
  endpoints.open({ database, engines, log });
  const { server, close } = createHttpServer({
    config,
    api: createApi(platform),
    database,
    log,
    metrics,
    serveFile: createTransferServer(platform),
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(config.port, config.host, resolve));
  onStop(close);
  const { port } = server.address() as AddressInfo;
  return { url: `${config.tls ? "https" : "http"}://${hostText(config.host)}:${port}`, platform };
}
