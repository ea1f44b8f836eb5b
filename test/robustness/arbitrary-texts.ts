import fc from "fast-check";

/** Names that some language, file system or library treats in its own way, and plain ones. */
export const name = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/) },
  { weight: 2, arbitrary: fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,4}([_.:-][A-Za-z0-9]{1,4}){1,2}$/) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ..."default class constructor toString hasOwnProperty then await async of get arguments eval actions index operations".split(
        " ",
      ),
      ..."Schemas Error Promise string body result con nul A a add_ip add-ip addIp valueOf Body Result Actions Guard type".split(
        " ",
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ..."0 1e3 é 名前 a/b a~b a'b a`b $ref - _ $ prototype É ﬁ \u{1F600} ª".split(" "),
      "a b",
      'a"b',
      "",
      "a\u0301",
      "\u202Eb",
      "a\nb",
    ),
  },
);

/** Names that an action, an operation or a service type may have. */
export const plainName = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[a-z][a-z0-9]{1,7}(_[a-z]{1,4})?$/) },
  { weight: 2, arbitrary: fc.stringMatching(/^[a-z][A-Za-z0-9]{0,4}([_.-][A-Za-z0-9]{1,4}){1,2}$/) },
  { weight: 2, arbitrary: fc.constantFrom(..."delete class new index default actions con body await type".split(" ")) },
);

/** The names of components, some of which are names of what the output imports or declares. */
export const componentNames = ["Alpha", "beta", "Gamma.v1", "delta-x", "Error", "Promise", "Record", "Actions"] as const;

/** Texts for people: what would end a comment, a string or a line of Markdown, and anything else. */
export const words = fc.oneof(
  fc.constantFrom("Text", "*/", "`${x}`", "a\nb", "", "\u2028", "@deprecated", "<b>", "](x)", "| a |", "# a", "\u001b[2J"),
  fc.string({ maxLength: 12 }),
);

/** Some JSON values without parts. */
export const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, "a", "", "x*/y", 2 ** 53),
  fc.string({ maxLength: 4 }),
);
