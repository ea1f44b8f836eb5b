import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

const Bucket = "bench";

/** Calls of an objects service: actions, and requests as AWS's SDK sends them. */
export async function benchObjects(plane) {
  const id = await plane.demo("objects");
  const { endpoint, region, access_key_id, secret_access_key } = JSON.parse(await plane.reveal(id));
  const credentials = { accessKeyId: access_key_id, secretAccessKey: secret_access_key };
  let written;
  // The SDK signs, the bench sends: signatures of the same request are valid for 15 minutes, and the client's share is not measured.
  const requestHandler = {
    handle(request) {
      written = request;
      return Promise.reject(new Error("Only to be written"));
    },
  };
  const options = { endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 };
  const s3 = new S3Client({ ...options, requestHandler });
  const capture = async (command) => {
    await s3.send(command).catch(() => undefined);
    const { method, path, query, headers, body } = written;
    const search = new URLSearchParams(query).toString();
    return { method, url: `${new URL(endpoint).origin}${path}${search && `?${search}`}`, headers, body };
  };
  const expectOk = async (request) => {
    const { status, body } = await plane.send(request);
    if (status !== 200) throw new Error(`${request.url} returned ${status}: ${body.slice(0, 300)}`);
  };
  const large = Buffer.alloc(1024 * 1024, "The quick brown fox. ");
  const put = (Key, Body) => capture(new PutObjectCommand({ Bucket, Key, Body }));

  await plane.invoke(id, "create_bucket", { bucket: Bucket });
  for (let index = 0; index < 100; index++) await expectOk(await put(`listed/${index}`, large.subarray(0, 1024)));
  const smallPut = await put("small", large.subarray(0, 1024));
  const largePut = await put("large", large);
  await expectOk(smallPut);
  await expectOk(largePut);
  const smallGet = await capture(new GetObjectCommand({ Bucket, Key: "small" }));
  const largeGet = await capture(new GetObjectCommand({ Bucket, Key: "large" }));
  const list = await capture(new ListObjectsV2Command({ Bucket, Prefix: "listed/" }));
  const url = await getSignedUrl(new S3Client(options), new GetObjectCommand({ Bucket, Key: "small" }));
  let count = 0;
  const data = { "put 1 kB": smallPut, "put 1 MiB": largePut, "get 1 kB": smallGet, "get 1 MiB": largeGet };
  return [
    { name: "action list_buckets", inFlight: 8, run: () => plane.invoke(id, "list_buckets") },
    {
      name: "action create_folder",
      inFlight: 8,
      run: () => plane.invoke(id, "create_folder", { bucket: Bucket, path: `folder-${count++}/` }),
    },
    {
      name: "action delete_bucket, 404",
      inFlight: 8,
      run: () => plane.invoke(id, "delete_bucket", { bucket: "no-such-bucket" }, 404),
    },
    ...Object.entries({ ...data, "get 1 kB, presigned": { url }, "list v2 of 100": list }).map(([name, request]) => ({
      name,
      inFlight: 8,
      run: () => expectOk(request),
    })),
  ];
}
