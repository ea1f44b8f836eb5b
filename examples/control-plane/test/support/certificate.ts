import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";

/** Makes the certificates of tests. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** A certificate of this machine, which clients trust that are given it. */
export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly text: string;
}

/** Makes a certificate for 127.0.0.1 and localhost. */
export async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(inject("folder"), "tls-"));
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const files = ["-out", certFile, "-keyout", keyFile];
  execFileSync("openssl", ["req", "-x509", "-nodes", "-newkey", "rsa:2048", ...names, ...files], { stdio: "ignore" });
  return { certFile, keyFile, text: await readFile(certFile, "utf8") };
}
