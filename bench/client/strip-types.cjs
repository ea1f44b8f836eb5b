// A loader of webpack: TypeScript without its types.
const ts = require("typescript");

const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };

/** @param {string} source */
module.exports = (source) => ts.transpileModule(source, { compilerOptions }).outputText;
