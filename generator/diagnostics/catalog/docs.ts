import { error, quote, warning } from "./entry.js";

/** Problems of the settings of a documentation site. */
export const docsCodes = {
  "docs-logo": error<{ path: string; reason: string }>(
    ({ path, reason }) => `the logo ${quote(path)} can't be used: ${reason}`,
    "Give an SVG file.",
  ),
  "docs-pages": error<{ path: string; reason: string }>(
    ({ path, reason }) => `the pages in ${quote(path)} can't be read: ${reason}`,
    "Give a folder with Markdown files.",
  ),
  "docs-accent": error<{ colour: string }>(
    ({ colour }) => `${quote(colour)} is no colour of the form #rrggbb`,
    "Write six hexadecimal digits behind a #, such as #1d4f91.",
  ),
  "docs-contrast": warning<{ colour: string; scheme: "light" | "dark"; contrast: string }>(
    ({ colour, scheme, contrast }) =>
      `links in ${quote(colour)} are hard to read on the ${scheme} pages: the contrast is ${contrast}, and WCAG AA asks for 4.5`,
    "Choose a darker colour for the light pages, a lighter one for the dark.",
  ),
  "docs-source-url": error<{ url: string }>(
    ({ url }) => `${quote(url)} is no address of the contract's files`,
    "Write an http or https address with {path} and {line}, such as https://git.example.com/api/blob/main/spec/{path}#L{line}.",
  ),
};
