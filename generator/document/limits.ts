/** The maximum nesting of maps and lists; deeper schemas overflow subsequent tools. */
export const maxNesting = 250;

/** The maximum number of maps, lists and text segments that YAML aliases may add to a document. */
export const maxAliasNodes = 20_000;

/** The maximum number of aliases to follow in a document. */
export const maxAliases = 2_000;

/** Objects without a section in `components` are copied to each reference. The maximum number of objects in additional copies. */
export const maxCopiedObjects = 100_000;

/** The maximum number of unsupported tags to report per file. */
export const maxSyntaxProblems = 50;

/** The maximum size of a file in bytes. */
export const maxFileBytes = 64 * 1024 * 1024;

/** The maximum size in bytes of a text file that a description refers to. */
export const maxTextBytes = 1024 * 1024;

/** The maximum number of files of a contract. */
export const maxFiles = 10_000;

/** The maximum number of properties of an object: each is code of its own in a validator, and a type. */
export const maxProperties = 1_000;

/** The maximum number of copies of schemas whose dynamic references have different targets. */
export const maxInstances = 1_000;
