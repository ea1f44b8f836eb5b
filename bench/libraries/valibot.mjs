// Bodies of three actions, written by hand: valibot reads no JSON Schema.
import * as v from "valibot";

const text = (/** @type {number} */ most) =>
  v.pipe(
    v.string(),
    v.check((value) => value.length > 0 && [...value].length <= most),
  );
const integer = (/** @type {number} */ least, /** @type {number} */ most) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const name = v.pipe(text(63), v.regex(/^[^\0]+$/u)); // eslint-disable-line no-control-regex
const instant = v.pipe(v.string(), v.isoTimestamp());

const listUsers = v.strictObject({
  created_after: v.optional(instant),
  created_before: v.optional(instant),
  cursor: v.optional(text(2048)),
  limit: v.optional(integer(1, 200)),
  order: v.optional(v.picklist(["asc", "desc"])),
  order_by: v.optional(v.picklist(["created_at", "last_sign_in_at", "email"])),
  provider: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/u))),
  role: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_:-]{0,62}$/u))),
  search: v.optional(text(254)),
  status: v.optional(v.picklist(["active", "invited", "banned", "deleted"])),
});

const states = ["active", "idle", "idle_in_transaction", "idle_in_transaction_aborted", "fastpath_function_call", "disabled"];
const killConnections = v.strictObject({
  application_name: v.optional(text(63)),
  database: v.optional(name),
  idle_longer_than_seconds: v.optional(integer(0, 604800)),
  states: v.optional(
    v.pipe(
      v.array(v.picklist(states)),
      v.minLength(1),
      v.check((list) => new Set(list).size === list.length),
    ),
  ),
  username: v.optional(name),
});

const addIp = v.union([
  v.strictObject({ ip: v.pipe(v.string(), v.ip()), description: v.optional(text(200)) }),
  v.strictObject({
    cidr: v.pipe(
      v.string(),
      v.check((value) => isNetwork(value) && value !== "0.0.0.0/0" && value !== "::/0"),
    ),
    description: v.optional(text(200)),
  }),
]);

const ip = v.pipe(v.string(), v.ip());

function isNetwork(/** @type {string} */ value) {
  const [address = "", bits = "", ...rest] = value.split("/");
  const most = address.includes(":") ? 128 : 32;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most && v.is(ip, address);
}

export default {
  "auth.list_users": (/** @type {unknown} */ value) => v.is(listUsers, value),
  "postgres.kill_connections": (/** @type {unknown} */ value) => v.is(killConnections, value),
  "postgres.add_ip": (/** @type {unknown} */ value) => v.is(addIp, value),
};
