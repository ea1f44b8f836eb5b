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

describe.each(programs.map((program, index) => ({ program, index })))("$program", ({ program, index }) => {
  const bucket = `cli-${index}`;

  test("makes a bucket, and copies files up, across, down and away", async () => {
    await aws(program, "s3", "mb", `s3://${bucket}`);
    const small = randomBytes(1000);
    // More than 8 MiB is sent in parts.
    const big = randomBytes(20 * 2 ** 20);
    await writeFile(join(folder, "small é.bin"), small);
    await writeFile(join(folder, "big.bin"), big);
    await aws(program, "s3", "cp", "small é.bin", `s3://${bucket}/dir/small é.bin`);
    await aws(program, "s3", "cp", "big.bin", `s3://${bucket}/dir/big.bin`);
    await aws(program, "s3", "cp", `s3://${bucket}/dir/big.bin`, `s3://${bucket}/dir/copy.bin`);
    const listed = await aws(program, "s3", "ls", "--recursive", `s3://${bucket}/`);
    expect(
      listed
        .trim()
        .split("\n")
        .map((line) => line.slice(20).trim()),
    ).toEqual([`${big.length} dir/big.bin`, `${big.length} dir/copy.bin`, "1000 dir/small é.bin"]);
    expect(await aws(program, "s3", "ls", `s3://${bucket}/`)).toMatch(/PRE dir\//);
    await aws(program, "s3", "sync", `s3://${bucket}/dir`, `down-${index}`);
    expect((await readFile(join(folder, `down-${index}`, "small é.bin"))).equals(small)).toBe(true);
    expect((await readFile(join(folder, `down-${index}`, "big.bin"))).equals(big)).toBe(true);
    expect((await readFile(join(folder, `down-${index}`, "copy.bin"))).equals(big)).toBe(true);
    const url = (await aws(program, "s3", "presign", `s3://${bucket}/dir/big.bin`)).trim();
    expect((await fetch(url)).status).toBe(200);
    await aws(program, "s3", "rm", "--recursive", `s3://${bucket}/`);
    await aws(program, "s3", "rb", `s3://${bucket}`);
  });

  test("keeps versions, and lists page by page", async () => {
    const own = `${bucket}-versions`;
    await aws(program, "s3api", "create-bucket", "--bucket", own);
    await aws(program, "s3api", "put-bucket-versioning", "--bucket", own, "--versioning-configuration", "Status=Enabled");
    for (const text of ["one", "two"]) {
      await writeFile(join(folder, "text"), text);
      await aws(program, "s3api", "put-object", "--bucket", own, "--key", "k", "--body", "text", "--metadata", "a=b");
    }
    const { Versions } = JSON.parse(await aws(program, "s3api", "list-object-versions", "--bucket", own, "--page-size", "1")) as {
      Versions: { VersionId: string; IsLatest: boolean }[];
    };
    expect(Versions.map(({ IsLatest }) => IsLatest)).toEqual([true, false]);
    await aws(program, "s3api", "get-object", "--bucket", own, "--key", "k", "--version-id", Versions[1]!.VersionId, "got");
    expect(await readFile(join(folder, "got"), "utf8")).toBe("one");
  });

  test("is rejected with a wrong secret", async () => {
    const { secret_access_key } = descriptor;
    descriptor = { ...descriptor, secret_access_key: "x".repeat(40) };
    await expect(aws(program, "s3", "ls")).rejects.toThrow("SignatureDoesNotMatch");
    descriptor = { ...descriptor, secret_access_key };
  });
});
