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

/** What decides about capabilities. */
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
  // Only here does the project talk to a network, so that nothing else loads what does.
  const { fetchRepresentation, keyHeaderOf, shownAddress } =
    await import("../../../tools/exchanges/capabilities/fetch-representation.js");
  const sources: TextFile[] = [];
  for (const address of addresses) {
    const fetched = await fetchRepresentation(address, { token, keyHeader: keyHeaderOf(contract), milliseconds: patience });
    const shown = shownAddress(address);
    if ("text" in fetched) sources.push({ path: shown, absolutePath: shown, text: fetched.text });
    else report(problems, "capability-fetch", { address: shown, reason: fetched.reason });
  }
  return sources;
}

/** A variable that was asked for must be there; the usual one may be missing where an API needs no token. */
function readToken(name: string | undefined): string | undefined {
  const token = process.env[name ?? "OPENAPI_ACTIONS_TOKEN"];
  if (name !== undefined && !token) throw new UsageError(`the environment variable ${name} holds no token`);
  return token === "" ? undefined : token;
}
