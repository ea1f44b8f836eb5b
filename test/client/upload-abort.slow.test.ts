import http from "node:http";
import { expect, test } from "vitest";
import { createClient } from "../../generator/live/client.js";
import { load } from "../../generator/live/live-contract.js";
import { serve } from "../server/listen.js";
import { repositoryPath } from "../support/repository.js";
import { failureOf } from "./connect.js";

test("an upload is aborted by its signal, and its connection closes", async () => {
  const contract = await load(repositoryPath("test/production/fleet/openapi.yaml"));
  const aborted = new AbortController();
  let close = () => {};
  const closed = new Promise<void>((resolve) => void (close = resolve));
  const { port } = await serve(
    http.createServer((request) => {
      request.once("data", () => aborted.abort()).once("close", close);
    }),
  );
  const client = createClient(contract, { baseUrl: `http://127.0.0.1:${port}`, token: "t" });
  const body = { title: "Yard", drawing: new Blob([new Uint8Array(8_000_000)], { type: "image/png" }) };
  const call = client.operations["addDrawing"]!({ terminal_id: "trm_aaaa", body }, { signal: aborted.signal });
  expect(await failureOf(call)).toMatchObject({ name: "AbortError", call: "addDrawing" });
  await closed;
});
