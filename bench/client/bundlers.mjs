import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Each bundler as an app would run it for a browser, minified. @type {typeof import("./bundlers.d.mts").bundlers} */
export const bundlers = {
  rolldown: async (entry) => {
    const { rolldown } = await import("rolldown");
    const build = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
    const { output } = await build.generate({ format: "esm", minify: true });
    await build.close();
    const chunks = output.filter((file) => file.type === "chunk");
    return {
      code: chunks.map((chunk) => chunk.code).join(""),
      modules: chunks.flatMap(({ modules }) => Object.keys(modules).filter((id) => (modules[id]?.renderedLength ?? 0) > 0)),
    };
  },
  esbuild: async (entry) => {
    const esbuild = await import("esbuild-wasm");
    const { outputFiles, metafile } = await esbuild.build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "browser",
      target: "es2022",
    });
    const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
    return {
      code: outputFiles.map(({ text }) => text).join(""),
      modules: inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [path.resolve(file)] : [])),
    };
  },
  webpack: async (entry) => {
    const { default: webpack } = await import("webpack");
    const folder = path.join(path.dirname(entry), "webpack");
    mkdirSync(folder, { recursive: true });
    const loader = fileURLToPath(new URL("strip-types.cjs", import.meta.url));
    const compiler = webpack({
      mode: "production",
      entry,
      devtool: false,
      target: ["web", "es2022"],
      experiments: { outputModule: true },
      output: { path: folder, filename: "bundle.js", module: true },
      resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
      module: { rules: [{ test: /\.ts$/, loader }] },
    });
    const modules = await new Promise((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error || !stats || stats.hasErrors()) return reject(error ?? new Error(stats?.toString("errors-only")));
        const { modules: found = [] } = stats.toJson({ all: false, modules: true, nestedModules: true, orphanModules: false });
        const all = found.flatMap((one) => [one, ...(one.modules ?? [])]);
        resolve(
          all.flatMap(({ nameForCondition }) => (nameForCondition && existsSync(nameForCondition) ? [nameForCondition] : [])),
        );
      });
    });
    await new Promise((resolve) => compiler.close(resolve));
    return { code: readFileSync(path.join(folder, "bundle.js"), "utf8"), modules };
  },
};
