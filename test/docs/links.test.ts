import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "recipes/README.md",
  ...readdirSync(repositoryPath("docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file.split(path.sep).join("/")}`),
];
/** The package doesn't contain it, so its pages can't link to it. */
const example = "examples/control-plane/README.md";

test("every relative link points to a file, and every fragment to a heading", () => {
  expect(pages.length).toBeGreaterThan(50);
  expect([...pages, example].flatMap(deadLinks)).toEqual([]);
});

test("every page can be reached from README.md", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached) {
    for (const target of linksOf(page)) {
      const [file] = target.split("#") as [string];
      const linked = path.posix.join(path.posix.dirname(page), file);
      if (linked.endsWith(".md") && existsSync(repositoryPath(linked))) reached.add(linked);
    }
  }
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

test("the list of all pages has each of them", () => {
  const listed = linksOf("docs/README.md").map((target) => path.posix.join("docs", target));
  const missing = pages.filter((page) => !page.startsWith("docs/decisions/") && !listed.includes(page));
  expect(missing).toEqual(["README.md", "docs/README.md"]);
});

test("the index of decisions lists each page once, with its number and title", () => {
  const index = readFileSync(repositoryPath("docs/decisions/README.md"), "utf8");
  const rows = [...index.matchAll(/^\| (\d+) \| \[(.*)\]\((\d{4}-.*\.md)\)/gm)].map(([, number, title, file]) => [
    file,
    `# ${number}. ${title}`,
  ]);
  const files = readdirSync(repositoryPath("docs/decisions")).filter((file) => /^\d{4}-/.test(file));
  const headings = files.map((file) => [file, readFileSync(repositoryPath(`docs/decisions/${file}`), "utf8").split("\n", 1)[0]]);
  expect(rows.sort()).toEqual(headings.sort());
  expect(rows.filter(([file, heading]) => !heading!.startsWith(`# ${Number(file!.slice(0, 4))}.`))).toEqual([]);
});

function deadLinks(page: string): string[] {
  return linksOf(page)
    .filter((target) => isDead(page, target))
    .map((target) => `${page}: ${target}`);
}

/** The targets of a page's relative links. */
function linksOf(page: string): string[] {
  const prose = withoutCode(readFileSync(repositoryPath(page), "utf8"));
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target!);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function isDead(page: string, target: string): boolean {
  const [file, fragment] = target.split("#") as [string, string?];
  const linked = repositoryPath(file === "" ? page : path.posix.join(path.posix.dirname(page), file));
  if (!existsSync(linked)) return true;
  return fragment !== undefined && linked.endsWith(".md") && !anchorsOf(readFileSync(linked, "utf8")).has(fragment);
}

const known = new Map<string, Set<string>>();

/** The fragments of a page's headings, as forges make them. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...withoutCode(markdown, false).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase());
  const slugs = headings.map((heading) => heading.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-"));
  const anchors = known.get(markdown) ?? new Set(slugs);
  known.set(markdown, anchors);
  return anchors;
}

function withoutCode(markdown: string, inline = true): string {
  const text = markdown.replaceAll(/^```.*?^```/gms, "");
  return inline ? text.replaceAll(/`[^`\n]*`/g, "code") : text;
}
