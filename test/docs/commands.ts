import { readFileSync } from "node:fs";
import { repositoryPath } from "../support/repository.js";
import { runCli, temporaryFolder } from "../support/command-line.js";

/** Returns the commands, flags and scripts in shell text that neither the command line nor a package.json has. */
export async function checkCommands(shell: string): Promise<string[]> {
  const problems: string[] = [];
  const lines = shell.split("\n").map((line) => line.replace(/\s+#.*$/, ""));
  for (const line of lines.filter((text) => /\bopenapi-actions /.test(text))) {
    const words = line
      .split("openapi-actions ")[1]!
      .split(/ && |; | > /)[0]!
      .split(/\s+/);
    const flag = words.findIndex((word) => word.startsWith("-"));
    const flags = words.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0]!);
    const { code, stdout, stderr } = await runCli(temporaryFolder(), [
      ...words.slice(0, flag < 0 ? 2 : Math.min(flag, 2)),
      "--help",
    ]);
    if (code !== 0) problems.push(`${line}: ${stderr}`);
    problems.push(...flags.filter((name) => !stdout.includes(`${name} `)).map((name) => `${line}: no ${name}`));
  }
  const scripts = [...shell.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name!);
  const known = ["package.json", "templates/init/package.json"].flatMap((file) =>
    Object.keys((JSON.parse(readFileSync(repositoryPath(file), "utf8")) as { scripts: object }).scripts),
  );
  return [...problems, ...scripts.filter((name) => !known.includes(name)).map((name) => `npm run ${name}: no such script`)];
}
