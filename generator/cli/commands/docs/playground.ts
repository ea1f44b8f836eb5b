import path from "node:path";
import type { ServerRequest, ServerResponse } from "../../../../templates/runtime/server/http.js";
import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { buildContract } from "../../../model/build-contract.js";
import { readTemplate } from "../../../package.js";
import { buildDocs } from "../../../tools/site/build-docs.js";
import { type ExitCode, UsageError } from "../../exit-codes.js";
import type { RunContract } from "../../live-contract.js";
import type { Session } from "../../session.js";
import { runMock, type OwnPages } from "../mock/run.js";
import { readDocsOptions, withFlags, type DocsFlags } from "./docs-options.js";

/** Where the site is: the paths of the API are its own, as with those of the mock's control. */
const root = "/__docs/";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".md": "text/markdown",
  ".svg": "image/svg+xml",
};

/** `openapi-actions docs --try --mock`: serves the site and a mock of the API until it is interrupted. Writes nothing. */
export async function runPlayground(argument: string | undefined, flags: DocsFlags, session: Session): Promise<ExitCode> {
  if (flags.check || flags.out !== undefined || flags.html !== undefined)
    throw new UsageError("--mock serves the site instead of writing it: leave out --check, --out and --html.");
  const problems: Diagnostic[] = [];
  const createPages = ({ loaded, contract, settings }: RunContract): OwnPages => {
    problems.length = 0;
    const options = readDocsOptions(withFlags(settings.docs, flags), problems);
    session.report(problems);
    const tryServers = [contract.server.basePath ?? "", ...(options.tryServers ?? [])];
    const site = buildDocs(
      buildContract(loaded),
      loaded,
      { ...options, tags: flags.tag, tryIt: true, tryServers },
      { template: readTemplate },
    );
    return pagesOf(new Map(site.map(({ path: file, text }) => [root + file, text])));
  };
  const { port } = flags;
  const mock = { port, host: "127.0.0.1", seed: "1", tempo: 2_000, control: true, cors: false, explain: false };
  return runMock(argument, { ...flags, ...mock }, session, createPages);
}

function pagesOf(files: ReadonlyMap<string, string>): OwnPages {
  return {
    start: `${root}index.html`,
    respond({ method, url }: ServerRequest): ServerResponse | undefined {
      const [file = ""] = url.split("?", 1);
      if (!`${file}/`.startsWith(root)) return undefined;
      if (`${file}/` === root || file === root) return { status: 302, headers: { location: `${root}index.html` } };
      const text = method === "GET" || method === "HEAD" ? files.get(file) : undefined;
      if (text === undefined)
        return { status: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "There is no such page.\n" };
      const type = `${types[path.extname(file)] ?? "text/plain"}; charset=utf-8`;
      return { status: 200, headers: { "content-type": type, "cache-control": "no-store" }, body: text };
    },
  };
}
