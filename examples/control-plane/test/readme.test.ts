import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalog } from "../../../generated/actions.js";
import type { Installation } from "../src/engines/postgres/installation.js";
import { whyOff } from "../src/engines/postgres/why-off.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The rows of the tables that have this type in their head, by action. */
function rowsOf(type: string): Map<string, string> {
  const table = readme.slice(readme.indexOf(`| ${type} action |`)).split("\n\n", 1)[0]!;
  const rows = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  return new Map(
    rows.flatMap(([, names = "", status = ""]) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, status])),
  );
}

const shared = { version: "15.4", hasReadableLog: true, collectsStatistics: true, reservedConnections: 24, connectionLimit: 17 };
const later = { folder: "", version: "18.4", others: [] };
const complete: Installation = {
  shared,
  binaries: { folder: "", version: "15.4", others: [later] },
  versions: new Map(),
  clientPrograms: { dump: "", restore: "", version: "15.4" },
  pgBouncer: {} as Installation["pgBouncer"],
  hasDownloads: true,
};
const bare: Installation = {
  ...complete,
  shared: { ...shared, version: "18.4" },
  binaries: later,
  clientPrograms: undefined,
  pgBouncer: undefined,
};

interface Info {
  readonly plans?: readonly string[];
}

/** How many of the postgres actions are real, partial and off on an installation. */
function count(installation: Installation): { real: number; partial: number; off: number } {
  const stated = rowsOf("postgres");
  const counts = { real: 0, partial: 0, off: 0 };
  for (const [name, { plans = ["shared", "dedicated", "dedicated-ha"] }] of Object.entries<Info>(catalog.postgres)) {
    const reasons = plans.map((plan) => whyOff(installation, { id: "", plan }, name));
    const isOff = reasons.every((reason) => reason !== undefined);
    const lacksPooler = !installation.pgBouncer && name === "pool_user_create";
    const isPartial = stated.get(name) === "partial" || lacksPooler || reasons.some((reason) => reason !== undefined);
    counts[isOff ? "off" : isPartial ? "partial" : "real"]++;
  }
  return counts;
}

const others = ["auth", "search", "objects"] as const;

function countOthers(status: string): number {
  return others.flatMap((type) => [...rowsOf(type).values()]).filter((stated) => stated === status).length;
}

test("every action is in the table of its type", () => {
  for (const type of ["postgres", ...others] as const)
    expect([...rowsOf(type).keys()].sort()).toEqual(Object.keys(catalog[type]).sort());
});

test("the sentences count what the tables and the installations say", () => {
  const text = readme.replaceAll("\n", " ");
  const [real, partial] = [countOthers("real"), countOthers("partial")];
  const [best, least] = [count(complete), count(bare)];
  expect(best.off).toBe(0);
  expect(text).toContain(`Of the 86 actions ${best.real + real} are real, ${best.partial + partial} partial and none is off`);
  // `create_user` needs a mail server to be real.
  expect(text).toContain(
    `where nothing is installed ${least.real + real - 1} are real, ${least.partial + partial + 1} partial and ${least.off} off`,
  );
  expect(text).toContain(`Of the 38, ${best.real} are real and ${best.partial} partial on a machine`);
  expect(text).toContain(`Where nothing is installed, ${least.real} are real, ${least.partial} partial and ${least.off} off`);
});
