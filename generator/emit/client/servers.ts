import type { ServerRule } from "../../../templates/runtime/client/server-url.js";
import type { Contract, Server } from "../../model/contract.js";
import { dataConstant } from "../../typescript/data-constant.js";
import { docs, printMembers, propertyKey, stringLiteral, type Data } from "../../typescript/encode.js";
import { createSourceFile, objectType, StructureKind } from "../../typescript/source-file.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { fileHeader } from "../emitter.js";

const runtime = "../runtime/client/server-url.js";

/**
 * `client/servers.ts`, if a URL of the contract's servers has variables:
 *
 *     export interface Servers {
 *       production: {
 *         readonly region?: "eu" | "us";
 *       };
 *     }
 *
 *     export function serverUrl<Name extends keyof Servers = "production">(variables?: Servers[Name], server?: Name): string {
 *       return fillServerUrl(servers[server ?? "production"], variables);
 *     }
 */
export function printServers(contract: Contract): OutputFile | undefined {
  const servers = namedServers(contract);
  const [first] = servers.keys();
  if (first === undefined) return undefined;
  const file = createSourceFile("client/servers.ts", fileHeader(contract));
  const rules = [...servers].map(([name, server]) => [name, serverRule(server) as object as Data] as const);
  const needsValues = [...servers.values()].some((server) => holesOf(server).some(({ usual }) => usual === undefined));
  file.add(
    dataConstant("servers", printMembers(rules), { type: `Record<keyof Servers, ${file.type("ServerRule", runtime)}>` }),
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "Servers",
      docs: docs(["The variables of the contract's servers."]),
      properties: [...servers].map(([name, server]) => ({
        name: propertyKey(name),
        docs: docs([server.description]),
        type: objectType(
          holesOf(server).map(({ name: hole, values, usual, description }) => ({
            name: propertyKey(hole),
            docs: docs([description, usual === undefined ? undefined : `Default: \`${usual}\`.`]),
            isReadonly: true,
            hasQuestionToken: usual !== undefined,
            type:
              (values.length > 0 ? values.map(stringLiteral).join(" | ") : "string") +
              (usual === undefined ? "" : " | undefined"),
          })),
        ),
      })),
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "serverUrl",
      docs: docs(["The URL of a server of the contract, by default the first one: `createClient({ baseUrl: serverUrl() })`."]),
      typeParameters: [{ name: "Name", constraint: "keyof Servers", default: stringLiteral(first) }],
      parameters: [
        { name: "variables", hasQuestionToken: !needsValues, type: "Servers[Name]" },
        { name: "server", hasQuestionToken: true, type: "Name" },
      ],
      returnType: "string",
      statements: [`return ${file.value("fillServerUrl", runtime)}(servers[server ?? ${stringLiteral(first)}], variables);`],
    },
  );
  return file.print();
}

/** What the runtime knows of a contract's servers, by their names; empty if no URL has variables. */
export function describeServers(contract: Contract): Map<string, ServerRule> {
  return new Map([...namedServers(contract)].map(([name, server]) => [name, serverRule(server)]));
}

/** The servers that can be called, by their names or else by their URLs; none if no URL has variables. */
function namedServers({ servers }: Contract): Map<string, Server> {
  const named = new Map<string, Server>();
  for (const server of servers) {
    if (!server.address || server.address.isWildcard) continue;
    const key = [server.name, server.url].find((name) => name !== undefined && !named.has(name));
    if (key !== undefined) named.set(key, server);
  }
  return [...named.values()].some((server) => holesOf(server).length > 0) ? named : new Map();
}

function serverRule(server: Server): ServerRule {
  const usual = holesOf(server).flatMap(({ name, usual: value }) => (value === undefined ? [] : [[name, value] as const]));
  return { url: server.url, defaults: Object.fromEntries(usual) };
}

/** The variables in the URL of a server, also those that it doesn't describe. */
function holesOf({ url, variables }: Server) {
  const names = new Set([...url.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!));
  return [...names].map((name) => {
    const known = variables.find((variable) => variable.name === name);
    return { name, values: known?.values ?? [], usual: known?.default, description: known?.description };
  });
}
