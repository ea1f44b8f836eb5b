import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../src/config.js";
import { allowedAddress } from "../src/engines/postgres/migration-source.js";
import { createGate, createLimiter, createTurns } from "../src/limiter.js";
import { readNetwork } from "../src/engines/postgres/allowlist-rules.js";
import { isUuid } from "../src/uuid.js";
import { isInstant, makeCursor, readCursor } from "../src/engines/cursor.js";
import { redact } from "../src/engines/postgres/redact.js";
import { describeError } from "../src/log.js";
import { scramVerifier } from "../src/postgres-server/scram.js";
import { worstOf } from "../src/services/live.js";

describe("scramVerifier", () => {
  test("makes what PostgreSQL makes of the password of RFC 7677", () => {
    const salt = Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64");
    expect(scramVerifier("pencil", salt, 4096)).toBe(
      "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=",
    );
  });

  test("rejects what would have to be prepared", () => {
    expect(() => scramVerifier("pässword")).toThrow("printable ASCII");
  });
});

describe("redact", () => {
  test.each([
    ["select 'hello'", "select 'hello'"],
    ["alter role x password 'a''b'", "alter role x password '<redacted>'"],
    ["ALTER ROLE x PASSWORD E'a\\'b' VALID UNTIL 'never'", "ALTER ROLE x PASSWORD '<redacted>' VALID UNTIL '<redacted>'"],
    ["create user x password $tag$secret$tag$", "create user x password '<redacted>'"],
    [
      "create subscription s connection 'host=h password=p' publication p",
      "create subscription s connection '<redacted>' publication p",
    ],
    ["alter role x password 'cut off", "alter role x password '<redacted>'"],
    ["connect to postgres://me:secret@host/db", "connect to postgres://me:<redacted>@host/db"],
    ["option password=secret, host=h", "option password=<redacted>, host=h"],
    ['password authentication failed for user "me"', 'password authentication failed for user "me"'],
    ["alter role \"it's\" password 'secret'", "alter role \"it's\" password '<redacted>'"],
    ["alter role x password 'a\\' valid until 'b'", "alter role x password '<redacted>' valid until '<redacted>'"],
    [
      "alter role x /* don't 'old' /* nested */ */ password 'p' -- it's 'q'\n;",
      "alter role x /* <redacted> */ password '<redacted>' -- <redacted>\n;",
    ],
    ["alter role x$a password $$p$$ connection limit $1", "alter role x$a password '<redacted>' connection limit $1"],
    ["create user x password $a$one$b$two$a$;", "create user x password '<redacted>';"],
    ["create user x password $a$one$b$two", "create user x password '<redacted>'"],
    ["alter role x password U&'\\0061' in role y", "alter role x password U&'<redacted>' in role y"],
    ['unterminated quoted string at or near "\'cut off"', 'unterminated quoted string at or near "<redacted>"'],
    ['syntax error at or near "alter"', 'syntax error at or near "alter"'],
    ["connect to postgres://me:a:b/c@d@host:5432/db", "connect to postgres://me:<redacted>@host:5432/db"],
    ["connect to postgres://me@host:5432/db", "connect to postgres://me@host:5432/db"],
    ["connect to postgres://me:cut", "connect to postgres://me:<redacted>"],
    ["GET http://host:80/path", "GET http://host:80/path"],
    ["select api_key='abc'", "select api_key='<redacted>'"],
    ["option api_key=abc&page=2", "option api_key=<redacted>"],
    ["update t set user_password = 'abc'", "update t set user_password = '<redacted>'"],
    ["select set_config('app.token','abc',false)", "select set_config('<redacted>','<redacted>',false)"],
    ["select set_config('app.jwt','abc',false)", "select set_config('<redacted>','<redacted>',false)"],
    ["statement: insert into t values('abc', $$x$$)", "statement: insert into t values('<redacted>', '<redacted>')"],
    ["duration: 0.1 ms  statement: select 'abc'", "duration: 0.1 ms  statement: select '<redacted>'"],
    ["execute <unnamed>: select 'abc'", "execute <unnamed>: select '<redacted>'"],
    ["duration: 0.1 ms  plan:\nQuery Text: select 'abc'", "duration: 0.1 ms  plan:\nQuery Text: select '<redacted>'"],
    ['relation "orders" does not exist', 'relation "orders" does not exist'],
    ['statement: select "it\'s" from t', 'statement: select "it\'s" from t'],
  ])("%s", (text, expected) => {
    expect(redact(text)).toEqual({ text: expected, redacted: text !== expected });
  });

  // Each of these took a regular expression of before, or that of another tokenizer, seconds to minutes.
  test.each([
    "'",
    "''",
    "''a",
    "e'\\'",
    '"',
    "$a",
    "$a$",
    "$",
    "/*",
    "/*/",
    "--",
    "a.",
    "a://b:",
    "password ",
    "password=  ",
    "api_key",
    "token ",
    "\\'",
    "é$",
  ])("a text of 240 kB of %j takes no time", (part) => {
    const text = `password ${part.repeat(240_000 / part.length)}`;
    const started = process.cpuUsage();
    expect(redact(text).text.length).toBeLessThan(100_000);
    expect(process.cpuUsage(started).user).toBeLessThan(500_000);
  });
});

