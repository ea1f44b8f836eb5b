import path from "node:path";
import type { OutputFile } from "../../../generator/typescript/output-file.js";

/** Links of a site's HTML and Markdown that lead to no file of it, or to no place in that file. */
export function brokenLinks(site: readonly OutputFile[]): string[] {
  const files = new Map(site.map((file) => [file.path, file.text]));
  const places = new Map(site.map((file) => [file.path, idsOf(file.text)]));
  return site.flatMap((file) =>
    linksOf(file).flatMap((link) => {
      const [address = "", fragment] = link.split("#");
      const target = address === "" ? file.path : path.posix.join(path.posix.dirname(file.path), decodeURIComponent(address));
      // Places of a Markdown file are those of its HTML twin.
      const twin = target.replace(/\.md$/, ".html");
      const isThere = files.has(target) && (fragment === undefined || places.get(twin)!.has(decodeURIComponent(fragment)));
      return isThere ? [] : [`${file.path}: ${link}`];
    }),
  );
}

function linksOf({ path: file, text }: OutputFile): string[] {
  const tags = /<[a-z]+(?: [^<>]*?)? (?:href|src)=(?:"([^"]*)"|([^ >]+))/g;
  const found = file.endsWith(".html") ? text.matchAll(tags) : [];
  const isMarkdown = file.endsWith(".md") || file === "llms.txt";
  const written = isMarkdown ? withoutCode(text).matchAll(/\]\(([^)]*)\)/g) : [];
  return [...found, ...written].map(([, quoted, plain]) => quoted ?? plain!).filter((link) => !/^(?:https?|mailto):/.test(link));
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^(`{3,}).*\n[^]*?\n\1$/gm, "").replace(/(`+)[^]*?\1/g, "");
}

function idsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/ id=(?:"([^"]*)"|([^ >]+))/g)].map(([, quoted, plain]) => quoted ?? plain!));
}
