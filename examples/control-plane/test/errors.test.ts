import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../../generated/validators/index.js";
import { usePlane } from "./support/control-plane.js";
import { conditions, makeGiven } from "./support/rejections.js";

const plane = usePlane();
beforeAll(() => makeGiven(plane.current));

describe.each(Object.entries(conditions))("%s", (_, cases) => {
  test.each(cases)("$where $error", async ({ where, status, error, call, token }) => {
    const found = await call(token ? plane.current.as(token()) : plane.current.api);
    expect(found.status).toBe(status);
    const responses: Readonly<Record<number, (value: unknown) => boolean>> = operations[where].responses;
    expect(responses[status]!(found.body)).toBe(true);
    expect((found.body as { error: string }).error).toMatch(error);
  });
});

test("an expired and a revoked token are no tokens", async () => {
  const { token, as, platform } = plane.current;
  const [expired, revoked] = [await token(["service:read"]), await token(["service:read"])];
  expect((await as(expired).list()).status).toBe(200);
  const hash = "sha256($1::bytea)";
  await platform.database.query(`update tokens set expires_at = now() where hash = ${hash}`, [Buffer.from(expired)]);
  await platform.database.query(`update tokens set revoked_at = now() where hash = ${hash}`, [Buffer.from(revoked)]);
  expect((await as(expired).list()).status).toBe(401);
  expect((await as(revoked).list()).status).toBe(401);
});