describe("cursors", () => {
  test("come back as they went, and nothing else is one", () => {
    const parts = [isInstant, isUuid];
    const position = ["2026-11-20T09:15:00.123Z", "1c9d4e2a-7f1b-4f3e-9a55-0c4f1e2d3b6a"] as const;
    expect(readCursor(makeCursor(position), parts)).toEqual(position);
    expect(readCursor(undefined, parts)).toBeUndefined();
    const [time, id] = position;
    const others = [
      [time],
      [time, id, id],
      [1, id],
      [{}, id],
      ["2026-99-20T09:15:00.123Z", id],
      ["2026-02-30T09:15:00.123Z", id],
      ["0000-01-01T00:00:00.000Z", id],
      ["+010000-01-01T00:00:00.000Z", id],
      ["infinity", id],
      ["", id],
      [time, "x"],
      [time, `${id}\0`],
    ];
    for (const text of ["x", "\0", ...others.map((other) => Buffer.from(JSON.stringify(other)).toString("base64url"))]) {
      expect(() => readCursor(text, parts)).toThrow("/cursor is no cursor of this list");
    }
  });
});

describe("allowedAddress", () => {
  test.each([
    "127.0.0.1",
    "::1",
    "::ffff:10.0.0.1",
    "fe80::1",
    "fd00::1",
    "100.64.0.1",
    "169.254.169.254",
    "0.0.0.0",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "fec0::1",
    "192.88.99.1",
    "::ffff:8.8.8.8",
    "::10.0.0.1",
    "::7f00:1",
    "100::1",
    "2001:db8::1",
    "2002:a00:1::1",
    "3fff::1",
    "5f00::1",
    "ff02::1",
    "fe80::1%lo",
    "192.31.196.1",
    "240.0.0.1",
    "255.255.255.255",
    "no.such.host.invalid",
  ])("%s is not allowed", async (host) => {
    expect(await allowedAddress(host, [])).toBeUndefined();
  });

  test("public addresses are, and what the installation lists", async () => {
    expect(await allowedAddress("198.51.99.1", [])).toBe("198.51.99.1");
    expect(await allowedAddress("2606:4700::1", [])).toBe("2606:4700::1");
    expect(await allowedAddress("10.0.0.1", ["10.0.0.1"])).toBe("10.0.0.1");
  });
});

describe("createLimiter", () => {
  /** Work that runs until it is ended, and what runs of it. */
  const workshop = () => {
    const running: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) => async () => {
      running.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      running.splice(running.indexOf(name), 1);
      if (name.includes("fails")) throw new Error(name);
      return name;
    };
    const end = async (name: string) => {
      ends.get(name)!();
      await new Promise(setImmediate);
    };
    return { running, work, end };
  };

  test("many calls of one key don't hold up another", async () => {
    const { running, work, end } = workshop();
    const limit = createLimiter({ total: 3, perKey: 2 });
    const calls = ["a1", "a2 fails", "a3", "a4", "b1", "c1"].map((name) => limit(name[0]!, work(name)));
    const done = Promise.allSettled(calls);
    await new Promise(setImmediate);
    expect(running).toEqual(["a1", "a2 fails", "b1"]);
    await end("b1");
    expect(running).toEqual(["a1", "a2 fails", "c1"]);
    await end("a2 fails");
    expect(running).toEqual(["a1", "c1", "a3"]);
    for (const name of ["c1", "a1", "a3", "a4"]) await end(name);
    expect((await done).map(({ status }) => status)).toEqual(["fulfilled", "rejected", ...Array<string>(4).fill("fulfilled")]);
  });

  test("work inside of work does not wait for itself", async () => {
    const limit = createLimiter({ total: 1, perKey: 1 });
    expect(await limit("a", () => limit("a", () => limit("b", () => Promise.resolve("inner"))))).toBe("inner");
    expect(await limit("a", () => Promise.resolve("after"))).toBe("after");
  });
});

