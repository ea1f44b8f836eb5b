import path from "node:path";

/** What every call needs. */
const always = ["runtime/client/call.ts", "runtime/client/create-client.ts", "client/index.ts", "client/routes.ts"];

/**
 * The modules of a bundle that its calls have no use for.
 * @param {string} folder of the output
 * @param {readonly string[]} modules the files of which something is in the bundle
 * @param {readonly string[]} expected those that the calls need beyond the ones of every call
 */
export function unexpectedModules(folder, modules, expected) {
  return modules
    .map((file) => path.relative(folder, file).split(path.sep).join("/"))
    .filter((file) => !file.startsWith("..") && !always.includes(file) && !expected.includes(file));
}
