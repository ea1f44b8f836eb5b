/** Deepest nesting of maps and lists that is read; schemas nested deeper overflow the tools that follow. */
export const maxNesting = 250;

/** Maps, lists and pieces of text that YAML aliases may add to a document. */
export const maxAliasNodes = 20_000;

/** Aliases that may be followed in a document. */
export const maxAliases = 2_000;

/** What has no section in `components` is copied to where it is referred to; objects that second and later copies may add. */
export const maxCopiedObjects = 100_000;

/** Unsupported tags shown of one file. */
export const maxSyntaxProblems = 50;

/** Bytes of one file. */
export const maxFileBytes = 64 * 1024 * 1024;

/** Bytes of one file of text, which a description refers to. */
export const maxTextBytes = 1024 * 1024;

/** Files of one contract. */
export const maxFiles = 10_000;

/** Properties of one object: each is code of its own in a validator, and a type. */
export const maxProperties = 1_000;
