import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { growContract } from "./contracts/grow-contract.mjs";
import { measure } from "./measure.mjs";

/** @typedef {ReturnType<typeof createWorkspace>} Workspace */

/** The root of the project. */
export const root = fileURLToPath(new URL("../", import.meta.url));

const bin = path.join(root, "bin/openapi-actions.js");

/**
 * A temporary folder in which everything runs: a copy of `spec/`, and a `node_modules` for the memory of runs.
 * @param {{ quick: boolean }} options
 */
export function createWorkspace({ quick }) {
  if (!existsSync(path.join(root, "dist/main.cjs"))) {
    console.error("There is no dist/: run npm run build first.");
    process.exit(2);
  }
  const folder = mkdtempSync(path.join(tmpdir(), "openapi-actions-bench-"));
  cpSync(path.join(root, "spec"), path.join(folder, "spec"), { recursive: true });
  mkdirSync(path.join(folder, "node_modules"));
  const inFolder = (/** @type {string[]} */ ...names) => path.join(folder, ...names);

  /**
   * The project's own command line, started as users start it.
   * @param {string[]} args
   * @returns {import("./measure.mjs").Command}
   */
  const cli = (...args) => ({ file: "node", args: [bin, ...args], folder });

  /**
   * A cold `generate` into a new folder.
   * @param {string} [contract]
   */
  const coldGenerate = (contract = "spec/openapi.yaml") => {
    rmSync(inFolder("cold"), { recursive: true, force: true });
    return cli("generate", contract, "--no-cache", "--out", "cold", "--format", "concise");
  };

  /**
   * Output for a contract, made once.
   * @param {string} name
   * @param {string} contract
   */
  const generated = (name, contract) => {
    const out = inFolder(name);
    if (!existsSync(out)) measure(cli("generate", contract, "--no-cache", "--out", name, "--format", "concise"));
    return out;
  };

  const ownOutput = () => generated("generated", "spec/openapi.yaml");

  /** The real contract as one closed document. */
  const closedDocument = () => JSON.parse(readFileSync(path.join(ownOutput(), "openapi.json"), "utf8"));

  /**
   * Writes a document once and returns its path.
   * @param {string} name
   * @param {() => object} make
   */
  const document = (name, make) => {
    const file = inFolder(name);
    if (!existsSync(file)) writeFileSync(file, JSON.stringify(make(), null, 1));
    return file;
  };

  return {
    quick,
    folder,
    inFolder,
    cli,
    coldGenerate,
    generated,
    ownOutput,
    closedDocument,
    document,
    /** A contract of so many actions, as one JSON file. @param {number} actions */
    grownContract: (actions) => document(`actions-${actions}.json`, () => growContract(closedDocument(), actions)),
    /** The output of `generate` for it. @param {number} actions */
    grownOutput(actions) {
      return generated(`generated-${actions}`, this.grownContract(actions));
    },
    /** Keeps the output of `coldGenerate` for a grown contract, so that it is only generated once. @param {number} actions */
    keepCold(actions) {
      const out = inFolder(`generated-${actions}`);
      rmSync(out, { recursive: true, force: true });
      renameSync(inFolder("cold"), out);
      return out;
    },
    /** How often to measure: as given, or less with `--quick`. @param {number} repetitions */
    times: (repetitions) => (quick ? Math.ceil(repetitions / 4) : repetitions),
    describeMachine: () =>
      `node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} CPUs (${cpus()[0]?.model.trim()}), ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB; medians; CPU is user + system of a process and its children`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Bytes of all files below a folder.
 * @param {string} folder
 * @returns {number}
 */
export function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + readFileSync(path.join(entry.parentPath ?? entry.path, entry.name)).length, 0);
}
