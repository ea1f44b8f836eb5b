import type { components } from "../../../../generated/types.js";
import { first, statement, type Database } from "../database/query.js";

type Project = components["schemas"]["Project"];

const find = statement<Project>("find-project", "select id, org_id, name, slug, status from projects where id = $1");

/** The project of this id. */
export function findProject(database: Database, id: string): Promise<Project | undefined> {
  return first(database, find, id);
}
