import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { repositoryPath } from "../../support/repository.js";

/** A regular expression in the project's own code. */
export interface ShippedPattern {
  /** Where it stands: a file and the expression as it is written. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that a folder's TypeScript has as a literal. */
export function patternsIn(folder: string): ShippedPattern[] {
  return sourcesIn(folder).flatMap(([file, text]) => {
    const found: ShippedPattern[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        found.push({ place: `${file}: ${node.text}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext));
    return found;
  });
}

/** The files of a folder that make regular expressions of text. */
export function buildersIn(folder: string): string[] {
  return sourcesIn(folder).flatMap(([file, text]) => (text.includes("new RegExp(") ? [file] : []));
}

function sourcesIn(folder: string): [file: string, text: string][] {
  return readdirSync(repositoryPath(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => {
      const file = path.posix.join(folder, name.replaceAll(path.sep, "/"));
      return [file, readFileSync(repositoryPath(file), "utf8")];
    });
}
