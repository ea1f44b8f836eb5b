/** The default export of one of Ajv's modules. Node imports a CommonJS module as an object that has it, other loaders as itself. */
export function defaultExport<Export>(module: { readonly default: Export }): Export {
  return module.default ?? (module as unknown as Export);
}
