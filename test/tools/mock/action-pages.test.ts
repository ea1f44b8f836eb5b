import { expect, test } from "vitest";
import { mockedServices } from "../exchanges/conformance/mocked-services.js";

test("the list of an action has pages as small as its body asks for, and they end", async () => {
  const { mock } = await mockedServices();
  const list = async (body: object) => {
    const response = await mock.fetch(
      "http://api.test/v1/projects/3f0c9d1e-2b4a-4c6d-8e1f-0a1b2c3d4e5f/services/00000000-0000-4000-8000-000000000003/actions/list_api_keys",
      {
        method: "POST",
        headers: { authorization: "Bearer token-of-owner", "content-type": "application/json" },
        body: JSON.stringify(body),
      },
    );
    return ((await response.json()) as { result: { keys: { key_id: string }[]; next_cursor: string | null } }).result;
  };
  const whole = await list({});
  expect(whole.next_cursor).toBeNull();
  expect(whole.keys.length).toBeGreaterThan(1);
  const seen: object[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list({ limit: 1, ...(cursor !== undefined && { cursor }) });
    expect(page.keys).toHaveLength(1);
    seen.push(...page.keys);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(whole.keys);
});
