/** One example of a document: a module or a command, and what it prints where the document shows that. */
export interface Example {
  readonly kind: "module" | "command";
  /** The file's name, from the comment in its first line; for a command its text. */
  readonly name: string;
  readonly text: string;
  readonly output: string | undefined;
}

/** The examples of a Markdown document: blocks of `ts` and `sh`, each with the block of `text` that follows it. */
export function readExamples(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text: text! }));
  return blocks.flatMap(({ language, text }, index): Example[] => {
    if (language !== "ts" && language !== "sh") return [];
    const next = blocks[index + 1];
    const output = next?.language === "text" ? next.text : undefined;
    if (language === "sh") return [{ kind: "command", name: text.trim(), text, output }];
    const name = /^\/\/ (\S+\.ts)\n/.exec(text)?.[1];
    if (name === undefined) throw new Error(`an example does not begin with the name of its file:\n${text}`);
    return [{ kind: "module", name, text, output }];
  });
}
