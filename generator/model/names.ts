import { compare } from "../diagnostics/diagnostic.js";

/** Words that can't name a variable in a strict-mode module, and globals that would be confusing to shadow. */
const reservedWords = new Set(
  (
    "arguments as async await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for from function get if implements import in instanceof interface let new null of package private protected " +
    "public return set static super switch this throw true try type typeof undefined var void while with yield " +
    "Infinity NaN Object Array String Number Boolean Symbol Promise Error Date Map Set RegExp JSON Math globalThis"
  ).split(" "),
);

/** Names of fixed files of the output, and device names of Windows, which a service type can't have. */
const reservedModules = new Set(
  (
    "index operations schemas webhooks runtime all-errors standard handlers stubs con prn aux nul " +
    "com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9"
  ).split(" "),
);

/** `share-groups` -> `ShareGroups`, `add_ip` -> `AddIp`, `migrationStart` -> `MigrationStart`, `große` -> `GroE`. */
export function pascalCase(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Returns a name as a variable: unchanged if it is an identifier, otherwise with `_` for disallowed characters. */
export function identifier(name: string): string {
  const text = name.replace(/[^A-Za-z0-9_$]+/g, "_");
  const safe = /^[0-9]/.test(text) || text === "" ? `_${text}` : text;
  return reservedWords.has(safe) ? `${safe}_` : safe;
}

/**
 * Returns a name as that of a type: `find pet by id` -> `FindPetById`, `2fa.enable` -> `_2faEnable`. Different names may become
 * the same.
 */
export function typeName(name: string): string {
  return identifier(pascalCase(name));
}

/** Returns the file name, without extension, for a service type. */
export function moduleName(serviceType: string): string {
  return reservedModules.has(serviceType.toLowerCase()) ? `${serviceType}_` : serviceType;
}

/** Returns the type name of a service type's handlers, from its name in Pascal case; never that of the operations' handlers. */
export function handlersName(pascalName: string): string {
  const name = `${pascalName}Handlers`;
  return name === operationHandlersName ? `${name}_` : name;
}

/** The type name of the handlers for ordinary operations. */
export const operationHandlersName = "OperationHandlers";

/** Creates a function that makes names unique among each other and the given ones, by adding a number. */
export function createNamer(taken: Iterable<string>): (wanted: string) => string {
  const used = new Set([...taken].map((name) => name.toLowerCase()));
  return (wanted) => {
    let name = wanted;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${wanted}${number}`;
    used.add(name.toLowerCase());
    return name;
  };
}

/** Returns a copy of an object with its keys sorted by code unit. */
export function sortKeys<T>(object: Readonly<Record<string, T>>): Record<string, T> {
  const sorted: Record<string, T> = {};
  for (const key of Object.keys(object).sort(compare)) sorted[key] = object[key]!;
  return sorted;
}

const device = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;
const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Names that Windows reserves for devices, whatever their case and extension. */
const deviceNames = ["con", "prn", "aux", "nul", ...numbers.flatMap((number) => [`com${number}`, `lpt${number}`])];

/** Longer names leave too little space for an extension and a number. */
const longest = 100;

/**
 * Returns a name of a contract as that of a file or folder, without extension: letters, digits, `_`, and inner dots and hyphens,
 * short enough for every file system, and not a device. A name that starts with a hyphen would be an option to other programs, one with a dot a hidden file.
 * Everything else becomes `replacement`. Different names may become the same.
 */
export function fileName(name: string, replacement: "-" | "_"): string {
  const text = name
    .replace(/[^A-Za-z0-9_.-]+/g, replacement)
    .slice(0, longest)
    .replace(/^\./, replacement)
    .replace(/\.$/, replacement)
    .replace(/^[-.]+/, "")
    .replace(device, "$1_");
  return text === "" ? "_" : text;
}

/**
 * Creates a function that makes the names of files in one folder differ in more than case, by adding a number; none is a
 * device.
 */
export function createFileNamer(taken: Iterable<string>): (wanted: string) => string {
  return createNamer([...taken, ...deviceNames]);
}
