import fc from "fast-check";
import { expect, it } from "vitest";
import { nameTargets, type ForeignTarget } from "../../generator/document/place-components.js";

const target = (ref: string): ForeignTarget => {
  const [file, pointer = ""] = ref.split("#");
  return { absolutePath: `/root/${file}`, segments: pointer.split("/").slice(1) };
};

function names(refs: readonly string[], taken: readonly string[] = []): Record<string, string> {
  const targets = new Map(refs.map((ref) => [target(ref), ref]));
  const named = [...nameTargets([...targets.keys()], new Set(taken))].map(([key, name]) => [
    targets.get(key as ForeignTarget)!,
    name,
  ]);
  return Object.fromEntries(named);
}

it.each([
  ["schemas/pet.yaml", "pet"],
  ["my pet (1).v2.JSON", "my_pet_1_.v2"],
  ["a.yaml#/Pet", "Pet"],
  ["a.yaml#/$defs/Pet", "Pet"],
  ["a.yaml#/components/schemas/Pet", "Pet"],
  ["a.yaml#/components/schemas/Pet/properties/name", "Pet_properties_name"],
  ["a.yaml#/x/0/y", "x_0_y"],
  ["a.yaml#/a b", "a_b"],
  ["a.yaml#/日本", "definition"],
  [`a.yaml#/${"x".repeat(300)}`, "x".repeat(120)],
])("%s becomes %s", (ref, name) => {
  expect(names([ref])).toEqual({ [ref]: name });
});

it("prefixes the file's name if two have the same name, or if it is taken", () => {
  expect(names(["a.yaml#/Pet", "b.yaml#/Pet", "c.yaml#/Cat"])).toEqual({
    "a.yaml#/Pet": "a_Pet",
    "b.yaml#/Pet": "b_Pet",
    "c.yaml#/Cat": "Cat",
  });
  expect(names(["a.yaml#/Pet"], ["Pet"])).toEqual({ "a.yaml#/Pet": "a_Pet" });
});

it("adds a number if that isn't enough", () => {
  expect(names(["x/a.yaml#/Pet", "y/a.yaml#/Pet", "b.yaml#/a_Pet"])).toEqual({
    "b.yaml#/a_Pet": "a_Pet",
    "x/a.yaml#/Pet": "a_Pet_2",
    "y/a.yaml#/Pet": "a_Pet_3",
  });
});

it("gives each a unique name, whatever the order", () => {
  const part = fc.constantFrom("a", "b", "Pet", "pet", "a_Pet", "x y", "x_y");
  const ref = fc
    .tuple(part, fc.array(part, { maxLength: 2 }))
    .map(([file, keys]) => `${file}.yaml#${keys.map((key) => `/${key}`).join("")}`);
  fc.assert(
    fc.property(fc.uniqueArray(ref, { maxLength: 8 }), fc.uniqueArray(part, { maxLength: 3 }), (refs, taken) => {
      const named = names(refs, taken);
      const all = [...Object.values(named), ...taken];
      expect(new Set(all).size).toBe(all.length);
      expect(names([...refs].reverse(), [...taken].reverse())).toEqual(named);
    }),
  );
});
