import { expect, test } from "vitest";
import { type Fault, findingsOf, reply } from "./parts-server.js";

const faults: readonly (readonly [what: string, text: RegExp, fault: Fault])[] = [
  [
    "responds to HEAD with another media type",
    /^test-response getPart: responds to HEAD with another content-type than to GET/,
    ({ method }, usual) => {
      const response = usual();
      if (method === "HEAD") response.headers.set("content-type", "text/html");
      return response;
    },
  ],
  [
    "rejects HEAD",
    /^test-response getPart: responds to HEAD with 400 and to GET with 200/,
    ({ method }, usual) => (method === "HEAD" ? reply(400) : usual()),
  ],
  [
    "fails at a name that occurs twice",
    /^test-response createPart: responds with 500/,
    ({ text }, usual) => (/"name":.*"name":/.test(text) || /"colour":.*"colour":/.test(text) ? reply(500) : usual()),
  ],
  [
    "fails at large bodies",
    /^test-response createPart: responds with 500/,
    ({ text }, usual) => (text.length > 1_000_000 ? reply(500) : usual()),
  ],
];

for (const [what, text, fault] of faults) {
  test(`finds a server that ${what}`, async () => {
    const { texts } = await findingsOf(fault, ["http"]);
    expect(texts).toContainEqual(expect.stringMatching(text));
  });
}
