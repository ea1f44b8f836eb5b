/** A fenced block of a page that is to be tested, and the block of output that follows it. */
export interface Example {
  /** `ts`, `yaml`, `sh`, … as the fence names it. */
  readonly language: string;
  readonly text: string;
  /** The output of the example on the page; absent if it shows none. */
  readonly output: string | undefined;
}

const fence = /^```(\w*)\n(.*?)^```$/gms;

/** Returns the examples of a Markdown page. A block of `text` is the output of the example before it. */
export function readExamples(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(fence)].map(([, language, text]) => ({ language: language!, text: text! }));
  return blocks.flatMap(({ language, text }, index) => {
    if (language === "text") return [];
    const next = blocks[index + 1];
    return [{ language, text, output: next?.language === "text" ? next.text : undefined }];
  });
}

/** Returns the page with other outputs, in the order of its examples. */
export function replaceOutputs(markdown: string, outputs: readonly string[]): string {
  const rest = [...outputs];
  return markdown.replaceAll(fence, (block, language: string) =>
    language === "text" ? `\`\`\`text\n${rest.shift() ?? ""}\`\`\`` : block,
  );
}

/** Returns the name of the file that an example is, from the comment in its first line: `// src/server.ts`, `# api.yaml`. */
export function fileNameOf({ text }: Example): string | undefined {
  return /^(?:\/\/|#) (\S+\.\w+)\n/.exec(text)?.[1];
}
