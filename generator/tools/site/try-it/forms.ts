import { stringLiteral } from "../../../typescript/encode.js";
import type { OutputFile } from "../../../typescript/output-file.js";
import { readBuilt } from "../../../package.js";
import type { Block, Page } from "../blocks/block.js";
import type { PageFrame } from "../html/print-page.js";
import type { Site } from "../site.js";
import { createTryDescriber } from "./describe-page.js";
import { originsOf } from "./servers.js";
import type { TryPage } from "./try-page.js";

/** The forms of a site. */
export interface Forms {
  /** Returns a page with the place of its form, if it has one. Only HTML has forms. */
  withForm(page: Page): Page;
  frame(page: Page): Pick<PageFrame, "origins">;
  /** The script, its style, and the data of each page. */
  files(template: (path: string) => string): OutputFile[];
}

/** Creates the forms of the pages of actions, operations and service types. An endpoint's own page has none: its actions have them. */
export function createForms(site: Site): Forms {
  const { contract, paths, options } = site;
  const servers = options.tryServers ?? [];
  const describer = createTryDescriber(site, servers);
  const types = new Map(
    contract.serviceTypes.flatMap((type) => {
      const page = type.actions.length > 0 ? describer.service(type) : undefined;
      return page ? [[paths.type(type.name), () => page] as const] : [];
    }),
  );
  const pages = new Map<string, () => TryPage>([
    ...types,
    ...contract.operations
      .filter(({ isEndpoint }) => !isEndpoint)
      .map((operation) => [paths.operation(operation.id), () => describer.operation(operation)] as const),
    ...contract.serviceTypes.flatMap((type) =>
      type.actions.map((action) => [paths.action(type.name, action.name), () => describer.action(action, type)] as const),
    ),
  ]);
  return {
    withForm(page) {
      if (!pages.has(page.path)) return page;
      return { ...page, blocks: [...page.blocks, ...(types.has(page.path) ? ofServices : ofCalls)] };
    },
    frame: ({ path }) => (pages.has(path) ? { origins: originsOf(contract, servers) } : {}),
    files: (template) => [
      { path: "try-it.js", text: readBuilt("try-it.js") },
      { path: "try-it.css", text: template("docs/try-it.css") },
      ...[...pages].map(([path, describe]) => ({ path: `${path}.try.js`, text: printData(describe()) })),
    ],
  };
}

const ofCalls = placeOf(
  "Try it",
  "Fill in a form, see the request, and send it from this page. It needs JavaScript; nothing is sent before you press Send.",
);

const ofServices = placeOf(
  "What can I do now?",
  "Read the resource, to see which of these actions are enabled, and the reasons of the others. It needs JavaScript; nothing is sent before you press Send.",
);

/** The blocks after which the script puts a form. */
function placeOf(title: string, about: string): readonly Block[] {
  return [
    { kind: "heading", level: 2, content: [title], id: "try-it" },
    { kind: "note", content: [about] },
  ];
}

/**
 * Prints the data of a page as a script, which a page opened as a file can load. It is one string: text of a contract is never
 * read as code, and keys such as `__proto__` stay keys.
 */
function printData(page: TryPage): string {
  return `docsForm = ${stringLiteral(JSON.stringify(page)).replaceAll("<", "\\u003c")};\n`;
}
