import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { usePlane } from "./support/control-plane.js";
import { type Descriptor, provisionObjects } from "./support/objects.js";

const run = promisify(execFile);
const plane = usePlane();

/** The programs that are there: Debian's, and whatever PATH finds first. */
const found = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin"]
  .map((folder) => join(folder, "aws"))
  .filter((path) => existsSync(path));
const programs = [...new Set([found[0], found.at(-1)])].filter((path) => path !== undefined);

let descriptor: Descriptor;
let folder: string;

beforeAll(async () => {
  ({ descriptor } = await provisionObjects(plane.current));
  folder = join(plane.current.config.dataDir, "awscli");
  await mkdir(folder);
});

async function aws(program: string, ...args: string[]): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    AWS_ACCESS_KEY_ID: descriptor.access_key_id,
    AWS_SECRET_ACCESS_KEY: descriptor.secret_access_key,
    AWS_DEFAULT_REGION: descriptor.region,
  };
  const { stdout } = await run(program, ["--endpoint-url", descriptor.endpoint, ...args], { env, cwd: folder });
  return stdout;
}

// Each call takes a second of CPU, most of it to load Python.
test.each(programs)("%s makes a bucket, and copies files up, across, down and away", async (program) => {
  const bucket = `cli-${programs.indexOf(program)}`;
  await aws(program, "s3", "mb", `s3://${bucket}`);
  const small = randomBytes(1000);
  // More than 8 MiB is sent in parts.
  const big = randomBytes(20 * 2 ** 20);
  await mkdir(join(folder, "up"), { recursive: true });
  await writeFile(join(folder, "up", "small é.bin"), small);
  await writeFile(join(folder, "up", "big.bin"), big);
  await aws(program, "s3", "sync", "up", `s3://${bucket}/dir`);
  await aws(program, "s3", "cp", `s3://${bucket}/dir/big.bin`, `s3://${bucket}/other/copy.bin`);
  const listed = await aws(program, "s3", "ls", `s3://${bucket}/dir/`);
  const lines = listed.trim().split("\n");
  expect(lines.map((line) => line.slice(20).trim())).toEqual([`${big.length} big.bin`, "1000 small é.bin"]);
  await aws(program, "s3", "sync", `s3://${bucket}`, bucket);
  const down = (name: string) => readFile(join(folder, bucket, name));
  expect((await down("dir/small é.bin")).equals(small)).toBe(true);
  expect((await down("dir/big.bin")).equals(big)).toBe(true);
  expect((await down("other/copy.bin")).equals(big)).toBe(true);
  const url = (await aws(program, "s3", "presign", `s3://${bucket}/dir/big.bin`)).trim();
  expect((await fetch(url)).status).toBe(200);
  await aws(program, "s3", "rb", "--force", `s3://${bucket}`);
  expect((await fetch(url)).status).toBe(404);
});

describe.runIf(programs[0] !== undefined)("a program (skipped where none is)", () => {
  const program = programs[0]!;

  test("keeps versions, and lists page by page", async () => {
    const bucket = "cli-versions";
    await aws(program, "s3api", "create-bucket", "--bucket", bucket);
    await aws(program, "s3api", "put-bucket-versioning", "--bucket", bucket, "--versioning-configuration", "Status=Enabled");
    for (const text of ["one", "two"]) {
      await writeFile(join(folder, "text"), text);
      await aws(program, "s3api", "put-object", "--bucket", bucket, "--key", "k", "--body", "text", "--metadata", "a=b");
    }
    const { Versions } = JSON.parse(
      await aws(program, "s3api", "list-object-versions", "--bucket", bucket, "--page-size", "1"),
    ) as { Versions: { VersionId: string; IsLatest: boolean }[] };
    expect(Versions.map(({ IsLatest }) => IsLatest)).toEqual([true, false]);
    await aws(program, "s3api", "get-object", "--bucket", bucket, "--key", "k", "--version-id", Versions[1]!.VersionId, "got");
    expect(await readFile(join(folder, "got"), "utf8")).toBe("one");
  });

  test("is rejected with a wrong secret", async () => {
    const { secret_access_key } = descriptor;
    descriptor = { ...descriptor, secret_access_key: "x".repeat(40) };
    await expect(aws(program, "s3", "ls")).rejects.toThrow("SignatureDoesNotMatch");
    descriptor = { ...descriptor, secret_access_key };
  });
});
