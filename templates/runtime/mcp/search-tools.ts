import { isObject, type JsonObject, own, ownObject, ownStrings } from "../json.js";
import { isDestructive, type ListedTool, type Tool } from "./contract.js";

/**
 * Estimates the tokens that tools need in the context of a model: a fourth of the characters of their names, descriptions and input
 * schemas as JSON, which is what clients pass on. Models count differently; JSON needs rather more.
 */
export function estimateTokens(tools: readonly ListedTool[]): number {
  const texts = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }));
  return Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / 4);
}

/** The names of the three tools in place of all others. */
export const searchNames = { search: "search_tools", describe: "describe_tool", invoke: "invoke_tool" } as const;

const nameSchema: JsonObject = { type: "string", description: "The name of a tool, as search_tools returns it." };

/** Three tools that find, describe and call all others, for contracts with more tools than a context should have. */
export function searchTools(tools: readonly Tool[]): readonly ListedTool[] {
  const reads = { readOnlyHint: true, openWorldHint: false } as const;
  return [
    {
      name: searchNames.search,
      title: "Search tools",
      description: `Finds tools of this API by words, such as a resource and a verb. There are ${tools.length}. Without a query it lists all names.`,
      inputSchema: {
        type: "object",
        properties: { query: { type: "string", description: "Words of the name or the description." } },
        additionalProperties: false,
      },
      annotations: { title: "Search tools", ...reads },
    },
    {
      name: searchNames.describe,
      title: "Describe a tool",
      description:
        "Returns the description, the hints and the schema of the arguments of a tool. Read it before you call the tool.",
      inputSchema: { type: "object", properties: { name: nameSchema }, required: ["name"], additionalProperties: false },
      annotations: { title: "Describe a tool", ...reads },
    },
    {
      name: searchNames.invoke,
      title: "Call a tool",
      description: "Calls a tool that search_tools has found, with arguments as describe_tool describes them.",
      inputSchema: {
        type: "object",
        properties: { name: nameSchema, arguments: { type: "object", description: "The arguments of the tool." } },
        required: ["name"],
        additionalProperties: false,
      },
      annotations: {
        title: "Call a tool",
        readOnlyHint: tools.every(({ listed }) => listed.annotations.readOnlyHint === true),
        destructiveHint: tools.some(isDestructive),
        openWorldHint: false,
      },
    },
  ];
}

/** What is wrong with the arguments of one of the three tools, which are texts and an object; `undefined`: nothing. */
export function checkSearchArguments(tools: readonly ListedTool[], name: string, args: JsonObject): string | undefined {
  const tool = tools.find((one) => one.name === name);
  if (!tool) return undefined;
  const properties = ownObject(tool.inputSchema, "properties") ?? {};
  const problems = [
    ...ownStrings(tool.inputSchema, "required").flatMap((one) => (Object.hasOwn(args, one) ? [] : [`/${one} is required`])),
    ...Object.keys(args).flatMap((one) => (Object.hasOwn(properties, one) ? [] : [`/${one} is not allowed`])),
    ...Object.entries(properties).flatMap(([one, schema]) => {
      const type = own(schema, "type");
      const value = Object.hasOwn(args, one) ? args[one] : undefined;
      const isValid = value === undefined || (type === "object" ? isObject(value) : typeof value === type);
      return isValid ? [] : [`/${one} must be ${String(type)}`];
    }),
  ];
  return problems.length === 0 ? undefined : `${name}: ${problems.join("; ")}`;
}

/** The most tools that a search returns. */
const maxFound = 10;

/** Finds tools by words: those with most of them first; a name counts more than a description, and a whole word more than its beginning. */
export function findTools(tools: readonly Tool[], query: string): JsonObject {
  const words = wordsOf(query);
  if (words.length === 0) return { tools: tools.map(({ listed }) => listed.name) };
  const scored = tools.map(({ listed: { name, title, description } }) => {
    const [inName, inText] = [wordsOf(`${name} ${title}`), wordsOf(description)];
    const scoreOf = (word: string) => {
      if (inName.includes(word)) return 3;
      const begins = (text: string) => text.startsWith(word) || word === `${text}s`;
      return inName.some(begins) ? 2 : inText.some(begins) ? 1 : 0;
    };
    const score = words.reduce((sum, word) => sum + scoreOf(word), 0);
    return { score, found: { name, title, description: description.slice(0, 200) } };
  });
  const found = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  return { tools: found.slice(0, maxFound).map((one) => one.found), matches: found.length };
}

function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
