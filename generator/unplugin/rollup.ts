import { buildMessages, type BuildMessage } from "./build-message.js";
import { type PluginOptions, createRegenerator, type Outcome } from "./regenerate.js";

/** The part of the context of Rollup's, Rolldown's and Vite's hooks that the plugin uses. */
export interface BuildContext {
  addWatchFile(file: string): void;
  info(text: string): void;
  warn(message: BuildMessage): void;
  error(message: BuildMessage): never;
}

export interface RollupPlugin {
  readonly name: string;
  buildStart(this: BuildContext): Promise<void>;
}

/** The plugin for Rollup and Rolldown: each build starts with up-to-date output, or fails. */
export function rollup(options: PluginOptions = {}): RollupPlugin {
  const regenerate = createRegenerator(options);
  return {
    name: "openapi-actions",
    async buildStart() {
      await startBuild(this, await regenerate());
    },
  };
}

/** Reports the state of the output to a build. Throws if the output doesn't match the contracts. */
export async function startBuild(context: BuildContext, { isRight, isNew, diagnostics, lines, files }: Outcome): Promise<void> {
  for (const file of files) context.addWatchFile(file);
  const { error, warnings } = await buildMessages(diagnostics);
  if (isNew) {
    for (const warning of warnings) context.warn(warning);
    for (const line of lines) context.info(line);
  }
  if (!isRight) context.error(error);
}
