import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { createHash, createHmac } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { usePlane } from "./support/control-plane.js";
import { type Descriptor, codeOf, provisionObjects, s3For } from "./support/objects.js";
import { type Sent, signedRequests } from "./support/signed-requests.js";

const plane = usePlane();

let descriptor: Descriptor;
let s3: S3Client;

beforeAll(async () => {
  ({ descriptor, s3 } = await provisionObjects(plane.current));
  await s3.send(new CreateBucketCommand({ Bucket: "vault" }));
  await s3.send(new PutObjectCommand({ Bucket: "vault", Key: "doc", Body: "secret text", ContentType: "text/plain" }));
});

const send = signedRequests(() => descriptor);

describe("signatures", () => {
  test("one that is right", async () => {
    expect(await send({})).toMatchObject({ status: 200, text: "secret text" });
    expect(await send({ method: "PUT", path: "/vault/mine", body: "hello" })).toMatchObject({ status: 200 });
    expect(await send({ path: "/vault", query: { "list-type": "2", prefix: "a b+c" } })).toMatchObject({ status: 200 });
  });

  const denied = (code: string, status = 403) => ({ status, code });

  test.each<[string, Sent, { status: number; code: string }]>([
    ["path", { tamper: (sent) => (sent.path = sent.path.replace("doc", "dox")) }, denied("SignatureDoesNotMatch")],
    [
      "encoding of the path",
      { tamper: (sent) => (sent.path = sent.path.replace("doc", "d%6Fc")) },
      denied("SignatureDoesNotMatch"),
    ],
    ["added query", { tamper: (sent) => (sent.path += "?versionId=null") }, denied("SignatureDoesNotMatch")],
    [
      "changed query",
      { query: { versionId: "a" }, tamper: (sent) => (sent.path = sent.path.replace("=a", "=b")) },
      denied("SignatureDoesNotMatch"),
    ],
    [
      "method",
      {
        method: "DELETE",
        tamper: (sent) =>
          (sent.headers["x-amz-date"] = sent.headers["x-amz-date"]!.replace(/\dZ/, (d) => `${(Number(d[0]) + 1) % 10}Z`)),
      },
      denied("SignatureDoesNotMatch"),
    ],
    [
      "signed header",
      { headers: { "x-amz-meta-a": "1" }, tamper: (sent) => (sent.headers["x-amz-meta-a"] = "2") },
      denied("SignatureDoesNotMatch"),
    ],
    ["host", { tamper: (sent) => (sent.headers["host"] = "example.org") }, denied("SignatureDoesNotMatch")],
    ["added header of S3", { tamper: (sent) => (sent.headers["x-amz-copy-source"] = "/vault/doc") }, denied("AccessDenied")],
    [
      "signature",
      {
        tamper: (sent) =>
          (sent.headers["authorization"] = sent.headers["authorization"]!.replace(/.$/, (c) => (c === "0" ? "1" : "0"))),
      },
      denied("SignatureDoesNotMatch"),
    ],
    [
      "short signature",
      { tamper: (sent) => (sent.headers["authorization"] = sent.headers["authorization"]!.slice(0, -1)) },
      denied("SignatureDoesNotMatch"),
    ],
    [
      "another key",
      {
        tamper: (sent) =>
          (sent.headers["authorization"] = sent.headers["authorization"]!.replace(/=\w{20}\//, `=${"A".repeat(20)}/`)),
      },
      denied("InvalidAccessKeyId"),
    ],
    [
      "body",
      { method: "PUT", path: "/vault/tampered", body: "hello", tamper: (sent) => (sent.body = "hullo") },
      denied("XAmzContentSHA256Mismatch", 400),
    ],
    [
      "hash and body",
      {
        method: "PUT",
        path: "/vault/tampered",
        body: "hello",
        tamper: (sent) => {
          sent.body = "hullo";
          sent.headers["x-amz-content-sha256"] = createHash("sha256").update("hullo").digest("hex");
        },
      },
      denied("SignatureDoesNotMatch"),
    ],
    [
      "body declared unsigned",
      {
        method: "PUT",
        path: "/vault/tampered",
        body: "hello",
        tamper: (sent) => (sent.headers["x-amz-content-sha256"] = "UNSIGNED-PAYLOAD"),
      },
      denied("SignatureDoesNotMatch"),
    ],
    ["clock behind", { signingDate: new Date(Date.now() - 16 * 60_000) }, denied("RequestTimeTooSkewed")],
    ["clock ahead", { signingDate: new Date(Date.now() + 16 * 60_000) }, denied("RequestTimeTooSkewed")],
    ["service", { service: "ec2" }, denied("AuthorizationHeaderMalformed", 400)],
    ["nothing at all", { tamper: (sent) => delete sent.headers["authorization"] }, denied("AccessDenied")],
    [
      "another kind",
      { tamper: (sent) => (sent.headers["authorization"] = "Bearer x") },
      denied("AuthorizationHeaderMalformed", 400),
    ],
    [
      "odd header names",
      {
        tamper: (sent) =>
          (sent.headers["authorization"] = sent.headers["authorization"]!.replace(
            "SignedHeaders=",
            "SignedHeaders=constructor;__proto__;",
          )),
      },
      denied("SignatureDoesNotMatch"),
    ],
  ])("tampered: %s", async (_, sent, expected) => {
    expect(await send(sent)).toMatchObject(expected);
    expect(await codeOf(s3.send(new GetObjectCommand({ Bucket: "vault", Key: "tampered" })))).toBe("NoSuchKey");
  });

  test("another region", async () => {
    expect(await send({ region: "eu-west-1" })).toMatchObject({ status: 400, code: "AuthorizationHeaderMalformed" });
    const forged = (sent: { headers: Record<string, string> }) =>
      (sent.headers["authorization"] = sent.headers["authorization"]!.replace("/local/", "/eu-west-1/"));
    expect(await send({ tamper: forged })).toMatchObject({ status: 400, code: "AuthorizationHeaderMalformed" });
    const url = await getSignedUrl(s3For({ ...descriptor, region: "eu-west-1" }), new ListBucketsCommand({}));
    expect((await fetch(url)).status).toBe(400);
  });

  test("odd ranges, paths and characters", async () => {
    const range = await send({ headers: { range: "bytes=0-99999999999999999999" } });
    expect(range).toMatchObject({ status: 206, text: "secret text" });
    expect(await send({ path: "//abk/a" })).toMatchObject({ status: 400, code: "InvalidBucketName" });
    expect(await send({ path: "/vault", query: { prefix: "\0" } })).toMatchObject({ status: 400, code: "InvalidArgument" });
    await s3.send(new PutObjectCommand({ Bucket: "vault", Key: "odd\u0001", Body: "x" }));
    const list = await send({ path: "/vault", query: { prefix: "odd" } });
    expect(list.text).toMatch(/^<\?xml version="1\.1".*\n.*<Key>odd&#1;<\/Key>/);
    expect((await send({ path: "/vault", query: { prefix: "odd", "encoding-type": "url" } })).text).toMatch(
      /^<\?xml version="1\.0".*\n.*<Key>odd%01<\/Key>/,
    );
  });

  test("a clock that is a little off", async () => {
    expect(await send({ signingDate: new Date(Date.now() - 14 * 60_000) })).toMatchObject({ status: 200 });
  });

  test("a wrong secret, and the secret of another key", async () => {
    const secret_access_key = "x".repeat(40);
    expect(await codeOf(s3For({ ...descriptor, secret_access_key }).send(new ListBucketsCommand({})))).toBe(
      "SignatureDoesNotMatch",
    );
    const other = await provisionObjects(plane.current);
    const mixed = s3For({ ...descriptor, secret_access_key: other.descriptor.secret_access_key });
    expect(await codeOf(mixed.send(new ListBucketsCommand({})))).toBe("SignatureDoesNotMatch");
    const elsewhere = s3For({ ...descriptor, endpoint: other.descriptor.endpoint });
    expect(await codeOf(elsewhere.send(new ListBucketsCommand({})))).toBe("InvalidAccessKeyId");
  });

  test.each([
    ["DOCTYPE", `<!DOCTYPE d [<!ENTITY a "${"a".repeat(100)}">]><Delete><Object><Key>&a;</Key></Object></Delete>`],
    ["no XML", "not xml <"],
    ["another root", "<Other/>"],
    ["deep", `<Delete>${"<a>".repeat(100_000)}`],
    ["nothing", "<Delete></Delete>"],
    ["NUL", "<Delete><Object><Key>&#0;</Key></Object></Delete>"],
    ["too many tags", `<Delete><Object><Key>none</Key></Object>${"<a/>".repeat(150_000)}</Delete>`],
    ["a long tag", `<Delete ${"a".repeat(2000)}=""><Object><Key>none</Key></Object></Delete>`],
    ["much space in front", `${" ".repeat(20_000)}<Delete><Object><Key>none</Key></Object></Delete>`],
    ["much space inside", `<Delete>${" ".repeat(20_000)}<Object><Key>none</Key></Object></Delete>`],
    ["much space after", `<Delete><Object><Key>none</Key></Object></Delete>${"\n".repeat(20_000)}`],
    ["a long text", `<Delete><Object><Key>none</Key><VersionId>${"a".repeat(20_000)}</VersionId></Object></Delete>`],
  ])("XML with %s", async (_, body) => {
    expect(await send({ method: "POST", path: "/vault", query: { delete: "" }, body })).toMatchObject({
      status: 400,
      code: "MalformedXML",
    });
  });

  test("XML with the longest key, each character a reference, between white space", async () => {
    const key = "&#x00006b;".repeat(1024);
    const body = `\n<Delete>\n${" ".repeat(1000)}<Object>\n<Key>${key}</Key>\n</Object>\n</Delete>\n`;
    const { status, text } = await send({ method: "POST", path: "/vault", query: { delete: "" }, body });
    expect([status, text]).toEqual([200, expect.stringContaining(`<Deleted><Key>${"k".repeat(1024)}</Key></Deleted>`)]);
  });

  test("what isn't supported says so", async () => {
    expect(await send({ path: "/vault", query: { policy: "" } })).toMatchObject({ status: 501, code: "NotImplemented" });
    const acl = { "x-amz-acl": "public-read" };
    expect(await send({ method: "PUT", path: "/vault/acl", headers: acl, body: "x" })).toMatchObject({
      status: 501,
      code: "NotImplemented",
    });
    expect(await send({ path: "/vault/%FF" })).toMatchObject({ status: 400, code: "InvalidURI" });
    for (const source of ["va%00ult/doc", "vault/d%00oc", "vault/doc?versionId=%00"])
      expect(await send({ method: "PUT", path: "/vault/to", headers: { "x-amz-copy-source": source } })).toMatchObject({
        status: 400,
        code: "InvalidArgument",
      });
    expect(await send({ method: "PATCH" })).toMatchObject({ status: 405, code: "MethodNotAllowed" });
  });
});

describe("chunks", () => {
  const put = (wire: string, length: number, headers: Record<string, string> = {}) =>
    send({
      method: "PUT",
      path: "/vault/chunked",
      body: wire,
      headers: {
        "x-amz-content-sha256": "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
        "x-amz-decoded-content-length": String(length),
        "content-encoding": "aws-chunked",
        ...headers,
      },
    });
  const trailer = { "x-amz-trailer": "x-amz-checksum-crc32" };

  test("are taken apart", async () => {
    const wire = "4\r\n1234\r\n5\r\n56789\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\n";
    expect(await put(wire, 9, trailer)).toMatchObject({ status: 200 });
    expect(await send({ path: "/vault/chunked" })).toMatchObject({ text: "123456789" });
  });

  test.each([
    ["wrong checksum", "9\r\n12345678X\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\n", 9, "BadDigest"],
    ["no trailer", "9\r\n123456789\r\n0\r\n\r\n", 9, "InvalidRequest"],
    ["another trailer", "9\r\n123456789\r\n0\r\nx-amz-checksum-crc32c:4waSgw==\r\n\r\n", 9, "InvalidRequest"],
    ["a trailer more", "9\r\n123456789\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\nx-amz-meta-more:x\r\n\r\n", 9, "InvalidRequest"],
    ["too short", "4\r\n1234\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\n", 9, "IncompleteBody"],
    ["too long", "9\r\n123456789\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\n", 4, "IncompleteBody"],
    ["cut off", "9\r\n1234", 9, "IncompleteBody"],
    ["no number", "zz\r\n123456789\r\n0\r\n\r\n", 9, "IncompleteBody"],
    ["an endless line", "9".repeat(5000), 9, "IncompleteBody"],
    ["something behind", "9\r\n123456789\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\nmore", 9, "IncompleteBody"],
  ])("%s", async (_, wire, length, code) => {
    await s3.send(new DeleteObjectCommand({ Bucket: "vault", Key: "chunked" }));
    expect(await put(wire, length, trailer)).toMatchObject({ status: 400, code });
    expect(await send({ path: "/vault/chunked" })).toMatchObject({ status: 404 });
  });

  const plain = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD", "content-encoding": "identity" };
  test.each([
    ["an unknown trailer", { "x-amz-trailer": "x-amz-checksum-foo" }, "9\r\n123456789\r\n0\r\nx-amz-checksum-foo:x\r\n\r\n"],
    ["a trailer that is no checksum", { "x-amz-trailer": "x-amz-meta-a" }, "9\r\n123456789\r\n0\r\nx-amz-meta-a:x\r\n\r\n"],
    ["a trailer that was not announced", {}, "9\r\n123456789\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\n"],
    ["a trailer without chunks", { ...plain, ...trailer }, "123456789"],
    ["an unknown checksum", { ...plain, "x-amz-checksum-foo": "x" }, "123456789"],
    ["an unknown algorithm", { ...plain, "x-amz-sdk-checksum-algorithm": "FOO" }, "123456789"],
  ])("%s is rejected, and nothing is stored", async (_, headers, wire) => {
    await s3.send(new DeleteObjectCommand({ Bucket: "vault", Key: "chunked" }));
    expect(await put(wire, 9, headers)).toMatchObject({ status: 400, code: "InvalidRequest" });
    expect(await send({ path: "/vault/chunked" })).toMatchObject({ status: 404 });
  });

  test("a document with a checksum that is unknown is not taken", async () => {
    const body = "<Delete><Object><Key>chunked</Key></Object></Delete>";
    const headers = { "x-amz-checksum-foo": "x" };
    expect(await send({ method: "POST", path: "/vault", query: { delete: "" }, body, headers })).toMatchObject({
      status: 400,
      code: "InvalidRequest",
    });
  });

  test.each([false, true])("that are signed, tampered with: %s", async (isTampered) => {
    const date = new Date();
    const stamp = date.toISOString().replace(/[-:]|\.\d{3}/g, "");
    const scope = `${stamp.slice(0, 8)}/${descriptor.region}/s3/aws4_request`;
    const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
    const key = scope
      .split("/")
      .reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${descriptor.secret_access_key}`) as Buffer;
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    const received = await send({
      method: "PUT",
      path: "/vault/signed-chunks",
      signingDate: date,
      headers: { "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "x-amz-decoded-content-length": "9" },
      tamper(sent) {
        let previous = /Signature=(\w+)/.exec(sent.headers["authorization"]!)![1]!;
        sent.body = ["12345", "6789", ""]
          .map((chunk) => {
            const toSign = ["AWS4-HMAC-SHA256-PAYLOAD", stamp, scope, previous, sha256(""), sha256(chunk)].join("\n");
            previous = hmac(key, toSign).toString("hex");
            return `${chunk.length.toString(16)};chunk-signature=${previous}\r\n${isTampered ? chunk.replace("7", "X") : chunk}\r\n`;
          })
          .join("");
      },
    });
    expect(received).toMatchObject(isTampered ? { status: 403, code: "SignatureDoesNotMatch" } : { status: 200 });
  });
});

describe("presigned", () => {
  test("up- and downloads", async () => {
    const up = await getSignedUrl(s3, new PutObjectCommand({ Bucket: "vault", Key: "pre signed/é" }), { expiresIn: 600 });
    expect((await fetch(up, { method: "PUT", body: "by url" })).status).toBe(200);
    const get = new GetObjectCommand({
      Bucket: "vault",
      Key: "pre signed/é",
      ResponseContentDisposition: 'attachment; filename="a b.txt"',
    });
    const down = await getSignedUrl(s3, get, { expiresIn: 600 });
    const response = await fetch(down);
    expect([response.status, await response.text()]).toEqual([200, "by url"]);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="a b.txt"');
    expect((await fetch(down, { headers: { range: "bytes=3-" } })).status).toBe(206);

    const tampered = new URL(down);
    tampered.searchParams.set("response-content-disposition", "inline");
    const longer = new URL(down);
    longer.searchParams.set("X-Amz-Expires", "3600");
    const elsewhere = down.replace("pre%20signed", "doc");
    for (const url of [tampered, longer, elsewhere]) {
      const rejected = await fetch(url);
      expect([rejected.status, await rejected.text()]).toEqual([
        403,
        expect.stringContaining("<Code>SignatureDoesNotMatch</Code>"),
      ]);
    }
    expect((await fetch(down, { method: "DELETE" })).status).toBe(403);
    expect((await fetch(down, { headers: { "x-amz-copy-source": "/vault/doc" } })).status).toBe(403);
  });

  test("no content runs in the origin of the endpoint", async () => {
    const page = { Bucket: "vault", Key: "page.html" };
    await s3.send(new PutObjectCommand({ ...page, Body: "<script>alert(1)</script>", ContentType: "text/html" }));
    const at = (input: object) => getSignedUrl(s3, new GetObjectCommand({ ...page, ...input }), { expiresIn: 600 });
    const urls = [
      await at({}),
      await at({ Key: "doc", ResponseContentType: "text/html" }),
      await at({ Key: "none" }),
      await getSignedUrl(s3, new ListBucketsCommand({}), { expiresIn: 600 }),
      descriptor.endpoint,
      `${descriptor.endpoint}/vault/%FF`,
    ];
    const found = await Promise.all(urls.map((url) => fetch(url)));
    found.push(await fetch(urls[0]!, { headers: { range: "bytes=0-3" } }));
    expect(found.map(({ status }) => status)).toEqual([200, 200, 404, 200, 403, 400, 206]);
    expect(found[1]!.headers.get("content-type")).toBe("text/html");
    for (const { headers } of found) {
      expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("are over when they say so", async () => {
    const command = new GetObjectCommand({ Bucket: "vault", Key: "doc" });
    const old = await getSignedUrl(s3, command, { expiresIn: 60, signingDate: new Date(Date.now() - 61_000) });
    const expired = await fetch(old);
    expect([expired.status, await expired.text()]).toEqual([403, expect.stringContaining("Request has expired")]);
    const early = await getSignedUrl(s3, command, { expiresIn: 60, signingDate: new Date(Date.now() + 3_600_000) });
    expect((await fetch(early)).status).toBe(403);
    const wrong = s3For({ ...descriptor, secret_access_key: "y".repeat(40) });
    expect((await fetch(await getSignedUrl(wrong, command, { expiresIn: 600 }))).status).toBe(403);
  });
});
