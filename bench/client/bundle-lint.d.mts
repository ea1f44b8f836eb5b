/** The modules of a bundle that its calls have no use for, by their paths in the output. */
export function unexpectedModules(folder: string, modules: readonly string[], expected: readonly string[]): string[];
