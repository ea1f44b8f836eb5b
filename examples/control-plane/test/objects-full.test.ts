import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ObjectsEngine } from "../src/engines/objects/objects-engine.js";
import { beforeTests, usePlane } from "./support/control-plane.js";
import { codeOf, provisionObjects, textOf } from "./support/objects.js";
import { signedRequests } from "./support/signed-requests.js";

const plane = usePlane();
const own = beforeTests(() => provisionObjects(plane.current));
const send = signedRequests(() => own.descriptor);

const storeOf = () => (plane.current.platform.engines.objects as ObjectsEngine).parts.store;

/** Lets the next write fail as it would where there is no room. */
function failOnce(failure: object): void {
  vi.spyOn(storeOf(), "put").mockRejectedValueOnce(Object.assign(new Error("no room"), failure));
}

let bucket = 0;
beforeEach(async () => void (await own.s3.send(new CreateBucketCommand({ Bucket: `full-${++bucket}` }))));

describe("a full disk", () => {
  test.each([
    ["of the data directory", { code: "ENOSPC" }],
    ["of a quota", { code: "EDQUOT" }],
    ["of PostgreSQL", { code: "53100" }],
    ["of another store", { status: 507 }],
  ])("%s is an error of S3 and is logged; what was stored stays", async (_, failure) => {
    const object = { Bucket: `full-${bucket}`, Key: "kept" };
    await own.s3.send(new PutObjectCommand({ ...object, Body: "before" }));
    failOnce(failure);
    const sent = await send({ method: "PUT", path: `/full-${bucket}/kept`, body: "after" });
    expect(sent).toMatchObject({ status: 507, code: "InsufficientStorage" });
    expect(sent.text).toMatch(/^<\?xml .*<Error>.*<\/Error>$/s);
    expect(sent.text).not.toContain("no room");
    await expect.poll(() => plane.current.lines.join("\n")).toContain("An endpoint failed");
    plane.current.lines.length = 0;
    expect(await textOf(own.s3, object.Bucket, "kept")).toBe("before");
    await own.s3.send(new PutObjectCommand({ ...object, Body: "again" }));
    expect(await textOf(own.s3, object.Bucket, "kept")).toBe("again");
  });

  test("is an error of a prepared upload", async () => {
    const { result } = await own.act("prepare_object_upload", { bucket: `full-${bucket}`, key: "sent" });
    const url = result.transfer.url!.replace("https://control.example", plane.current.url);
    const upload = () =>
      fetch(url, { method: "PUT", body: "content", headers: { authorization: `Bearer ${plane.current.tokenText}` } });
    failOnce({ code: "ENOSPC" });
    const response = await upload();
    expect([response.status, await response.json()]).toEqual([
      507,
      { error: "insufficient_storage: The storage is full. Please try again later." },
    ]);
    expect((await upload()).status).toBe(200);
  });
});

test("any other failure is an error of S3 too", async () => {
  failOnce({});
  const sent = await send({ method: "PUT", path: `/full-${bucket}/a`, body: "content" });
  expect(sent).toMatchObject({ status: 500, code: "InternalError" });
  expect(sent.text).not.toContain("no room");
  vi.spyOn(storeOf(), "read").mockImplementationOnce(() => {
    throw new Error("no such file");
  });
  await own.s3.send(new PutObjectCommand({ Bucket: `full-${bucket}`, Key: "a", Body: "content" }));
  const read = own.s3
    .send(new GetObjectCommand({ Bucket: `full-${bucket}`, Key: "a" }))
    .then(({ Body }) => Body!.transformToString());
  expect(await codeOf(read)).not.toBe("none");
});
