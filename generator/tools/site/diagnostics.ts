import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** Problems with the settings of a documentation site. */
export const siteCodes = {
  "docs-logo": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot use the logo ${quote(path)}: ${reason}`,
    hint: "Specify an SVG file.",
    cause:
      "The logo must be a readable SVG file. It is copied into the site unchanged, so that pages load nothing from elsewhere.",
    bad: "openapi-actions docs --logo logo.png",
    good: "openapi-actions docs --logo logo.svg",
    at: "sh",
  },
  "docs-pages": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot read the pages in ${quote(path)}: ${reason}`,
    hint: "Specify a folder with Markdown files.",
    cause: "Your own pages are the Markdown files of one folder. The folder doesn't exist, or one of its files can't be read.",
    bad: "openapi-actions docs --pages guides/start.md",
    good: "openapi-actions docs --pages guides",
    at: "sh",
  },
  "docs-accent": {
    severity: "error",
    message: ({ colour }: { colour: string }) => `${quote(colour)} is not a colour of the form #rrggbb`,
    hint: "Write # and six hexadecimal digits, such as #1d4f91.",
    cause: "The colour becomes part of the site's style sheet, so only the form with six hexadecimal digits is accepted.",
    bad: 'openapi-actions docs --accent "rgb(29 79 145)"',
    good: 'openapi-actions docs --accent "#1d4f91"',
    at: "sh",
  },
  "docs-contrast": {
    severity: "warning",
    message: ({ colour, scheme, contrast }: { colour: string; scheme: "light" | "dark"; contrast: string }) =>
      `links in ${quote(colour)} are hard to read on the ${scheme} pages: the contrast of ${contrast} is below the 4.5 of WCAG AA`,
    hint: "Choose a darker colour for light pages, or a lighter one for dark pages.",
    cause: "Links have this colour. Its contrast with the page's background is too low for people with impaired vision.",
    bad: 'openapi-actions docs --accent "#8ab4f8"',
    good: 'openapi-actions docs --accent "#1d4f91" --accent-dark "#8ab4f8"',
    at: "sh",
  },
  "docs-source-url": {
    severity: "error",
    message: ({ url }: { url: string }) => `${quote(url)} is not an address of the contract's files`,
    hint: "Write an http or https address with {path} and {line}, such as https://git.example.com/api/blob/main/{path}#L{line}.",
    cause:
      "Each page links to its line of the contract. The address must be one that browsers can open, with placeholders for path and line.",
    bad: "openapi-actions docs --source-url git.example.com/api",
    good: 'openapi-actions docs --source-url "https://git.example.com/api/blob/main/{path}#L{line}"',
    at: "sh",
  },
  "docs-try-server": {
    severity: "error",
    message: ({ url }: { url: string }) => `${quote(url)} is not the base URL of an API`,
    hint: "Write an http or https URL without a query, such as https://staging.example.com/v1.",
    cause:
      "The forms of the site call this server, and the Content-Security-Policy of each page names its origin. It must be a URL that a browser can call.",
    bad: "openapi-actions docs --try --try-server staging.example.com",
    good: "openapi-actions docs --try --try-server https://staging.example.com/v1",
    at: "sh",
  },
  "docs-redirect": {
    severity: "error",
    message: ({ from, to, reason }: { from: string; to: string; reason: string }) =>
      `cannot redirect ${quote(from)} to ${quote(to)}: ${reason}`,
    hint: "Write paths of pages without .html: from one that the site no longer has to one that it has.",
    cause:
      "A redirect is a page that leads to another one. It must not replace a page of the site, and at its end there must be a page.",
    bad: `
      docs:
        redirects:
          actions/postgres/add_ip: actions/postgres/add_ip.html`,
    good: `
      docs:
        redirects:
          actions/postgres/add_ip: actions/postgres/allow_ip`,
    at: "yaml",
  },
  "docs-released": {
    severity: "warning",
    message: ({ name }: { name: string }) => `the feed can't announce version ${quote(name)}: the day of its release is unknown`,
    hint: "Set released to a day such as 2027-01-31, in docs for this version or in its entry of docs.previous.",
    cause:
      "Entries of an Atom feed must have a date. A version in git has that of its commit. Another has none, and the time of the build would differ in each run.",
    bad: "openapi-actions docs --previous git:v1.2.0 --site-url https://docs.example.com/",
    good: "openapi-actions docs --previous git:v1.2.0 --site-url https://docs.example.com/ --released 2027-01-31",
    at: "sh",
  },
  "docs-site-url": {
    severity: "error",
    message: ({ url }: { url: string }) => `${quote(url)} is not the address of a site`,
    hint: "Write an http or https URL without a query, such as https://docs.example.com/.",
    cause: "The feed of changes names its own address and those of pages, which readers of feeds open.",
    bad: "openapi-actions docs --previous git:v1.2.0 --site-url docs.example.com",
    good: "openapi-actions docs --previous git:v1.2.0 --site-url https://docs.example.com/",
    at: "sh",
  },
  "docs-version-name": {
    severity: "error",
    message: ({ version, name }: { version: string; name: string }) =>
      `${quote(version)} has the name ${quote(name)}, as another version of the site does`,
    hint: "Give it a name of its own: previous: [{ version: git:v1.2.0, name: 1.2 }].",
    cause:
      "Readers choose a version by its name, by default its `info.version`. Two versions have the same one, for example because it was not raised before the release.",
    bad: "openapi-actions docs --previous git:v1.2.0   # info.version is the same as now",
    good: `
      docs:
        previous:
          - version: git:v1.2.0
            name: "1.2"`,
    at: "yaml",
  },
  "docs-version-errors": {
    severity: "error",
    message: ({ version, first, others }: { version: string; first: string; others: number }) =>
      `cannot document ${quote(version)}: ${first}${others > 0 ? `, and ${others} other ${others === 1 ? "error" : "errors"}` : ""}`,
    hint: "Leave it out, or give a file with a corrected copy.",
    cause:
      "An earlier version has an error that makes its pages wrong. Errors whose severity can be changed, and warnings, are not reported for earlier versions.",
    bad: "openapi-actions docs --previous git:v0.1.0   # with a $ref to nothing",
    good: "openapi-actions docs --previous archive/0.1.0.yaml",
    at: "sh",
  },
} satisfies CodeRecords;

/** Reports a problem with the settings of a site. */
export const report = createReporter(siteCodes);
