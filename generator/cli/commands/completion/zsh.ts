import type { CompletedCommand } from "./completed-commands.js";

/** A completion script for zsh, to be sourced or saved as `_openapi-actions` in a folder of `$fpath`. */
export function printZsh(commands: readonly CompletedCommand[]): string {
  return `#compdef openapi-actions
# Completion of openapi-actions for zsh: source <(openapi-actions completion zsh)
_openapi-actions() {
  local command="" i
  local -a entries
  for ((i = 2; i < CURRENT; i++)); do
    case "$command:$words[i]" in
${commands.flatMap(enter).join("\n")}
    esac
  done
  case "$command:$words[CURRENT-1]" in
${commands.flatMap(values).join("\n")}
  esac
  if [[ $words[CURRENT] == -* ]]; then
    case "$command" in
${commands.map(flags).join("\n")}
    esac
    _describe -o option entries
    return
  fi
  case "$command" in
${commands.flatMap(names).join("\n")}
    *) _files; return ;;
  esac
  _describe command entries
}
if [[ $funcstack[1] == _openapi-actions ]]; then
  _openapi-actions "$@"
else
  compdef _openapi-actions openapi-actions
fi
`;
}

function enter({ path, commands }: CompletedCommand): string[] {
  return commands.map(
    ({ name }) => `      ${quote(`${path}:${name}`)}) command=${quote(path === "" ? name : `${path} ${name}`)} ;;`,
  );
}

function values({ path, options }: CompletedCommand): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags: all, choices }) => {
      const complete = choices.length > 0 ? `compadd -- ${choices.map(quote).join(" ")}` : "_files";
      return `    ${all.map((flag) => quote(`${path}:${flag}`)).join("|")}) ${complete}; return ;;`;
    });
}

function flags({ path, options }: CompletedCommand): string {
  const entries = options.flatMap(({ flags: all, description }) => all.map((flag) => entry(flag, description)));
  return `      ${quote(path)}) entries=(${entries.join(" ")}) ;;`;
}

function names({ path, commands, choices }: CompletedCommand): string[] {
  const entries = [...commands.map(({ name, description }) => entry(name, description)), ...choices.map(quote)];
  return entries.length > 0 ? [`    ${quote(path)}) entries=(${entries.join(" ")}) ;;`] : [];
}

/** Returns `'name:description'`, as `_describe` expects it. */
function entry(name: string, description: string): string {
  return quote(`${name.replaceAll(":", "\\:")}:${description}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
