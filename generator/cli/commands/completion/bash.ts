import type { CompletedCommand } from "./completed-commands.js";

/** A completion script for bash 4 and later. Completes unknown arguments as files. */
export function printBash(commands: readonly CompletedCommand[]): string {
  return `# Completion of openapi-actions for bash: source <(openapi-actions completion bash)
_openapi_actions() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command:\${COMP_WORDS[i]}" in
${commands.flatMap(enter).join("\n")}
    esac
  done
  case "$command:$previous" in
${commands.flatMap(values).join("\n")}
  esac
  if [[ $current == -* ]]; then
    case "$command" in
${commands.map(flags).join("\n")}
    esac
    return
  fi
  case "$command" in
${commands.flatMap(words).join("\n")}
  esac
}
complete -o default -F _openapi_actions openapi-actions
`;
}

/** Prints `":lint") command="lint" ;;` for each command below one. */
function enter({ path, commands }: CompletedCommand): string[] {
  return commands.map(({ name }) => `      "${path}:${name}") command="${path === "" ? name : `${path} ${name}`}" ;;`);
}

function values({ path, options }: CompletedCommand): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags: names, choices }) => {
      const patterns = names.map((name) => `"${path}:${name}"`).join(" | ");
      return `    ${patterns}) ${choices.length > 0 ? `${reply(choices)}; ` : ""}return ;;`;
    });
}

function flags({ path, options }: CompletedCommand): string {
  return `      "${path}") ${reply(options.flatMap(({ flags: names }) => names))} ;;`;
}

function words({ path, commands, choices }: CompletedCommand): string[] {
  const all = [...commands.map(({ name }) => name), ...choices];
  return all.length > 0 ? [`    "${path}") ${reply(all)} ;;`] : [];
}

function reply(choices: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$current"))`;
}
