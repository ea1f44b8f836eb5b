import type { ServiceType } from "../../../../generated/actions.js";
import type { Plane } from "./control-plane.js";

/** A service without a worker. */
export interface FakeService {
  readonly type: ServiceType;
  readonly plan: string;
  readonly status?: string;
  readonly name?: string;
  readonly projectId?: string;
  /** Its revealed value. */
  readonly secret?: string;
}

const keys = {
  auth: "AUTH_CREDENTIALS",
  search: "SEARCH_CREDENTIALS",
  postgres: "DATABASE_URL",
  objects: "S3_CREDENTIALS",
} as const;

/** Puts a service straight into the database: in any state, with nothing behind it. */
export async function addService(plane: Plane, service: FakeService): Promise<string> {
  const { platform, projectId } = plane;
  const { type, plan, status = "active", name = "fake", secret = "{}" } = service;
  const { rows } = await platform.database.query<{ id: string }>(
    "insert into services (project_id, type, plan, name, status) values ($1, $2, $3, $4, $5) returning id",
    [service.projectId ?? projectId, type, plan, name, status],
  );
  const { id } = rows[0]!;
  await platform.credentials.add(platform.database, id, keys[type], secret, "current");
  return id;
}
