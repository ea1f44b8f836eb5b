import { expect, test } from "vitest";
import { invalidateBody } from "../../../../generator/tools/site/samples/action-sample.js";

const schemas = new Map([["Body", { required: ["cidr", "port"], properties: {} }]]);

test("the likeliest mistake comes first", () => {
  expect(invalidateBody({ cidr: "::/0", port: 1 }, { $ref: "#/components/schemas/Body" }, schemas)).toEqual([
    { cdir: "::/0", port: 1 },
    { cidr: "::/0", port: "1" },
    { cidr: "::/0", port: 1, unknown_field: true },
    { port: 1 },
    "text",
  ]);
});

test("searches alternatives for required fields, too", () => {
  const schema = { oneOf: [{ required: ["ip"] }, { required: ["cidr"] }] };
  expect(invalidateBody({ cidr: "::/0" }, schema, schemas)[0]).toEqual({ cdir: "::/0" });
});

test.each([
  ["id", "ids"],
  ["aaa", "aaas"],
  ["x_y_ab", "x_y_ba"],
])("%s is mistyped as %s", (name, mistyped) => {
  expect(invalidateBody({ [name]: true }, { required: [name] }, schemas)[0]).toEqual({ [mistyped]: true });
});

test("without required or numeric fields, there is one field too many", () => {
  expect(invalidateBody({}, undefined, schemas)).toEqual([{ unknown_field: true }, "text"]);
  expect(invalidateBody([], undefined, schemas)).toEqual([]);
});
