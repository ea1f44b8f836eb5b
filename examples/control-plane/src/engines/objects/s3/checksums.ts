import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** A checksum that content can be sent with, in S3's terms. */
export type ChecksumAlgorithm = "CRC32" | "CRC32C" | "CRC64NVME" | "SHA1" | "SHA256";

/** A checksum that grows with content. */
interface RunningChecksum {
  update(chunk: Buffer): void;
  /** In base64, as S3 writes it. */
  digest(): string;
}

/** The algorithms by the end of the header that has their value: `x-amz-checksum-crc32`. */
const byName: Readonly<Record<string, ChecksumAlgorithm>> = {
  crc32: "CRC32",
  crc32c: "CRC32C",
  crc64nvme: "CRC64NVME",
  sha1: "SHA1",
  sha256: "SHA256",
};

/** The algorithm whose value a header has; `undefined`: it is no header with a checksum. */
export function checksumOfHeader(header: string): ChecksumAlgorithm | undefined {
  const name = header.startsWith("x-amz-checksum-") ? header.slice("x-amz-checksum-".length) : "";
  return Object.hasOwn(byName, name) ? byName[name] : undefined;
}

/** The header that has the value of an algorithm. */
export function checksumHeader(algorithm: string): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** The element that has the value of an algorithm in a list of parts. */
export const checksumElements: Readonly<Record<ChecksumAlgorithm, string>> = {
  CRC32: "ChecksumCRC32",
  CRC32C: "ChecksumCRC32C",
  CRC64NVME: "ChecksumCRC64NVME",
  SHA1: "ChecksumSHA1",
  SHA256: "ChecksumSHA256",
};

/** The algorithm of this name; `undefined` if there is none. */
export function findAlgorithm(name: string): ChecksumAlgorithm | undefined {
  return Object.hasOwn(checksumElements, name) ? (name as ChecksumAlgorithm) : undefined;
}

/** Begins a checksum. */
export function startChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  if (algorithm === "SHA1" || algorithm === "SHA256") {
    const hash = createHash(algorithm.toLowerCase());
    return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest("base64") };
  }
  if (algorithm === "CRC64NVME") return startCrc64();
  const grow = algorithm === "CRC32" ? crc32 : crc32c;
  let value = 0;
  return {
    update: (chunk) => void (value = grow(chunk, value)),
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value >>> 0);
      return bytes.toString("base64");
    },
  };
}

/** Castagnoli's polynomial, its bits reversed. */
const crc32cTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(chunk: Buffer, before: number): number {
  let value = ~before;
  for (let at = 0; at < chunk.length; at++) value = (value >>> 8) ^ crc32cTable[(value ^ chunk[at]!) & 0xff]!;
  return ~value >>> 0;
}

/** The polynomial of CRC-64/NVME, its bits reversed. */
const crc64Polynomial = 0x9a6c9329ac4bc9b5n;

/** The table in halves of 32 bits, which are much faster than big integers. */
let crc64Table: { readonly high: Uint32Array; readonly low: Uint32Array } | undefined;

function makeCrc64Table(): { readonly high: Uint32Array; readonly low: Uint32Array } {
  const [high, low] = [new Uint32Array(256), new Uint32Array(256)];
  for (let index = 0; index < 256; index++) {
    let value = BigInt(index);
    for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ crc64Polynomial : value >> 1n;
    high[index] = Number(value >> 32n);
    low[index] = Number(value & 0xffffffffn);
  }
  return { high, low };
}

function startCrc64(): RunningChecksum {
  const table = (crc64Table ??= makeCrc64Table());
  let [high, low] = [0xffffffff, 0xffffffff];
  return {
    update(chunk) {
      for (let at = 0; at < chunk.length; at++) {
        const index = (low ^ chunk[at]!) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ table.low[index]!;
        high = (high >>> 8) ^ table.high[index]!;
      }
    },
    digest() {
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32BE(~high >>> 0);
      bytes.writeUInt32BE(~low >>> 0, 4);
      return bytes.toString("base64");
    },
  };
}
