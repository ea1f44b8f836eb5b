import type { ServiceType } from "../../../../generated/actions.js";
import { type Database, first, statement } from "../database/query.js";
import type { StoredService } from "./service.js";

/**
 * Takes one service from the project's quota and one from the organisation's entitlement, inserts the service and queues
 * its provisioning, or does nothing at all. The project's row is locked first; both limits are compared on the newest
 * version of their rows, so any number of callers at once get exactly what is left.
 */
const create = statement<StoredService>(
  "create-service",
  `with project as (
     select id, org_id from projects
     where id = $1 and status = 'active' and service_count < service_quota for update
   ), entitlement as (
     update entitlements e set used = used + 1 from project p
     where e.org_id = p.org_id and e.type = $2 and e.plan = $3 and e.used < e.capacity
     returning p.id
   ), counted as (
     update projects set service_count = service_count + 1 from entitlement where projects.id = entitlement.id
     returning projects.id
   ), service as (
     insert into services (project_id, type, plan, name) select id, $2, $3, $4 from counted
     returning id, project_id, type, plan, name, status, endpoint
   ), operation as (
     insert into operations (service_id, kind, exclusive) select id, 'provision', true from service
   )
   select * from service`,
);

const explain = statement<{ status: string; full: boolean; capacity: number | null }>(
  "explain-rejected-service",
  `select p.status, p.service_count >= p.service_quota as full,
     (select e.capacity from entitlements e where e.org_id = p.org_id and e.type = $2 and e.plan = $3) as capacity
   from projects p where p.id = $1`,
);

/** The service to create. */
interface NewService {
  readonly projectId: string;
  readonly type: ServiceType;
  readonly plan: string;
  readonly name: string;
}

/** Creates a service in status `provisioning`; if the capacity does not allow it, says why. */
export async function createService<Type extends ServiceType>(
  database: Database,
  wanted: NewService & { readonly type: Type },
): Promise<(StoredService & { readonly type: Type }) | { readonly rejected: string }> {
  const { projectId, type, plan, name } = wanted;
  const service = await first(database, create, projectId, type, plan, name);
  if (service) return { ...service, type };
  return { rejected: await explainRejection(database, { project_id: projectId, type, plan }) };
}

/** Why a project gets no further service of a plan. */
export async function explainRejection(
  database: Database,
  { project_id, type, plan }: Pick<StoredService, "project_id" | "type" | "plan">,
): Promise<string> {
  const facts = await first(database, explain, project_id, type, plan);
  if (facts && facts.status !== "active") return `The project is ${facts.status}.`;
  if (facts?.full) return "The project has as many services as its quota allows.";
  if (facts?.capacity == null) return `The organization has no entitlement for the plan ${plan}.`;
  return `The entitlement for the plan ${plan} is used up.`;
}
