import type * as stdioModule from "@modelcontextprotocol/server/stdio";
import type * as sdkModule from "@modelcontextprotocol/server";

/** The optional package that speaks the protocol. */
export const sdkName = "@modelcontextprotocol/server";

/** The package, and its part for stdin and stdout. */
export interface LoadedSdk {
  readonly sdk: typeof sdkModule;
  readonly stdio: typeof stdioModule;
}

/** Loads the package from where this one is installed; `undefined`: it is not there. */
export async function loadSdk(): Promise<LoadedSdk | undefined> {
  try {
    const [sdk, stdio] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("@modelcontextprotocol/server/stdio"),
    ]);
    return { sdk, stdio };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    if (isMissing && message.includes(sdkName)) return undefined;
    throw error;
  }
}
