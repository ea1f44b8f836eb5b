import type { Contract } from "../../model/contract.js";
import { createNamer, identifier } from "../../model/names.js";
import { propertyKey } from "../../typescript/encode.js";
import { createTextFile } from "../../typescript/text-file.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { printLiteral, type Data } from "../server/literal.js";
import { findWays, type FoundWay } from "./find-ways.js";

/**
 * `client/follow.ts`, if the contract has actions that can be followed:
 *
 *     const operation: Way = { watch: "operation", state: "status", pending: ["queued", "running"], ask: "service_health", … };
 *
 *     const ways: Ways = { postgres: { backup_now: operation } };
 */
export function printFollow(contract: Contract): OutputFile | undefined {
  const found = findWays(contract);
  if (found.size === 0) return undefined;
  const file = createTextFile(fileHeader(contract));
  file.type("AnyCall", "../runtime/client/call.js");
  file.value("followWay", "../runtime/client/follow.js");
  for (const name of ["FollowOptions", "FollowableCall", "OutcomeOf", "Ways"]) file.type(name, "../runtime/client/follow.js");
  const shared = nameShared([...found.values()].flat());
  if (shared.size > 0) file.type("Way", "../runtime/client/follow.js");
  for (const [text, name] of shared) file.write(`const ${name}: Way = ${text};\n\n`);
  const types = [...found].map(([{ name }, ways]) => {
    const members = ways.map((way) => `    ${propertyKey(way.action.name)}: ${shared.get(print(way)) ?? print(way, "    ")},\n`);
    return `  ${propertyKey(name)}: {\n${members.join("")}  },\n`;
  });
  file.write(
    "/** How the actions that go on after their answers are followed, as the contract shows it. */\n" +
      `const ways: Ways = {\n${types.join("")}};\n\n` +
      "/**\n * Invokes an action that goes on after its answer and watches it to its end: `follow(postgres.backup_now, {})` answers the\n" +
      " * operation as it was in the end, whether it succeeded or not.\n */\n" +
      "export function follow<Call extends AnyCall>(\n" +
      "  call: Call & FollowableCall<Call>,\n" +
      "  body: NonNullable<Parameters<Call>[0]>,\n" +
      "  options?: FollowOptions<Call>,\n" +
      "): Promise<OutcomeOf<Call>> {\n" +
      "  return followWay<Call>(ways, call, body, options);\n}\n",
  );
  return { path: "client/follow.ts", text: file.toText(), declares: [...shared.values(), "follow", "ways"] };
}

/** Variables for the ways that several actions share, by how they are written. */
function nameShared(ways: readonly FoundWay[]): Map<string, string> {
  const texts = ways.map((way) => print(way));
  const nameWay = createNamer(["follow", "followWay", "ways"]);
  const shared = new Map<string, string>();
  ways.forEach(({ way }, index) => {
    const text = texts[index]!;
    if (texts.indexOf(text) === index && texts.lastIndexOf(text) > index)
      shared.set(text, nameWay(identifier(way.watch ?? "result")));
  });
  return shared;
}

function print({ way }: FoundWay, indent = ""): string {
  return printLiteral(way as unknown as Data, indent); // plain data, which interfaces can't say
}
