// Handlers for the operations that are not actions. Yours to edit: openapi-actions only ever adds what is missing.

import { CallError, notFound, type OperationHandlers } from "../../../../generated/server/index.js";

import { record } from "../access/audit.js";
import type { Caller } from "../access/caller.js";
import { reveal } from "../credentials/reveal.js";
import { inTransaction } from "../database/query.js";
import { presentEndpoint } from "../http/endpoints.js";
import type { Platform } from "../platform.js";
import { findProject } from "../projects/project.js";
import { createService } from "../services/create-service.js";
import { probeLive } from "../services/live.js";
import { type StoredService, listServices, mayProbe, represent } from "../services/service.js";

/** Handles the operations that are not actions. */
export function createOperations(platform: Platform): OperationHandlers<Caller, StoredService> {
  const { database, engines, worker } = platform;
  const show = (service: StoredService, actions: Parameters<typeof represent>[1]) =>
    represent({ ...service, endpoint: presentEndpoint(platform, service) }, actions);
  return {
    createService: async ({ path, body, principal, requestId, capabilities }) => {
      const { project_id: projectId } = path;
      const problem = engines[body.type].whyNoPlan(body.plan);
      // The service and its row in the audit trail: both or none.
      const created = await inTransaction(database, async (client) => {
        const outcome = problem === undefined ? await createService(client, { projectId, ...body }) : { rejected: problem };
        const event = { caller: principal, requestId, projectId, event: "service.create" };
        if ("rejected" in outcome) await record(client, { ...event, outcome: "entitlement_conflict" });
        else await record(client, { ...event, serviceId: outcome.id, outcome: "done" });
        return outcome;
      });
      if ("rejected" in created) return new CallError(409, "entitlement_conflict", created.rejected);
      worker.wake();
      return { status: 201, body: represent(created, await capabilities(created)) };
    },

    getProject: async ({ path }) => {
      const project = await findProject(database, path.project_id);
      return project ? { status: 200, body: project } : notFound();
    },

    getService: async ({ service, query, capabilities }) => {
      const shown = show(service, await capabilities(service));
      if (query.live !== true || !mayProbe(service)) return { status: 200, body: shown };
      return { status: 200, body: { ...shown, live: await probeLive(engines[service.type], service) } };
    },

    listServices: async ({ path, capabilities }) => {
      if (!(await findProject(database, path.project_id))) return notFound();
      const services = await listServices(database, path.project_id);
      const shown = services.map(async (service) => show(service, await capabilities(service)));
      return { status: 200, body: { services: await Promise.all(shown) } };
    },

    revealCredential: async ({ service, principal, requestId }) => {
      const credential = await reveal(platform, service, principal, requestId);
      return credential ? { status: 200, body: credential } : notFound();
    },
  };
}
