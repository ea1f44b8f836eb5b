import { singular } from "../../binding/resource-noun.js";
import { typePattern } from "../../document/extension.js";

/** Common verbs in the names of actions with their own path, as the first word of the segment. Words that usually are nouns are not among them. */
const verbs = new Set(
  (
    "abort accept acknowledge activate add adjust advance allocate allow amend append apply approve archive arm assign associate " +
    "attach authenticate authorise authorize backfill ban begin bind block boot broadcast bulkcreate bulkdelete bulkupdate " +
    "calculate cancel capture challenge change check checkin checkout claim clean clear clone close collect commit compare compile " +
    "complete compress compute configure confirm connect consume continue convert copy correct crawl cut deactivate deallocate " +
    "decline decode decommission decompress decrypt dedupe defragment deliver demobilize demote deny deploy deprovision destroy " +
    "detach detect dial disable disarm disassociate discard disconnect discover dismiss dispatch dispense dissolve distribute dock download drain drop " +
    "duplicate edit eject embed emit enable encode encrypt end enlarge enqueue enroll ensure erase escalate estimate evacuate evaluate " +
    "evict exchange exclude execute exit expand expire export extend extract fail failover fetch fill finalize find finish fire fix flag " +
    "flatten flush follow force fork forward freeze generate grant halt hibernate hide honk ignore impersonate import include " +
    "increment infer ingest initialize initiate inject insert inspect install instantiate interrupt invalidate invite invoke jettison join " +
    "kick kill launch leave lock login logoff logon logout lookup make mark merge migrate mirror modify mount move mute navigate " +
    "negotiate notify nudge obtain offboard onboard open orbit pause pay persist pick pin ping play poll populate post postpone " +
    "powercycle poweroff poweron preload prepare preserve press preview prioritize process promote provision prune publish pull " +
    "punch purge push quit reactivate read reallocate reapply rearrange reassign rebalance rebase rebind reboot rebuild " +
    "recalculate recall receive reclassify recompile recompute reconcile reconfigure reconnect recount recover recreate recycle " +
    "redeem redeploy redo refill refine refresh refuel refund regenerate regenerateKey register reimage reindex reinitialize " +
    "reinstall reinstate reinvite reissue reject relaunch release relink reload relocate remap remind remount remove rename render " +
    "renew renumber reopen reorder repair reparent replace replan replay replicate repost reprint reprioritize reprocess " +
    "reprovision requeue reroute rerun rescan reschedule reseed resend reserve reset reshard resize resolve respond restart restock " +
    "restore restrict resubmit resume resync retag retest retire retrain retransmit retrieve retry return revalidate reverse " +
    "revert revise revoke rewind rewrite rollback rotate run save scale scan scrape search select sell send separate serve set settle " +
    "share ship shrink shuffle shut shutdown sign simulate siphon skip sleep snooze solve spawn speak split squash star start " +
    "stash steal stop strip submit subscribe summarize supersede surrender suspend swap swipe switch sync synchronize take tap " +
    "terminate test throttle toggle topup transcode transfer transform transition translate transmit trash trigger trim truncate " +
    "tune unapply unapprove unarchive unassign unassociate unban unbind unblock unbook uncancel uncheck unclaim undelete undeploy " +
    "undo undrain unenroll unescrow unflag unfollow unfreeze unhide uninstall unlink unload unlock unmap unmark unmount unmute " +
    "unpack unpark unpause unpin unplug unpublish unregister unreserve unseal unset unshare unstage unstar unsubscribe unsuspend " +
    "unsync untag unwatch unzip update upgrade upload upsert vacate validate verify void vote wait wake warm warmup warn watch " +
    "wipe withdraw write yank zip"
  ).split(" "),
);

/** Returns whether a segment of a path is a verb, or starts with one. */
export function isVerb(segment: string): boolean {
  const first = /^[a-z]+|^[A-Z]+(?![a-z])|^[A-Z][a-z]*/.exec(segment)?.[0] ?? "";
  return verbs.has(first.toLowerCase()) && /^[A-Za-z][\w.-]*$/.test(segment);
}

/** Verbs that name no action of a resource, but start the names of commands. */
const commandStart = /^(?:answer|create|delete|get|give|list|log|make|put|report|request|set)(?=[A-Z_-]|$)/;

/** Returns whether a segment starts with a verb, such as `sendMessage` and `getChat`. */
export function isCommand(segment: string): boolean {
  return isVerb(segment) || commandStart.test(segment);
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

/** Returns whether a segment is a plural, as the names of collections are. */
export function isPlural(segment: string): boolean {
  return singular(segment) !== segment;
}

/** Segments that say nothing about the resource. */
const fillers = /^(?:v\d[\w.]*|api|[Aa]ctions?|[Cc]ommands?|Oem|)$/;

/** A segment for the state of a resource, below its id: `/vms/{id}/status`. */
const stateBelowId = /(\/[A-Za-z][^/{}]*\/\{[^{}]*\})\/(?:status|state)(?=\/|$)/gi;

/** Parameters that are named after no resource. */
const anyParameter = /^(?:name|id|uuid|key|resource|parent|path|slug|action)$/i;

/**
 * Returns the type of a path's resource: its last segment that is not a parameter, version, `actions`, or the state of a
 * resource; without one, its last parameter, as in `/v1/{topic}:publish`, or what stands for the whole API.
 */
export function typeOfPath(path: string, isPlural = false, ofApi = "service"): string {
  const segments = path
    .replaceAll(stateBelowId, "$1")
    .split("/")
    .map((segment) => segment.replaceAll(/\{[^}]*\}|:/g, ""));
  const literal = segments.findLast((segment) => !fillers.test(segment) && /[A-Za-z]/.test(segment));
  const parameter = [...path.matchAll(/\{([A-Za-z]\w*)\}/g)]
    .map(([, name]) => name!)
    .findLast((name) => !anyParameter.test(name));
  return typeName(literal ?? parameter?.replace(/_?(?:id|Id|ID)$/, "") ?? titleWords(ofApi), isPlural);
}

/** Returns the words of a title that are not about its being one of an API. */
function titleWords(title: string): string {
  const words = title.replaceAll(
    /\b(?:the|rest|http|json|open|web|api|apis|docs?|documentation|reference|specification|spec|swagger|openapi)\b/gi,
    " ",
  );
  return words.trim() === "" ? "service" : words.trim();
}

/** Matches paths whose last segment is about invoking something. */
export const invokingPath: RegExp = /\/(?:actions?|commands?|operations?|invoke|execute|perform|do|rpc|control)$/i;
