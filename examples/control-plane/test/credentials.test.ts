import { chmod, mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKeyring, makeKey, parseKeyring, rewrap, seal, unseal } from "../src/credentials/keyring.js";
import { rewrapAll } from "../src/credentials/rewrap-all.js";
import { createCredentialStore } from "../src/credentials/store.js";
import { addService } from "./support/add-service.js";
import { usePlane } from "./support/control-plane.js";

const [oldKey, newKey] = [makeKey("old"), makeKey("new")];
const before = parseKeyring("keys", oldKey);
const during = parseKeyring("keys", `${newKey},${oldKey}`);
const after = parseKeyring("keys", newKey);

describe("envelopes", () => {
  test("open where they were sealed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (secret, place) => {
        const text = Buffer.from(secret).toString();
        expect(unseal(before, place, seal(before, place, text))).toBe(text);
      }),
    );
  });

  test("do not open in another place, changed, or with another key", () => {
    const envelope = seal(before, "here", "secret");
    expect(() => unseal(before, "there", envelope)).toThrow("unable to authenticate");
    expect(() => unseal(after, "here", envelope)).toThrow("has no master key old");
    for (const part of ["wrapped_key", "sealed"] as const) {
      for (let index = 0; index < envelope[part].length; index++) {
        const changed = Buffer.from(envelope[part]);
        changed[index]! ^= 1;
        expect(() => unseal(before, "here", { ...envelope, [part]: changed })).toThrow("unable to authenticate");
      }
    }
  });

  test("are rewrapped without being opened", () => {
    const envelope = seal(before, "here", "secret");
    const rewrapped = rewrap(during, "here", envelope);
    expect(rewrapped.sealed).toBe(envelope.sealed);
    expect(rewrapped.master_key_id).toBe("new");
    expect(unseal(after, "here", rewrapped)).toBe("secret");
  });
});

describe("keyrings", () => {
  test.each([
    ["", "contains no key"],
    ["first:short", "contains something other than keys"],
    [`${oldKey},${oldKey}`, "contains two keys of the same name"],
  ])("%j are rejected without being shown", (text, problem) => {
    expect(() => parseKeyring("MASTER_KEYS", text)).toThrow(`MASTER_KEYS ${problem}`);
  });

  test("are made in a file that only its owner may read, and read from it again", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "keys-"));
    const first = await loadKeyring({ masterKeys: undefined, dataDir });
    expect((await stat(join(dataDir, "master.keys"))).mode & 0o777).toBe(0o600);
    const again = await loadKeyring({ masterKeys: undefined, dataDir });
    expect(again.current).toEqual(first.current);
    await chmod(join(dataDir, "master.keys"), 0o644);
    await expect(loadKeyring({ masterKeys: undefined, dataDir })).rejects.toThrow("can be read by others");
    await writeFile(
      join(dataDir, "master.keys"),
      `${newKey}\n${(await readFile(join(dataDir, "master.keys"), "utf8")).trim()}\n`,
    );
    await chmod(join(dataDir, "master.keys"), 0o600);
    expect((await loadKeyring({ masterKeys: undefined, dataDir })).current.id).toBe("new");
  });
});

describe("rotation", () => {
  const plane = usePlane({ masterKeys: oldKey });

  test("rewraps every secret while services are used, and the old key can go", async () => {
    const { current } = plane;
    const { database } = current.platform;
    const ids = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        addService(current, { type: "search", plan: "shared", secret: `{"n":${index}}` }),
      ),
    );
    const { rows: sealed } = await database.query("select sealed from credentials order by service_id");
    const counts = await Promise.all([rewrapAll(database, during), rewrapAll(database, during)]);
    expect(counts[0]! + counts[1]!).toBe(120);
    const { rows: left } = await database.query("select master_key_id as id, count(*)::int from credentials group by 1");
    expect(left).toEqual([{ id: "new", count: 120 }]);
    expect((await database.query("select sealed from credentials order by service_id")).rows).toEqual(sealed);
    const store = createCredentialStore(after);
    for (const [index, id] of ids.entries()) {
      expect((await store.readCurrent(database, id, "SEARCH_CREDENTIALS"))?.secret).toBe(`{"n":${index}}`);
    }
  });

  test("a secret that was moved to another service does not open", async () => {
    const { current } = plane;
    const { database, credentials } = current.platform;
    const [mine, theirs] = [
      await addService(current, { type: "auth", plan: "standard" }),
      await addService(current, { type: "auth", plan: "standard" }),
    ];
    await database.query(
      `update credentials c set sealed = o.sealed, wrapped_key = o.wrapped_key from credentials o
       where c.service_id = $1 and o.service_id = $2`,
      [mine, theirs],
    );
    await expect(credentials.readCurrent(database, mine, "AUTH_CREDENTIALS")).rejects.toThrow("unable to authenticate");
    expect((await current.api.reveal(mine)).status).toBe(500);
  });
});
