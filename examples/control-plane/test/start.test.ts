import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../src/log.js";
import { isRunning } from "../src/postgres-server/cluster.js";
import { startControlPlane } from "../src/start.js";
import { testConfig } from "./support/control-plane.js";

test("what can't be started as a whole is stopped again", async () => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void busy.close());
  const { port } = busy.address() as AddressInfo;
  const config = await testConfig({ port });
  await expect(
    startControlPlane(
      config,
      createLog(() => undefined),
    ),
  ).rejects.toThrow("EADDRINUSE");
  expect(await isRunning({ data: join(config.dataDir, "servers", "shared", "data") })).toBe(false);
});

test("a database that misses migrations gets them once, however many start at the same time", async () => {
  const config = await testConfig();
  const lines: string[] = [];
  const first = await startControlPlane(
    config,
    createLog((line) => lines.push(line)),
  );
  onTestFinished(() => first.stop());
  const { connectionString } = first.platform.database.options as { connectionString: string };
  await first.platform.database.query("drop schema public cascade; create schema public");
  const others = await Promise.all(
    [1, 2, 3].map(() =>
      startControlPlane(
        { ...config, databaseUrl: connectionString },
        createLog((line) => lines.push(line)),
      ),
    ),
  );
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.stop()))));
  const { rows } = await first.platform.database.query<{ name: string }>("select name from migrations order by name");
  expect(rows.map(({ name }) => name)).toEqual(["0001-organisations.sql", "0002-services.sql", "0003-postgres.sql"]);
  expect(lines.filter((line) => line.includes("The database is up to date"))).toHaveLength(2);
});
