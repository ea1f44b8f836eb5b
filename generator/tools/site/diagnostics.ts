import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** Problems of the settings of a documentation site. */
export const siteCodes = {
  "docs-logo": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `the logo ${quote(path)} can't be used: ${reason}`,
    hint: "Give an SVG file.",
    cause:
      "The logo is copied into the site as it is, so that pages load nothing from elsewhere. It has to be an SVG file that can be read.",
    bad: "openapi-actions docs --logo logo.png",
    good: "openapi-actions docs --logo logo.svg",
    at: "sh",
  },
  "docs-pages": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `the pages in ${quote(path)} can't be read: ${reason}`,
    hint: "Give a folder with Markdown files.",
    cause: "Pages of your own are the Markdown files of one folder. There is no such folder, or a file in it can't be read.",
    bad: "openapi-actions docs --pages guides/start.md",
    good: "openapi-actions docs --pages guides",
    at: "sh",
  },
  "docs-accent": {
    severity: "error",
    message: ({ colour }: { colour: string }) => `${quote(colour)} is no colour of the form #rrggbb`,
    hint: "Write six hexadecimal digits behind a #, such as #1d4f91.",
    cause: "A colour goes into the style sheet of the site, so only the plain form with six hexadecimal digits is taken.",
    bad: 'openapi-actions docs --accent "rgb(29 79 145)"',
    good: 'openapi-actions docs --accent "#1d4f91"',
    at: "sh",
  },
  "docs-contrast": {
    severity: "warning",
    message: ({ colour, scheme, contrast }: { colour: string; scheme: "light" | "dark"; contrast: string }) =>
      `links in ${quote(colour)} are hard to read on the ${scheme} pages: the contrast is ${contrast}, and WCAG AA asks for 4.5`,
    hint: "Choose a darker colour for the light pages, a lighter one for the dark.",
    cause:
      "Links have the colour that you chose. Against the ground of the pages it is so faint that people with weak sight can't read them.",
    bad: 'openapi-actions docs --accent "#8ab4f8"',
    good: 'openapi-actions docs --accent "#1d4f91" --accent-dark "#8ab4f8"',
    at: "sh",
  },
  "docs-source-url": {
    severity: "error",
    message: ({ url }: { url: string }) => `${quote(url)} is no address of the contract's files`,
    hint: "Write an http or https address with {path} and {line}, such as https://git.example.com/api/blob/main/{path}#L{line}.",
    cause:
      "Each page links to the line of the contract that it is made from. For that the address has to be one that browsers open, and has to say where path and line go.",
    bad: "openapi-actions docs --source-url git.example.com/api",
    good: 'openapi-actions docs --source-url "https://git.example.com/api/blob/main/{path}#L{line}"',
    at: "sh",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(siteCodes);
