import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrastOf, isColour, printTheme } from "../../../generator/tools/site/print-theme.js";
import { repositoryPath } from "../../support/repository.js";

test.each([
  ["#1d4f91", true],
  ["#ABCDEF", true],
  ["#fff", false],
  ["red", false],
  ["#1d4f91; } body { background: url(x)", false],
  ["#1d4f91\n", false],
])("%j is a colour: %s", (text, isOne) => {
  expect(isColour(text)).toBe(isOne);
});

test("only colours get into the style sheet", () => {
  expect(printTheme({ dark: "#abcdef" })).toBe(":root {\n  --accent-dark: #abcdef;\n}\n");
  expect(() => printTheme({ light: "red; }" })).toThrow("a colour that was not checked");
});

describe("contrast", () => {
  const style = readFileSync(repositoryPath("templates/docs/style.css"), "utf8");
  const pair = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(style)!.slice(1) as [string, string];

  test("is measured against the background on which it is lowest", () => {
    expect(contrastOf("#ffffff", "dark")).toBeCloseTo(16.7, 1);
    expect(contrastOf("#000000", "light")).toBeCloseTo(19.6, 1);
    expect(contrastOf(pair("raised")[0], "light")).toBe(1);
    expect(contrastOf(pair("raised")[1], "dark")).toBe(1);
  });

  test.each(["text", "quiet", "good", "warn", "bad"])("of the colour --%s is enough", (name) => {
    const [light, dark] = pair(name);
    expect([contrastOf(light, "light") > 4.5, contrastOf(dark, "dark") > 4.5]).toEqual([true, true]);
  });

  test("of the accents is enough", () => {
    const accent = (scheme: string) => new RegExp(`--accent-${scheme}: (#\\w+);`).exec(style)![1]!;
    expect([contrastOf(accent("light"), "light") > 4.5, contrastOf(accent("dark"), "dark") > 4.5]).toEqual([true, true]);
  });
});
