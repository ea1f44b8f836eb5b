import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { ts } from "ts-morph";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";
import { packageJson, packPackage, unpackPackage, type PackageJson, type PackedPackage } from "./pack.js";

let packed: PackedPackage;
let folder: string;

beforeAll(() => {
  packed = packPackage();
  folder = temporaryFolder();
  unpackPackage(packed, folder);
});

test("it contains what runs, and nothing for development", () => {
  const parts = new Set(packed.files.map((file) => file.split("/")[0]));
  expect([...parts].sort()).toEqual([
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "action.yml",
    "bin",
    "dist",
    "docs",
    "package.json",
    "recipes",
    "schemas",
    "templates",
  ]);
  expect(packed.files.filter((file) => file.includes("/") && /\.(?:map|tsbuildinfo|test\.[jt]s)$/.test(file))).toEqual([
    "recipes/contract.test.js",
    "templates/init/test/actions.test.ts",
  ]);
});

test("it is small", () => {
  // 0.16 MB of it is what Redocly's public API imports and lint doesn't use, 0.2 MB mock, mcp, proxy, tests of servers and live contracts.
  // What serves tools is there twice: in the command, and as the templates of the target mcp.
  // 10 kB are the versions of sites.
  // 40 kB are the script of the forms of sites, and what describes them.
  // 25 kB are pages with a complete contract for each style of APIs.
  // 15 kB and 7 files are addresses of servers, serialized examples, links and reserved characters.
  // 20 kB and 9 files are lists of parts, drafts and dialects of schemas.
  // 6 kB and 2 files are $self, styles of forms and headers, and targets of links.
  // 5 kB and a file are the checks of what the parts of bodies are read as.
  // 5 kB and 2 files are what adopt leaves and lists, the challenges of servers, and the decisions about them.
  expect(packed.size).toBeLessThan(2_321_000);
  expect(packed.files.length).toBeLessThan(615);
});

test("every export and command is there", () => {
  const targets = Object.values(packageJson.exports).flatMap((entry) =>
    typeof entry === "string" ? entry : Object.values(entry),
  );
  const files = [...targets, ...Object.values(packageJson.bin)].map((file) => path.posix.normalize(file));
  const missing = files.filter(
    (file) => !packed.files.some((name) => (file.endsWith("/*") ? name.startsWith(file.slice(0, -1)) : name === file)),
  );
  expect(missing).toEqual([]);
});

// npm leaves some names out whatever package.json says, such as .gitignore.
test.each(["schemas", "templates"])("every file of %s is there", (part) => {
  expect(packed.files.filter((file) => file.startsWith(`${part}/`))).toEqual(
    listFiles(repositoryPath(part)).map((file) => `${part}/${file}`),
  );
});

// npm also counts `prepare` of a tarball, and warns about it.
test("installing it runs nothing, according to npm, too", () => {
  expect(Object.keys(packageJson.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
});

test("a clone is still built, by a script of its workspace", () => {
  const { scripts } = JSON.parse(readFileSync(repositoryPath("examples/control-plane/package.json"), "utf8")) as PackageJson;
  expect(scripts["prepare"]).toBe("npm run --silent --prefix ../.. build");
});

test("no relative link of its pages is dead", () => {
  const pages = packed.files.filter((file) => /^(?:[^/]+|docs\/.*|recipes\/.*)\.md$/.test(file));
  expect(pages).toContain("docs/configuration.md");
  expect(pages.flatMap(deadLinks)).toEqual([]);
});

test("what it imports is a dependency", () => {
  const foreign = packed.files
    .filter((file) => /^(?:bin|dist)\/.*\.c?js$/.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(
          (name) => !isBuiltin(name) && !Object.hasOwn({ ...packageJson.dependencies, ...packageJson.peerDependencies }, name),
        )
        .map((name) => `${file} imports ${name}`),
    );
  expect(foreign).toEqual([]);
});

test("its types are complete, for the strictest compiler, without any other package", async () => {
  const project = temporaryFolder();
  mkdirSync(path.join(project, "node_modules"));
  symlinkSync(folder, path.join(project, "node_modules", packageJson.name));
  const entries = [".", "./redocly", "./unplugin"].map((entry) => path.posix.join(packageJson.name, entry));
  const imports = entries.map((entry, index) => `export * as m${index} from "${entry}";\n`);
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(project, "main.ts"), imports.join(""));
  expect(await typeCheckNatively(project)).toBe("");
});

/** The relative links of a page that lead to no file of the package, or to no heading of a page. */
function deadLinks(page: string): string[] {
  const text = readFileSync(path.join(folder, page), "utf8")
    .replace(/^(```+).*?^\1/gms, "")
    .replace(/`[^`\n]*`/g, "`code`");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  return links.flatMap((link) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file, anchor] = link.split("#") as [string, string?];
    const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
    const isThere = packed.files.includes(target) && (anchor === undefined || anchorsOf(target).has(anchor));
    return isThere ? [] : [`${page}: ${link}`];
  });
}

/** The fragments of a page's headings, as GitHub names them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = readFileSync(path.join(folder, page), "utf8").matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, text]) =>
      text!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function importsOf(file: string): string[] {
  // The code that Ajv's templates describe is never run here.
  const code = readFileSync(path.join(folder, file), "utf8").replaceAll(/`require\("[^"]+"\)/g, "`");
  const { importedFiles } = ts.preProcessFile(code, true, true);
  const bare = importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith("."));
  return [...new Set(bare.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]))];
}

function listFiles(of: string): string[] {
  return readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(of, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
}
