import { compare } from "../../diagnostics/diagnostic.js";
import type { EmitContext } from "../../emit/emitter.js";
import type { ContractWithDocuments } from "../../model/contract.js";
import { separateVariants } from "../../model/variants/separate-variants.js";
import { stringList, stringLiteral } from "../../typescript/encode.js";
import type { OutputFile } from "../../typescript/output-file.js";
import type { Page } from "./blocks/block.js";
import { plainText } from "./blocks/inline.js";
import { type PageFrame, printPage as printHtml } from "./html/print-page.js";
import { printLlms, printPage as printMarkdown } from "./markdown/print-page.js";
import { createNavigation } from "./navigation.js";
import type { DocsOptions } from "./options.js";
import { buildPages } from "./pages/build-pages.js";
import { printTheme } from "./print-theme.js";
import { createSite, type ContractFiles } from "./site.js";
import { taggedContract } from "./tagged-contract.js";
import { createForms } from "./try-it/forms.js";

/** Files that are identical in every site. */
const assets = ["docs.js", "icon.svg", "style.css"];

/**
 * Builds the site of a contract: each page as HTML and as Markdown, the search index, and the whole as one text for
 * language models. The same contract and options yield the same bytes.
 */
export function buildDocs(
  contract: ContractWithDocuments,
  source: ContractFiles,
  options: DocsOptions,
  context: EmitContext,
): OutputFile[] {
  // Requests and responses have separate schemas.
  const whole = separateVariants(contract);
  const site = createSite(options.tags ? taggedContract(whole, options.tags) : whole, source, options);
  const pages = buildPages(site);
  const navigation = createNavigation(site, pages);
  const { logo, accent } = options;
  const frame: PageFrame = {
    name: site.name,
    origin: `${contract.title} ${contract.version}, documented by openapi-actions`,
    hasLogo: logo !== undefined,
    hasTheme: accent !== undefined,
  };
  const forms = options.tryIt ? createForms(site) : undefined;
  const print = (page: Page) => printHtml(forms?.withForm(page) ?? page, navigation(page), { ...frame, ...forms?.frame(page) });
  const markdown = pages.map((page) => printMarkdown(page));
  const files: OutputFile[] = [
    ...pages.map((page) => ({ path: `${page.path}.html`, text: print(page) })),
    ...pages.map(({ path }, index) => ({ path: `${path}.md`, text: markdown[index]! })),
    { path: "search-index.js", text: printSearchIndex(pages) },
    { path: "llms.txt", text: printLlms(site.name, pages) },
    { path: "llms-full.txt", text: markdown.join("\n---\n\n") },
    ...assets.map((path) => ({ path, text: context.template(`docs/${path}`) })),
    ...(forms?.files(context.template) ?? []),
    ...(logo === undefined ? [] : [{ path: "logo.svg", text: logo }]),
    ...(accent === undefined ? [] : [{ path: "theme.css", text: printTheme(accent) }]),
  ];
  return files.sort((a, b) => compare(a.path, b.path));
}

/**
 * Prints the search index, which is loaded when a search begins:
 *
 *     docsEntries = [
 *       ["add_ip", "postgres", "actions/postgres/add_ip", "Allow a network to connect.", ["body.cidr", "error.entry_exists"]],
 *     ];
 *
 * A page has its title, the title of its parent, its path, its lead, and the ids of its fields and errors.
 */
function printSearchIndex(pages: readonly Page[]): string {
  const entries = pages.map(({ title, above, path, lead, finds }) => {
    const texts = [title, above.at(-1)?.title ?? "", path, plainText(lead)].map(stringLiteral);
    return `  [${texts.join(", ")}, ${stringList(finds.map(({ id }) => id))}],\n`;
  });
  return `docsEntries = [\n${entries.join("")}];\n`;
}
