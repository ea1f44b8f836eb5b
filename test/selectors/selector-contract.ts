import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { compile, type Compilation } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import { createRawValidator, type RawValidator } from "../binding/raw-response.js";
import { eitherWay, neededTargets } from "../support/live-output.js";
import { loadOutput } from "../support/load-output.js";
import { repositoryPath } from "../support/repository.js";
import type { SelectorCase } from "./selector-case.js";

/** Where the contracts are. */
export const contractsFolder = repositoryPath("test/selectors/contracts");

/** A client, its types forgotten: what makes the calls of a service, by type. */
export type AnyClient = Readonly<
  Record<string, (target?: object) => Readonly<Record<string, (body?: object, options?: object) => Promise<unknown>>>>
>;

/** A contract and what is made of it. */
interface LoadedCase {
  readonly compilation: Compilation;
  readonly validator: RawValidator;
  readonly load: (file: string) => Promise<Record<string, unknown>>;
  readonly connect: (options: object) => Promise<AnyClient>;
}

const known = new Map<string, Promise<LoadedCase>>();

/** Compiles a contract, once. */
export function loadSelectorCase({ name }: Pick<SelectorCase, "name">): Promise<LoadedCase> {
  const found = known.get(name) ?? read(name);
  known.set(name, found);
  return found;
}

async function read(name: string): Promise<LoadedCase> {
  const document = parse(readFileSync(`${contractsFolder}/${name}.yaml`, "utf8")) as Readonly<Record<string, unknown>>;
  const compilation = await compile(`${name}.yaml`, { workingFolder: contractsFolder, template: readTemplate, ...neededTargets });
  const load = eitherWay(loadOutput(compilation.files ?? []), `${name}.yaml`, { workingFolder: contractsFolder });
  return {
    compilation,
    validator: createRawValidator(document),
    load,
    connect: async (options) => {
      const { createClient } = (await load("client/index.ts")) as { createClient: (options: object) => AnyClient };
      return createClient({ token: "t", ...options });
    },
  };
}
