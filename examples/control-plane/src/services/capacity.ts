import { type Database, first, statement } from "../database/query.js";

const release = statement(
  "release-capacity",
  `with released as (
     update services set holds_capacity = false where id = $1 and holds_capacity returning project_id, type, plan
   ), project as (
     update projects p set service_count = greatest(service_count - 1, 0) from released where p.id = released.project_id
     returning p.org_id
   )
   update entitlements e set used = greatest(used - 1, 0) from released, project
   where e.org_id = project.org_id and e.type = released.type and e.plan = released.plan`,
);

const claim = statement<{ id: string }>(
  "claim-capacity",
  `with service as (
     select project_id, type, plan from services where id = $1 and not holds_capacity
   ), project as (
     select id, org_id from projects
     where id = (select project_id from service) and status = 'active' and service_count < service_quota for update
   ), entitlement as (
     update entitlements e set used = used + 1 from project p, service s
     where e.org_id = p.org_id and e.type = s.type and e.plan = s.plan and e.used < e.capacity
     returning p.id
   ), counted as (
     update projects set service_count = service_count + 1 from entitlement where projects.id = entitlement.id
     returning projects.id
   )
   update services set holds_capacity = true from counted where services.id = $1 returning services.id`,
);

/** Gives back what a service takes of its project's quota and of the organisation's entitlement, once. */
export async function releaseCapacity(database: Database, serviceId: string): Promise<void> {
  await first(database, release, serviceId);
}

/** Takes both again for a service that has given them back. False: the capacity does not allow it. */
export async function claimCapacity(database: Database, serviceId: string): Promise<boolean> {
  return (await first(database, claim, serviceId)) !== undefined;
}