describe("createTurns", () => {
  const settle = () => new Promise(setImmediate);

  // Any requests of any tenants, each of which ends at some time.
  test("nobody waits while there is a turn for them, no key has more than its share, and all get theirs", async () => {
    const key = fc.constantFrom("a", "b", "c", undefined);
    await fc.assert(
      fc.asyncProperty(fc.array(key, { maxLength: 30 }), fc.infiniteStream(fc.nat()), async (keys, choices) => {
        const limits = { total: 5, perKey: 2 };
        const turns = createTurns(limits);
        const running: { key: string | undefined; end: () => void }[] = [];
        let left = keys.length;
        for (const each of keys) void turns.take(each).then((end) => running.push({ key: each, end }));
        await settle();
        const waiting: (string | undefined)[] = [...keys];
        for (const { key: each } of running) waiting.splice(waiting.indexOf(each), 1);
        while (left > 0) {
          const count = (each: string | undefined) => running.filter((other) => other.key === each).length;
          expect(running.length).toBeLessThanOrEqual(limits.total);
          for (const each of ["a", "b", "c"]) expect(count(each)).toBeLessThanOrEqual(limits.perKey);
          const isStuck =
            running.length < limits.total && waiting.some((each) => each === undefined || count(each) < limits.perKey);
          expect(isStuck).toBe(false);
          const before = [...running];
          const [ended] = running.splice((choices.next().value as number) % running.length, 1);
          ended!.end();
          // Ending a turn again changes nothing.
          ended!.end();
          left--;
          await settle();
          for (const added of running) if (!before.includes(added)) waiting.splice(waiting.indexOf(added.key), 1);
        }
        expect(turns.waiting).toBe(0);
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  test("the next is of the key with the fewest", async () => {
    const turns = createTurns({ total: 3, perKey: 3 });
    const got: string[] = [];
    const ends: (() => void)[] = [];
    for (const key of ["a", "a", "a", "a", "a", "b"])
      void turns.take(key).then((end) => {
        got.push(key);
        ends.push(end);
      });
    await settle();
    ends[0]!();
    await settle();
    expect(got).toEqual(["a", "a", "a", "b"]);
  });

  test("who gives up waiting leaves its turn to others", async () => {
    const turns = createTurns({ total: 1, perKey: 1 });
    const end = await turns.take("a");
    const late = new AbortController();
    const given = turns.take("a", late.signal);
    const after = turns.take("b");
    late.abort(new Error("late"));
    await expect(given).rejects.toThrow("late");
    end();
    (await after)();
    (await turns.take("a"))();
    expect(turns.waiting).toBe(0);
  });
});

test("a gate lets so much work of a key in, whatever becomes of it, and rejects the rest at once", async () => {
  const gate = createGate(2, () => new Error("too much"));
  const ends: (() => void)[] = [];
  const begin = (key: string) => gate(key, () => new Promise<void>((end) => ends.push(end)));
  const [first, second] = [begin("a"), begin("a")];
  await expect(begin("a")).rejects.toThrow("too much");
  const other = begin("b");
  for (const end of ends.splice(0)) end();
  await Promise.all([first, second, other]);
  for (let count = 0; count < 5; count++)
    await expect(gate("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await gate("a", () => Promise.resolve("in"))).toBe("in");
});

describe("readNetwork", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7/32"],
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["2001:DB8:0:0::1", "2001:db8::1/128"],
    ["::ffff:1.2.3.4", "1.2.3.4/32"],
    ["::FFFF:102:304", "1.2.3.4/32"],
    ["::ffff:102:300/120", "1.2.3.0/24"],
    ["::1.2.3.4", "::102:304/128"],
    ["::/1", "::/1"],
  ])("%s is %s", (text, cidr) => {
    expect(readNetwork(text)).toEqual({ cidr, isCanonical: true, isEverything: false });
  });

  test.each(["203.0.113.7/24", "2001:db8::1/32", "::ffff:102:304/120"])("%s has host bits", (text) => {
    expect(readNetwork(text)?.isCanonical).toBe(false);
  });

  test.each(["0.0.0.0/0", "::0/0", "0:0::/0", "::ffff:0:0/96"])("%s is everything", (text) => {
    expect(readNetwork(text)?.isEverything).toBe(true);
  });

  test.each(["fe80::1%eth0", "host", ""])("%j is none", (text) => {
    expect(readNetwork(text)).toBeUndefined();
  });
});

describe("readConfig", () => {
  test.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["DEMO", "yes"],
    ["DATABASE_URL", "mysql://secret@host"],
    ["PUBLIC_URL", "http://plain.example"],
    ["POOL_SIZE", "none"],
    ["METRICS_KEY", "too-short"],
    ["METRICS_KEY", "more than one word"],
    ["SMTP_URL", "smtps://user:secret@mail.example"],
    ["MAIL_FROM", "me@example.com"],
  ])("%s=%s is rejected by name, not by value", (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
    expect(read).not.toThrow(value);
  });

  test("mail needs a server and one sender", () => {
    const read = (SMTP_URL: string, MAIL_FROM: string) => () => readConfig({ SMTP_URL, MAIL_FROM }).mail;
    const url = "smtps://user:secret@mail.example";
    expect(read(url, "me@example.com")()).toEqual({ url, from: { name: "", address: "me@example.com" } });
    expect(read(url, "Shop, Inc. <me@example.com>")()).toEqual({ url, from: { name: "Shop, Inc.", address: "me@example.com" } });
    for (const from of ["me", "a@example.com, b@example.com", "Me <me@example.com>\r\nBcc: x", "Me\n<me@example.com>"])
      expect(read(url, from)).toThrow(/^MAIL_FROM must be an address/);
    for (const wrong of ["https://secret@mail.example", "smtp://[secret"]) {
      expect(read(wrong, "me@example.com")).toThrow(ConfigError);
      expect(read(wrong, "me@example.com")).not.toThrow("secret");
    }
  });

  test("a store for objects needs a region and keys", () => {
    const keys = { AWS_REGION: "eu-1", AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "hidden" };
    const read = (OBJECTS_STORE: string, more = {}) => readConfig({ OBJECTS_STORE, ...keys, ...more }).objectsStore;
    const location = { region: "eu-1", accessKeyId: "key", secretAccessKey: "hidden", sessionToken: undefined };
    const amazon = "https://s3.eu-1.amazonaws.com";
    expect(read("s3://content")).toEqual({ ...location, bucket: "content", prefix: "", endpoint: amazon });
    const own = { AWS_ENDPOINT_URL: "http://ignored", AWS_ENDPOINT_URL_S3: "http://127.0.0.1:9000/s3" };
    expect(read("s3://my.content/a/b", own)).toMatchObject({
      bucket: "my.content",
      prefix: "a/b/",
      endpoint: "http://127.0.0.1:9000/s3",
    });
    for (const wrong of ["/var/content", "s3://", "s3://UPPER", "s3://content/a b", "s3://content/../x", "s3://content/a//b"])
      expect(() => read(wrong)).toThrow(/^OBJECTS_STORE must be s3:/);
    expect(() => read("s3://content", { AWS_SECRET_ACCESS_KEY: "" })).toThrow(/^AWS_SECRET_ACCESS_KEY is missing/);
    expect(() => read("s3://content", { AWS_ENDPOINT_URL: "http://a:b@host" })).toThrow(/^AWS_ENDPOINT_URL_S3 must be/);
    expect(() => read("s3://content", { AWS_REGION: "a/../b" })).toThrow(/^AWS_REGION must be/);
  });

  test("an empty environment is enough", () => {
    expect(readConfig({})).toMatchObject({ host: "127.0.0.1", port: 8080, databaseUrl: undefined, demo: true });
    expect(readConfig({ DATABASE_URL: "postgres://host/db" }).demo).toBe(false);
  });
});

test("errors of PostgreSQL and of the network are logged without their words", () => {
  const error = Object.assign(new Error("duplicate key (password)=(secret)"), { code: "23505" });
  expect(describeError(error)).toMatchObject({ error: "Error", code: "23505" });
  expect(JSON.stringify(describeError(error))).not.toContain("secret");
  expect(describeError(new TypeError("ours"))).toMatchObject({ error: "TypeError", reason: "ours" });
});

test("the worst component decides", () => {
  const rate = (...statuses: ("healthy" | "unknown" | "degraded" | "error")[]) => worstOf(statuses.map((status) => ({ status })));
  expect([rate("healthy"), rate("healthy", "unknown"), rate("degraded", "unknown"), rate("error", "healthy")]).toEqual([
    "healthy",
    "unknown",
    "degraded",
    "error",
  ]);
});
