import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import http from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../../config.js";
import { outsideTransaction } from "../../database/transactions.js";
import { Sha256 } from "./s3/signature.js";
import type { BlobStore } from "./store.js";

/** How long a connection may be silent, in milliseconds. */
const maxSilence = 30_000;

/** Attempts at a request that fails temporarily. */
const maxAttempts = 3;

/** A response of the store that reports a failure. Its message has nothing that is secret. */
class StoreError extends Error {
  override readonly name = "StoreError";
  readonly status: number;
  readonly isTemporary: boolean;

  constructor(status: number, text: string) {
    super(`the store returned ${status} ${/<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? ""}`.trimEnd());
    this.status = status;
    this.isTemporary = status >= 500 || status === 429;
  }
}

interface Sent {
  readonly method: "GET" | "PUT" | "DELETE";
  /** After the prefix. */
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly file: string; readonly sha256: Buffer; readonly size_bytes: number } | undefined;
  /** The status of success. */
  readonly status: number;
}

const emptySha256 = createHash("sha256").digest();

/** Keeps content in a bucket of any S3 store. The region's endpoint is addressed by path, which every store understands. */
export async function createS3Store(location: NonNullable<Config["objectsStore"]>): Promise<BlobStore> {
  const { bucket, prefix, region, accessKeyId, secretAccessKey, sessionToken } = location;
  const endpoint = new URL(location.endpoint);
  const base = `${endpoint.pathname.replace(/\/$/, "")}/${bucket}/${prefix}`;
  const { SignatureV4 } = await import("@smithy/signature-v4");
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const signer = new SignatureV4({ credentials, region, service: "s3", sha256: Sha256, uriEscapePath: false });
  const client = endpoint.protocol === "https:" ? https : http;
  const agent = new client.Agent({ keepAlive: true });
  const keyOf = (name: string) => `${name.slice(0, 2)}/${name}`;

  return {
    async put(file, { name, sha256, size_bytes }) {
      await discard({ method: "PUT", name: keyOf(name), body: { file, sha256, size_bytes }, status: 200 });
    },
    async *read(name, start, end) {
      const headers = { range: `bytes=${start}-${end}` };
      const response = await send({ method: "GET", name: keyOf(name), headers, status: 206 });
      // Silent from now on may be the client, who reads as slowly as it likes.
      response.setTimeout(0);
      yield* response as AsyncIterable<Buffer>;
    },
    remove: (name) => discard({ method: "DELETE", name: keyOf(name), status: 204 }),
    async check() {
      await discard({ method: "PUT", name: "check", status: 200 });
      await discard({ method: "GET", name: "check", status: 200 });
    },
  };

  async function discard(sent: Sent): Promise<void> {
    for await (const _ of await send(sent));
  }

  async function send(sent: Sent): Promise<http.IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await sendOnce(sent);
        if (response.statusCode === sent.status) return response;
        throw new StoreError(response.statusCode!, await textOf(response));
      } catch (error) {
        const isFinal = error instanceof StoreError && !error.isTemporary;
        if (isFinal || attempt === maxAttempts) throw error;
        await sleep(200 * attempt);
      }
    }
  }

  async function sendOnce({ method, name, headers = {}, body }: Sent): Promise<http.IncomingMessage> {
    outsideTransaction();
    const path = base + name;
    const { protocol, hostname, host } = endpoint;
    const content = {
      "content-length": String(body?.size_bytes ?? 0),
      "x-amz-content-sha256": (body?.sha256 ?? emptySha256).toString("hex"),
    };
    const request = { method, protocol, hostname, path, query: {}, headers: { host, ...content, ...headers } };
    const signed = await signer.sign(request);
    return new Promise((resolve, reject) => {
      const target = new URL(path, endpoint);
      const outgoing = client.request(target, { method, agent, headers: signed.headers, timeout: maxSilence }, resolve);
      outgoing.once("timeout", () => outgoing.destroy(new Error("the store does not respond")));
      outgoing.once("error", reject);
      if (body) pipeline(createReadStream(body.file), outgoing).catch(reject);
      else outgoing.end();
    });
  }
}

/** The longest report of a failure that is read, in characters. */
const maxReport = 16_384;

async function textOf(response: http.IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk as string;
    if (text.length > maxReport) break;
  }
  return text;
}
