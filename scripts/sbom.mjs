// `npm run sbom`: what people get who install the package, as CycloneDX: its dependencies, and the packages whose code is in dist/.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json" with { type: "json" };

const root = new URL("../", import.meta.url);
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const text = execFileSync(npm, ["sbom", "--sbom-format", "cyclonedx", "--loglevel", "error"], {
  cwd: fileURLToPath(root),
  encoding: "utf8",
  maxBuffer: 2 ** 28,
  shell: process.platform === "win32",
});
// The run's time and number would make two documents of one version differ.
const { serialNumber: _number, metadata, components, dependencies, ...document } = JSON.parse(text);
const self = `${packageJson.name}@${packageJson.version}`;
const shipped = new Set([self, ...bundled(), ...installed(Object.keys(packageJson.dependencies))]);
const isShipped = (ref) => shipped.has(ref);

console.log(
  JSON.stringify(
    {
      ...document,
      metadata: { component: { ...metadata.component, name: packageJson.name } },
      // A package that is needed for development only is still shipped if the bundle has it.
      components: components
        .filter((component) => isShipped(component["bom-ref"]))
        .map(({ properties: _properties, ...component }) => component),
      dependencies: dependencies
        .filter(({ ref }) => isShipped(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
    },
    null,
    2,
  ),
);

/** The packages that the build put into dist/. */
function bundled() {
  const licences = readFileSync(new URL("dist/licences.txt", root), "utf8");
  return [...licences.matchAll(/^## (\S+) (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`);
}

/** What npm installs for these packages. */
function installed(names) {
  const found = new Set(components.filter(({ name }) => names.includes(name)).map((component) => component["bom-ref"]));
  // A set visits what is added to it while it is visited.
  for (const ref of found) for (const one of dependencies.find((entry) => entry.ref === ref)?.dependsOn ?? []) found.add(one);
  return found;
}
