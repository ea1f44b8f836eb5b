import { buildMessages, type BuildMessage } from "./build-message.js";
import { type PluginOptions, createRegenerator, type Outcome } from "./regenerate.js";

/** The part of the compiler of webpack and Rspack that the plugin uses. */
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

/** The diagnostics that the next compilation receives. */
interface State {
  readonly files: readonly string[];
  readonly error?: BuildMessage;
  readonly warnings: readonly BuildMessage[];
}

/**
 * The plugin for webpack and Rspack: each compilation starts with up-to-date output, or has errors. The output is updated
 * before the compilation, because modules are read in parallel to the hooks of its start. Errors are reported by the
 * compilation, because a failing hook ends a watcher.
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
