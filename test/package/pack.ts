import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

/** The files that `npm publish` would upload. */
export interface PackedPackage {
  readonly tarball: string;
  /** Bytes to download. */
  readonly size: number;
  readonly unpackedSize: number;
  /** Paths in the package, sorted. */
  readonly files: readonly string[];
}

/** The part of a package.json that the tests look at. */
export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export const packageJson = JSON.parse(readFileSync(repositoryPath("package.json"), "utf8")) as PackageJson;

/** Packs the repository as it is built. */
export function packPackage(): PackedPackage {
  const folder = temporaryFolder();
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const output = execFileSync("npm", args, { cwd: repositoryPath("."), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [packed] = JSON.parse(output) as { filename: string; size: number; unpackedSize: number; files: { path: string }[] }[];
  const { filename, size, unpackedSize, files } = packed!;
  return { tarball: path.join(folder, filename), size, unpackedSize, files: files.map((file) => file.path).sort() };
}

/** Unpacks a package into a folder. */
export function unpackPackage({ tarball }: PackedPackage, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", folder]);
}

/**
 * Installs the package in a project without the network: unpacked, with what it depends on, and with the packages that the
 * project of `init` asks for, as links to those of the repository.
 */
export function installOffline(project: string, packed: PackedPackage): void {
  const modules = path.join(project, "node_modules");
  unpackPackage(packed, path.join(modules, packageJson.name));
  for (const name of [...Object.keys(packageJson.dependencies), "typescript", "@types/node"]) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(repositoryPath(`node_modules/${name}`), path.join(modules, name));
  }
  mkdirSync(path.join(modules, ".bin"));
  symlinkSync("../typescript/bin/tsc", path.join(modules, ".bin/tsc"));
  for (const [name, file] of Object.entries(packageJson.bin)) {
    symlinkSync(path.join("..", packageJson.name, file), path.join(modules, ".bin", name));
  }
}
