import { createHash, createHmac } from "node:crypto";
import { request } from "node:http";
import { SignatureV4 } from "@smithy/signature-v4";
import type { Descriptor } from "./objects.js";

/** SHA-256 as the signer wants it. */
class Sha256 {
  readonly hash;
  constructor(secret?: unknown) {
    this.hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret as Buffer);
  }
  update(chunk: Uint8Array) {
    this.hash.update(chunk);
  }
  digest() {
    return Promise.resolve(this.hash.digest());
  }
  reset() {}
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signingDate?: Date;
  readonly region?: string;
  readonly service?: string;
  /** Changes what was signed. */
  readonly tamper?: (signed: { path: string; headers: Record<string, string>; body: string }) => void;
}

/** Sends requests that are signed by hand, perhaps changed, with the current key of a service. */
export const signedRequests =
  (descriptorOf: () => Descriptor) =>
  async ({ method = "GET", path = "/vault/doc", query = {}, headers = {}, body = "", ...more }: Sent) => {
    const descriptor = descriptorOf();
    const { hostname, port, pathname, host } = new URL(descriptor.endpoint);
    const { signingDate = new Date(), region = descriptor.region, service = "s3", tamper } = more;
    const signer = new SignatureV4({
      credentials: { accessKeyId: descriptor.access_key_id, secretAccessKey: descriptor.secret_access_key },
      region,
      service,
      sha256: Sha256,
      uriEscapePath: false,
    });
    const signed = await signer.sign(
      { method, protocol: "http:", hostname, path: pathname + path, query, headers: { host, ...headers }, body },
      { signingDate },
    );
    const search = new URLSearchParams(query).toString().replaceAll("+", "%20");
    const toSend = { path: signed.path + (search === "" ? "" : `?${search}`), headers: { ...signed.headers }, body };
    tamper?.(toSend);
    return new Promise<{ status: number; text: string; code: string | undefined }>((resolve, reject) => {
      const sent = request({ hostname, port, method, path: toSend.path, headers: toSend.headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode!, text, code: /<Code>(\w+)<\/Code>/.exec(text)?.[1] }));
      });
      sent.on("error", reject);
      sent.end(toSend.body);
    });
  };
