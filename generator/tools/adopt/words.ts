import { typePattern } from "../../document/extension.js";

/** Common verbs in the names of actions with their own path, as the first word of the segment. */
const verbs = new Set(
  (
    "abort accept acknowledge activate add allocate allow apply approve archive assign associate attach authorize authorise ban begin block " +
    "boot cancel capture challenge change check checkin checkout claim clean clear clone close commit complete compute confirm connect " +
    "convert copy deactivate deallocate decline decrypt demote deny deploy deprovision detach disable disassociate disconnect discover " +
    "dismiss dispatch drain duplicate eject enable encrypt end evict execute expire export extend fail failover finalize finish fix flag " +
    "flush follow force freeze generate grant halt hibernate hide import increment ingest initialize initiate install invalidate invite " +
    "invoke issue join kick kill launch leave lock login logout mark mask merge migrate mirror modify move mute notify offboard onboard " +
    "open pause pay pin ping poweroff poweron power powercycle preview process promote provision publish purge push query quit " +
    "reactivate read reallocate reassign reboot rebuild recalculate recompute reconcile reconfigure reconnect recover redeploy redeem " +
    "refresh refund regenerate regenerateKey register reimage reindex reinstall reinstate reinvite reissue reject release reload remind " +
    "remove rename render renew reopen reorder repair replace replay replicate report reprocess reprovision request requeue rerun resend " +
    "reserve reset resize resolve restart restore restrict resubmit resume retire retrieve retry return revalidate reverse revert revise revoke " +
    "rollback rotate run scale schedule scan search send settle share shutdown sign simulate skip sleep snooze solve split star start " +
    "stop submit subscribe suspend swap switch sync synchronize terminate test toggle track transfer transform translate trigger " +
    "truncate unarchive unassign unassociate unban unblock undelete undeploy undo unflag unfollow unfreeze unhide uninstall unlink " +
    "unlock unmark unmute unpause unpin unpublish unregister unshare unstar unsubscribe unsuspend untag unwatch update upgrade upload " +
    "validate verify void vote wait wake watch withdraw"
  ).split(" "),
);

/** Returns whether a segment of a path is a verb, or starts with one. */
export function isVerb(segment: string): boolean {
  const first = /^[a-z]+|^[A-Z]+(?![a-z])|^[A-Z][a-z]*/.exec(segment)?.[0] ?? "";
  return verbs.has(first.toLowerCase()) && /^[A-Za-z][\w.-]*$/.test(segment);
}

/**
 * Returns a service type for a name of the document, such as that of a collection; in the singular unless `isPlural`.
 */
export function typeName(name: string, isPlural = false): string {
  const words = name.replace(/[^A-Za-z0-9]+/g, "_").replace(/^[_\d]+|_+$/g, "");
  const lower = /^[A-Z0-9_]+$/.test(words)
    ? words.toLowerCase()
    : words.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase());
  const type = isPlural ? lower : singular(lower);
  return typePattern.test(type) && !(type in {}) ? type : "service";
}

/** Names that end in s in the singular. */
const singulars = /(?:^|_)(?:aws|dns|ecs|eks|gps|https|ios|kms|kubernetes|nfs|os|postgres|rds|redis|sms|sns|sqs|tls|vfs)$/i;

function singular(name: string): string {
  if (singulars.test(name)) return name;
  if (/(?:ss|us|is|news|series)$/i.test(name)) return name;
  if (/ies$/i.test(name) && name.length > 4) return name.replace(/ies$/i, "y");
  if (/(?:ch|sh|x|ss|zz)es$/i.test(name)) return name.slice(0, -2);
  return name.replace(/s$/i, "");
}

/** Returns the type of a path's resource: its last segment that is not a parameter, version or `actions`. */
export function typeOfPath(path: string, isPlural = false): string {
  const segments = path
    .split("/")
    .filter((segment) => !/^(?:\{[^}]*\}|v\d[\w.]*|api|actions?|commands?|Actions)$/.test(segment) && segment !== "");
  return typeName(segments.at(-1)?.replaceAll(/\{[^}]*\}/g, "") ?? "service", isPlural);
}
