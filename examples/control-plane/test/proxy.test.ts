import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { join } from "node:path";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Config } from "../src/config.js";
import { createService } from "../src/services/create-service.js";
import { findFreePort } from "../src/postgres-server/cluster.js";
import { until } from "./support/api.js";
import { type Certificate, hasOpenssl, makeCertificate } from "./support/certificate.js";
import { type Plane, usePlane } from "./support/control-plane.js";
import type { Descriptor } from "./support/objects.js";

/** Debian has it in /usr/sbin, which not every PATH has. */
const nginx = ["nginx", "/usr/sbin/nginx"].find((path) => spawnSync(path, ["-v"]).status === 0);

type Settings = { -readonly [Name in keyof Config]?: Config[Name] };

/** Sends a request to a server whose certificate is checked. */
async function request(
  url: string,
  ca: string,
  { body, headers = {}, method = "GET" }: { body?: Buffer; headers?: Record<string, string>; method?: string } = {},
) {
  const sent = https.request(url, { ca, agent: false, method, headers });
  const responded = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.end(body);
  const [response] = await responded;
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: response.statusCode, body: Buffer.concat(chunks) };
}

/** Checks that hold with the control plane's own TLS and behind a proxy: the API, and an S3 client at an endpoint. */
function itWorks(of: () => { readonly plane: Plane; readonly url: string; readonly ca: string }): void {
  test("the API responds, and only to clients that trust the certificate", async () => {
    const { plane, url, ca } = of();
    expect((await request(`${url}/health`, ca)).body.toString()).toBe('{"ready":true}');
    const headers = { authorization: `Bearer ${plane.tokenText}` };
    const { status, body } = await request(`${url}/v1/projects/${plane.projectId}/services`, ca, { headers });
    expect([status, JSON.parse(body.toString())]).toEqual([200, { services: expect.any(Array) as unknown }]);
    await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
  });

  test("an S3 client reads what it wrote, whatever its name, and by a presigned address", async () => {
    const { plane, url, ca } = of();
    const { platform, projectId } = plane;
    const made = await createService(platform.database, { projectId, type: "objects", plan: "standard", name: "files" });
    if ("rejected" in made) throw new Error(made.rejected);
    platform.worker.wake();
    const path = `${url}/v1/projects/${projectId}/services/${made.id}`;
    const headers = { authorization: `Bearer ${plane.tokenText}` };
    const reveal = () => request(`${path}/credential`, ca, { headers });
    await expect.poll(async () => (await reveal()).status).toBe(200);
    const revealed = JSON.parse((await reveal()).body.toString()) as { value: string };
    const { endpoint, region, access_key_id, secret_access_key } = JSON.parse(revealed.value) as Descriptor;
    expect(endpoint).toMatch(/^https:/);
    const s3 = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
      forcePathStyle: true,
      maxAttempts: 1,
      requestHandler: { httpsAgent: new https.Agent({ ca }) },
    });
    const object = { Bucket: "pages", Key: "a b/ü+%2F//'c'?d" };
    const Body = randomBytes(6 * 2 ** 20);
    await s3.send(new CreateBucketCommand({ Bucket: object.Bucket }));
    await s3.send(new PutObjectCommand({ ...object, Body }));
    const read = await (await s3.send(new GetObjectCommand(object))).Body!.transformToByteArray();
    expect(Body.equals(read)).toBe(true);
    const presigned = await request(await getSignedUrl(s3, new GetObjectCommand(object)), ca);
    expect([presigned.status, presigned.body.equals(Body)]).toEqual([200, true]);
    s3.destroy();
  });
}

describe.skipIf(!hasOpenssl)("with TLS_CERT and TLS_KEY, if there is openssl", () => {
  const settings: Settings = {};
  let certificate: Certificate;
  beforeAll(async () => {
    certificate = await makeCertificate();
    settings.tls = certificate;
  });
  const plane = usePlane(settings as Partial<Config>);

  itWorks(() => ({ plane: plane.current, url: plane.current.url, ca: certificate.text }));

  test("there is no response without TLS", async () => {
    await expect(fetch(`${plane.current.url.replace("https:", "http:")}/health`)).rejects.toThrow("fetch failed");
  });
});

describe.skipIf(!hasOpenssl || nginx === undefined)("behind nginx, if it is installed", () => {
  const settings: Settings = {};
  let certificate: Certificate;
  let outer: number;
  let outerEndpoints: number;
  beforeAll(async () => {
    certificate = await makeCertificate();
    [outer, outerEndpoints, settings.port, settings.endpointPort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ];
    settings.publicUrl = `https://localhost:${outer}`;
    settings.endpointUrl = `https://localhost:${outerEndpoints}`;
  });
  const plane = usePlane(settings as Partial<Config>);

  let stop = () => Promise.resolve();
  beforeAll(async () => {
    const folder = await mkdtemp(join(inject("folder"), "nginx-"));
    // `proxy_pass` without a path leaves paths as they were sent, and so does the header Host: both are signed.
    const server = (port: number, to: number) => `
      server {
        listen 127.0.0.1:${port} ssl;
        ssl_certificate ${certificate.certFile};
        ssl_certificate_key ${certificate.keyFile};
        client_max_body_size 0;
        proxy_request_buffering off;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        location / { proxy_pass http://127.0.0.1:${to}; }
      }`;
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
    const config = `
      daemon off; error_log stderr; pid ${folder}/nginx.pid; ${process.getuid?.() === 0 ? "user root;" : ""}
      events {}
      http { access_log off; ${temporary.join(" ")}
        ${server(outer, settings.port!)} ${server(outerEndpoints, settings.endpointPort!)}
      }`;
    await writeFile(join(folder, "nginx.conf"), config);
    const child = spawn(nginx!, ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
    const exit = once(child, "exit");
    stop = async () => {
      child.kill("SIGTERM");
      await exit;
    };
    const isUp = () =>
      request(`https://localhost:${outer}/health`, certificate.text).then(
        ({ status }) => status === 200 || undefined,
        () => undefined,
      );
    await until("nginx responds", isUp);
  });
  afterAll(() => stop());

  itWorks(() => ({ plane: plane.current, url: `https://localhost:${outer}`, ca: certificate.text }));
});
