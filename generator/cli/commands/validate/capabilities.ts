import { realpathSync } from "node:fs";
import path from "node:path";
import { compareDiagnostics, type Diagnostic } from "../../../diagnostics/diagnostic.js";
import { report } from "../../../tools/exchanges/diagnostics.js";
import type { TextFile } from "../../../document/locations.js";
import { checkCapabilities } from "../../../tools/exchanges/capabilities/check-capabilities.js";
import type { ExchangeContract } from "../../../tools/exchanges/exchange-contract.js";
import { readSource } from "../../../tools/exchanges/validate-files.js";
import { count, countProblems } from "../../count.js";
import type { Session } from "../../session.js";
import { UsageError } from "../../exit-codes.js";

/** The options for capabilities. */
export interface CapabilityFlags {
  readonly capabilities?: readonly string[];
  readonly url?: readonly string[];
  readonly tokenEnv?: string;
}

const patience = 10_000;

/** `validate --capabilities <file>` and `--url <url>`. */
export async function runCapabilities(
  contract: ExchangeContract,
  { capabilities = [], url = [], tokenEnv }: CapabilityFlags,
  session: Session,
): Promise<readonly Diagnostic[]> {
  session.onStage("capabilities");
  const problems: Diagnostic[] = [];
  const workingFolder = realpathSync(process.cwd());
  const recorded = capabilities.map((file) => readSource(path.resolve(workingFolder, file), workingFolder, problems));
  const fetched = url.length === 0 ? [] : await fetchAll(url, contract, readToken(tokenEnv), problems);
  const sources = [...recorded, ...fetched].filter((source) => source !== undefined);
  const services = checkCapabilities(contract, sources, problems);
  problems.sort(compareDiagnostics);
  session.report(problems);
  session.say(`capabilities of ${count(services, "service")}: ${countProblems(problems)}\n`);
  return problems;
}

async function fetchAll(
  addresses: readonly string[],
  { contract }: ExchangeContract,
  token: string | undefined,
  problems: Diagnostic[],
): Promise<TextFile[]> {
  // The only network access of the project, loaded on demand.
  const { fetchRepresentation, keyHeaderOf, displayAddress } =
    await import("../../../tools/exchanges/capabilities/fetch-representation.js");
  const sources: TextFile[] = [];
  for (const address of addresses) {
    const fetched = await fetchRepresentation(address, { token, keyHeader: keyHeaderOf(contract), milliseconds: patience });
    const shown = displayAddress(address);
    if ("text" in fetched) sources.push({ path: shown, absolutePath: shown, text: fetched.text });
    else report(problems, "capability-fetch", { address: shown, reason: fetched.reason });
  }
  return sources;
}

/** A variable named by a flag must be set; the default one may be missing if an API needs no token. */
function readToken(name: string | undefined): string | undefined {
  const token = process.env[name ?? "OPENAPI_ACTIONS_TOKEN"];
  if (name !== undefined && !token) throw new UsageError(`the environment variable ${name} is empty or not set`);
  return token === "" ? undefined : token;
}
