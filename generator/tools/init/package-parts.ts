import { version } from "../../version.js";

/** What a package.json shall have. */
export interface PackageParts {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/**
 * The parts that the template of a package.json names. The version of this package is exact: another one may write other
 * bytes, which `generate --check` would refuse. Without the test, what only the test needs is left out.
 */
export function packageParts(template: string, hasTest: boolean): PackageParts {
  const { scripts, devDependencies } = JSON.parse(template) as PackageParts;
  const own = { "openapi-actions": version };
  if (hasTest) return { scripts, devDependencies: { ...devDependencies, ...own } };
  const { test: _, ...others } = scripts;
  return { scripts: others, devDependencies: own };
}

/** The package.json of a folder that has none. */
export function newPackage(parts: PackageParts): string {
  return `${JSON.stringify({ private: true, type: "module", ...parts }, null, 2)}\n`;
}
