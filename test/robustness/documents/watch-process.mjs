// Loaded before the program under test (node --import): whatever would reach the network or start a process throws, and
// every path that it hands to the file system is written down, one line each: <function> <path>.
import childProcess from "node:child_process";
import dgram from "node:dgram";
import dns from "node:dns";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import workerThreads from "node:worker_threads";

const record = fs.openSync(process.env["WATCH_RECORD"], "a");
const write = fs.writeSync;

function note(what, where) {
  write(record, `${what} ${where}\n`);
}

/** Replaces functions by ones that are noted and throw. */
function forbid(holder, names) {
  for (const name of names) {
    // No arrow: some are called with `new`.
    holder[name] = function () {
      note("forbidden", name);
      throw new Error(`${name} is forbidden here`);
    };
  }
}

forbid(net.Socket.prototype, ["connect"]);
forbid(net.Server.prototype, ["listen"]);
forbid(dgram, ["createSocket"]);
forbid(dns, ["lookup", "resolve", "resolve4", "resolve6"]);
forbid(dns.promises, ["lookup", "resolve", "resolve4", "resolve6"]);
forbid(childProcess, ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"]);
forbid(workerThreads, ["Worker"]);

/** Functions of the file system whose first argument is a path; those of the second list have another one behind it. */
const onePath = [
  ..."access appendFile chmod lstat mkdir mkdtemp open opendir readFile readdir readlink realpath rm rmdir stat".split(" "),
  ..."truncate unlink utimes watch writeFile".split(" "),
];
const twoPaths = ["copyFile", "cp", "link", "rename", "symlink"];
const streams = ["createReadStream", "createWriteStream", "existsSync", "watchFile"];

for (const [holder, names] of [
  [fs, [...onePath, ...twoPaths].flatMap((name) => [name, `${name}Sync`]).concat(streams)],
  [fs.promises, [...onePath, ...twoPaths]],
]) {
  for (const name of names) {
    const original = holder[name];
    if (original === undefined) continue;
    const watched = function (...args) {
      const count = twoPaths.includes(name.replace(/Sync$/, "")) ? 2 : 1;
      for (const target of args.slice(0, count)) notePath(name, target);
      return original.apply(this, args);
    };
    holder[name] = Object.assign(watched, original);
  }
}
syncBuiltinESMExports();

function notePath(name, target) {
  if (typeof target === "number") return;
  const text = target instanceof URL ? fileURLToPath(target) : String(target);
  note(name, JSON.stringify(path.resolve(text)));
}
