import { rollup } from "./rollup.js";
import { vite } from "./vite.js";
import { webpack } from "./webpack.js";

export type { PluginOptions } from "./regenerate.js";

/**
 * Generates when a bundler starts and whenever a contract or the config changes:
 *
 *     import openapiActions from "openapi-actions/unplugin";
 *     export default defineConfig({ plugins: [openapiActions.vite()] });
 */
const plugin = { vite, rollup, rolldown: rollup, webpack, rspack: webpack };

export default plugin;
