import { inTransaction } from "../../database/query.js";
import { step, type Job, type Work } from "../../operations/work.js";
import { configure, startServer, stopServer } from "../../postgres-server/cluster.js";
import { stopPgBouncer } from "../../postgres-server/pgbouncer.js";
import { listNetworks, writeRules } from "./allowlist-rules.js";
import type { PostgresParts } from "./parts.js";
import { poolerFolder, syncPooler } from "./pooler.js";
import { poolers, type PoolerSettings } from "./poolers.js";
import { clusterOf, dedicatedConnections, servers } from "./servers.js";

/** Starts the pooler of a service, or changes its settings. It is stored and runs, or neither. */
export function enablingPooler(parts: PostgresParts): Work {
  return {
    async run(job) {
      const { service, operation, fenced } = job;
      const { port, ...settings } = operation.input as unknown as PoolerSettings & { readonly port: number };
      await step("The pooler could not be started.", async () => {
        await ensureSocket(parts, job);
        await fenced(async (client) => {
          await poolers.save(client, service.id, port, settings);
          await syncPooler(parts, client, service);
        });
      });
    },
    async giveUp({ service }, client) {
      const primary = await servers.findPrimary(client, service.id);
      if (primary && primary.status !== "online") await servers.setStatus(client, primary.id, "online");
      // A process that was started for an attempt that failed, or has its settings.
      await syncPooler(parts, client, service).catch(() => undefined);
    },
  };
}

/** Stops the pooler of a service when what its clients run has ended, or its time is up. */
export function disablingPooler(parts: PostgresParts): Work {
  return {
    async run({ service, operation, fenced, signal }) {
      const seconds = Number(operation.input["drain_seconds"]);
      const pooler = await fenced((client) => poolers.drain(client, service.id, seconds));
      await stopPgBouncer(poolerFolder(parts.config, service.id), pooler?.draining_until ?? undefined, signal);
      return async (client) => void (await poolers.remove(client, service.id));
    },
    giveUp: async ({ service }, client) => void (await poolers.remove(client, service.id)),
  };
}

/** Lets the pooler follow when other work has changed the server, its roles or the status of the service. */
export function followedByPooler(parts: PostgresParts, work: Work): Work {
  const follow = ({ service }: Job) =>
    inTransaction(parts.database, (client) => syncPooler(parts, client, service)).catch(() => undefined);
  return {
    ...work,
    async run(job) {
      const finish = await work.run(job);
      // The supervisor repairs what fails here.
      if (job.service.plan !== "shared") await follow(job);
      return finish;
    },
  };
}

/** Servers that were made before there were poolers have no socket. They are restarted once. */
async function ensureSocket(parts: PostgresParts, { service, fenced }: Job): Promise<void> {
  const { config, connections, database, installation } = parts;
  const primary = (await servers.findPrimary(database, service.id))!;
  if (primary.status === "online" && (await hasSocket())) return;
  const cluster = clusterOf(config, installation.binaries, primary);
  await fenced((client) => servers.setStatus(client, primary.id, "creating"));
  await stopServer(cluster);
  await configure(cluster.data, { port: primary.port!, maxConnections: dedicatedConnections });
  await writeRules(cluster.data, await listNetworks(database, service.id));
  await startServer(cluster);
  await fenced((client) => servers.setStatus(client, primary.id, "online"));

  function hasSocket(): Promise<boolean> {
    return connections.toServer(primary, undefined, async (server) => {
      const { rows } = await server.query<{ folders: string }>("select current_setting('unix_socket_directories') as folders");
      return rows[0]!.folders !== "";
    });
  }
}
