import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse, stringify } from "yaml";

/** Writes each YAML file of a contract anew, after its value went through `change`. */
export function rewriteSources(folder: string, change: (value: unknown) => unknown): void {
  for (const file of sourcesIn(folder)) {
    const value = change(parse(readFileSync(file, "utf8"), { merge: true }));
    writeFileSync(file, stringify(value, { aliasDuplicateObjects: false }));
  }
}

/** Gives each source the line ends of Windows. */
export function withOtherLineEnds(folder: string): void {
  for (const file of sourcesIn(folder)) writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => path.join(folder, name));
}

/** The same value with the keys of each object in an order that the seed decides. */
export function shuffleKeys(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffleKeys(item, seed));
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.entries(value).map(([key, part]) => ({ key, part, rank: rankOf(key, seed) }));
  keys.sort((a, b) => a.rank - b.rank);
  return Object.fromEntries(keys.map(({ key, part }) => [key, shuffleKeys(part, seed)]));
}

function rankOf(key: string, seed: number): number {
  let rank = seed;
  for (const character of key) rank = (Math.imul(rank, 31) + character.codePointAt(0)!) | 0;
  return Math.imul(rank ^ (rank >>> 15), 0x2c1b3c6d);
}
