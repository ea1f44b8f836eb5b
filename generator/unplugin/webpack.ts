import { buildMessages, type BuildMessage } from "./build-message.js";
import { type PluginOptions, createRegenerator, type Outcome } from "./regenerate.js";

/** What the plugin uses of the compiler of webpack and Rspack. */
interface WebpackCompiler {
  readonly hooks: {
    readonly beforeCompile: { tapPromise(name: string, work: () => Promise<void>): void };
    readonly thisCompilation: { tap(name: string, work: (compilation: WebpackCompilation) => void): void };
  };
}

interface WebpackCompilation {
  readonly fileDependencies: { add(file: string): unknown };
  readonly errors: { push(error: Error): unknown };
  readonly warnings: { push(error: Error): unknown };
}

export interface WebpackPlugin {
  apply(compiler: WebpackCompiler): void;
}

const name = "openapi-actions";

/** What the next compilation receives. */
interface State {
  readonly files: readonly string[];
  readonly error?: BuildMessage;
  readonly warnings: readonly BuildMessage[];
}

/**
 * The plugin for webpack and Rspack: each compilation begins with output that is up to date, or has errors. The work is done
 * before the compilation, because modules are read beside the hooks of its start. Errors are left to the compilation, because
 * a hook that fails ends a watcher.
 */
export function webpack(options: PluginOptions = {}): WebpackPlugin {
  const regenerate = createRegenerator(options);
  return {
    apply({ hooks }) {
      let state: State = { files: [], warnings: [] };
      hooks.beforeCompile.tapPromise(name, async () => {
        state = await regenerate().then(stateOf, (error: unknown) => ({
          files: [],
          error: { message: error instanceof Error ? error.message : String(error) },
          warnings: [],
        }));
      });
      hooks.thisCompilation.tap(name, (compilation) => {
        const { files, error, warnings } = state;
        for (const file of files) compilation.fileDependencies.add(file);
        if (error) compilation.errors.push(problem(error));
        for (const warning of warnings) compilation.warnings.push(problem(warning));
      });
    },
  };
}

async function stateOf({ isRight, diagnostics, files }: Outcome): Promise<State> {
  const { error, warnings } = await buildMessages(diagnostics);
  return { files, warnings, ...(!isRight && { error }) };
}

function problem({ message, loc }: BuildMessage): Error {
  const start = loc && { line: loc.line, column: loc.column };
  return Object.assign(new Error(message), { name, ...(loc && { file: loc.file, loc: { start } }) });
}
