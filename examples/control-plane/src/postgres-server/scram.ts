import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

/**
 * The verifier that PostgreSQL stores for a password. Statements carry it instead of the password, which would otherwise be in the
 * server's log and in its view of running statements. For passwords of printable ASCII, which need no preparation.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16), iterations = 4096): string {
  if (!/^[\x20-\x7e]+$/.test(password)) throw new RangeError("The password has characters besides printable ASCII");
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  const storedKey = createHash("sha256").update(clientKey).digest("base64");
  const serverKey = createHmac("sha256", salted).update("Server Key").digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

/** A password that needs no quoting anywhere: 192 random bits. */
export function makePassword(): string {
  return randomBytes(24).toString("base64url");
}
