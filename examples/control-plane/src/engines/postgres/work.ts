import type { Work } from "../../operations/work.js";
import { migrating } from "./migrate.js";
import { trafficKind } from "../../projects/suspend-project.js";
import type { PostgresParts } from "./parts.js";
import { preparingTransfer } from "./prepare-transfer.js";
import { promoting } from "./promote.js";
import { databaseRename } from "./rename-database.js";
import { addingReplica, deletingReplica } from "./replica-work.js";
import { passwordReset } from "./reset-password.js";
import { restoring } from "./restore.js";
import { switchingTraffic } from "./switch-traffic.js";
import { backingUp } from "./take-backup.js";

/** What postgres services do after the answer, by kind of operation. */
export function postgresWork(parts: PostgresParts): Readonly<Record<string, Work>> {
  return {
    add_replica: addingReplica(parts),
    backup: backingUp(parts),
    delete_replica: deletingReplica(parts),
    migrate: migrating(parts),
    prepare_backup: preparingTransfer(parts),
    prepare_export: preparingTransfer(parts),
    promote_replica: promoting(parts),
    rename_database: databaseRename(parts),
    reset_password: passwordReset(parts),
    restore: restoring(parts),
    [trafficKind]: switchingTraffic(parts),
  };
}
