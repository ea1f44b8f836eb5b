import type { docsCodes } from "../catalog/docs.js";
import type { Explanations } from "./explanation.js";

/** What can be wrong with the settings of a documentation site. */
export const docsExplanations: Explanations<typeof docsCodes> = {
  "docs-logo": {
    cause:
      "The logo is copied into the site as it is, so that pages load nothing from elsewhere. It has to be an SVG file that can be read.",
    bad: "openapi-actions docs --logo logo.png",
    good: "openapi-actions docs --logo logo.svg",
    at: "sh",
  },
  "docs-pages": {
    cause: "Pages of your own are the Markdown files of one folder. There is no such folder, or a file in it can't be read.",
    bad: "openapi-actions docs --pages guides/start.md",
    good: "openapi-actions docs --pages guides",
    at: "sh",
  },
  "docs-accent": {
    cause: "A colour goes into the style sheet of the site, so only the plain form with six hexadecimal digits is taken.",
    bad: 'openapi-actions docs --accent "rgb(29 79 145)"',
    good: 'openapi-actions docs --accent "#1d4f91"',
    at: "sh",
  },
  "docs-contrast": {
    cause:
      "Links have the colour that you chose. Against the ground of the pages it is so faint that people with weak sight can't read them.",
    bad: 'openapi-actions docs --accent "#8ab4f8"',
    good: 'openapi-actions docs --accent "#1d4f91" --accent-dark "#8ab4f8"',
    at: "sh",
  },
  "docs-source-url": {
    cause:
      "Each page links to the line of the contract that it is made from. For that the address has to be one that browsers open, and has to say where path and line go.",
    bad: "openapi-actions docs --source-url git.example.com/api",
    good: 'openapi-actions docs --source-url "https://git.example.com/api/blob/main/spec/{path}#L{line}"',
    at: "sh",
  },
};
