import { buildMessages } from "./build-message.js";
import { type PluginOptions, createRegenerator, type Outcome } from "./regenerate.js";
import { startBuild, type RollupPlugin } from "./rollup.js";

/** The part of Vite's development server that the plugin uses. */
interface DevServer {
  readonly config: { readonly logger: Logger };
  readonly watcher: {
    add(files: readonly string[]): unknown;
    on(event: "all", listener: (event: string, file: string) => void): unknown;
  };
  readonly ws: { send(payload: ErrorPayload | ReloadPayload): void; on(event: "connection", listener: () => void): void };
}

interface Logger {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** Displays an error over the page. */
interface ErrorPayload {
  type: "error";
  err: { message: string; stack: string; plugin: string; id?: string; loc?: { file?: string; line: number; column: number } };
}

interface ReloadPayload {
  type: "full-reload";
}

export interface VitePlugin extends RollupPlugin {
  configureServer(server: DevServer): void;
}

/** Editors cause several changes per save; this many milliseconds without another one end it. */
const silence = 50;

/**
 * The plugin for Vite. A build updates the output first, or fails. A development server keeps the previous output while the
 * contract has errors, and shows them in the terminal and over the page.
 */
export function vite(options: PluginOptions = {}): VitePlugin {
  const regenerate = createRegenerator(options);
  let serve: (() => Promise<void>) | undefined;
  return {
    name: "openapi-actions",
    configureServer(server) {
      serve = createServing(server, regenerate);
    },
    async buildStart() {
      if (serve) await serve();
      else await startBuild(this, await regenerate());
    },
  };
}

/** Returns a function that updates the output and reports it. After its first call, each change of a file does the same. */
function createServing({ config: { logger }, watcher, ws }: DevServer, regenerate: () => Promise<Outcome>): () => Promise<void> {
  let files: ReadonlySet<string> = new Set();
  let shown: ErrorPayload | undefined;
  let timer: NodeJS.Timeout | undefined;

  const show = async (outcome: Outcome): Promise<void> => {
    if (!outcome.isNew) return;
    files = new Set(outcome.files);
    watcher.add(outcome.files);
    const { error, warnings } = await buildMessages(outcome.diagnostics);
    for (const { message } of warnings) logger.warn(message);
    for (const line of outcome.lines) logger.info(line);
    if (outcome.isRight) {
      // If the output is unchanged, the page doesn't change and would keep the error.
      if (shown) ws.send({ type: "full-reload" });
      shown = undefined;
    } else fail(error);
  };
  const fail = ({ message, ...place }: Omit<ErrorPayload["err"], "stack" | "plugin">) => {
    logger.error(message);
    shown = { type: "error", err: { message, stack: "", plugin: "openapi-actions", ...place } };
    ws.send(shown);
  };
  const serve = async () => {
    try {
      await show(await regenerate());
    } catch (error) {
      fail({ message: error instanceof Error ? error.message : String(error) });
    }
  };

  ws.on("connection", () => {
    if (shown) ws.send(shown);
  });
  watcher.on("all", (_event, file) => {
    if (!files.has(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void serve(), silence);
  });
  return serve;
}
