// The completion scripts: each hands the words up to the cursor to `botform __complete` and offers what that answers.

/*
 * The answer's first line is `:none` or `:files`, each further one a value, or a value, a tab and what it is. Each word is
 * sent with = before it, so that none of them is taken for an option. Only the botform of PATH is run, never the path that was typed:
 * nobody has pressed Enter yet. No word is ever evaluated.
 */

/** As it is written, with @{ for what a shell begins with a dollar: that would be JavaScript's here. */
function script(parts: TemplateStringsArray): string {
  return parts.raw.join("").replaceAll("@{", "${");
}

const BASH = script`# bash completion for botform; made by: botform completion bash
_botform() {
  local whole="" word line directive="" value index
  local -a words=()
  COMPREPLY=()
  # Readline cuts words at = and : where COMP_WORDBREAKS has them; they are put together again.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word="@{COMP_WORDS[index]}"
    if ((index > 1)) && [[ "$word" =~ ^[=:]+$ || "@{COMP_WORDS[index - 1]}" =~ ^[=:]+$ ]]; then
      words[@{#words[@]} - 1]+="$word"
    else
      words+=("$word")
    fi
  done
  whole="@{words[@{#words[@]} - 1]}"
  # What is typed is text: quotes and backslashes are taken off, nothing is expanded.
  words=("@{words[@]//[\'\"\\]/}")
  local current="@{words[@{#words[@]} - 1]}" cut=""
  [[ "$current" == *[=:]* && "$COMP_WORDBREAKS" == *=* ]] && cut="@{current%"@{current##*[=:]}"}"
  while IFS= read -r line; do
    if [[ -z "$directive" ]]; then
      directive="$line"
      continue
    fi
    value="@{line%%$'\t'*}"
    [[ "$value" == "$current"* ]] || continue
    value="@{value#"$cut"}"
    # Within quotes the shell takes text as it is; without, it is quoted for it.
    [[ "$whole" == [\'\"]* ]] || printf -v value '%q' "$value"
    COMPREPLY+=("$value")
  done < <(command botform __complete "@{words[@]/#/=}" 2>/dev/null)
  if [[ "$directive" == :files ]] && ! compopt -o default 2>/dev/null; then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "@{current#"$cut"}")
  fi
  return 0
}
complete -F _botform botform
`;

const ZSH = script`#compdef botform
# zsh completion for botform; made by: botform completion zsh
_botform() {
  local -a sent lines values shown
  local line directive word
  for word in "@{(@)words[2,CURRENT-1]}"; do sent+=("=@{(Q)word}"); done
  word="@{(Q)PREFIX}"
  sent+=("=@{word//[\'\"\\]/}")
  lines=("@{(@f)$(command botform __complete "@{sent[@]}" 2>/dev/null)}")
  directive="@{lines[1]}"
  shift lines 2>/dev/null
  if [[ "$directive" == :files ]]; then
    compset -P '*='
    _files
    return
  fi
  for line in "@{lines[@]}"; do
    [[ -n "$line" ]] || continue
    values+=("@{line%%$'\t'*}")
    if [[ "$line" == *$'\t'* ]]; then
      shown+=("@{line%%$'\t'*}  -- @{line#*$'\t'}")
    else
      shown+=("$line")
    fi
  done
  compadd -l -d shown -a values
}
if [[ "$funcstack[1]" == _botform ]]; then
  _botform "$@"
else
  compdef _botform botform
fi
`;

const FISH = script`# fish completion for botform; made by: botform completion fish
function __botform_complete
    set -l sent (commandline -opc)
    set -e sent[1]
    set -l current (commandline -ct | string replace -ra '[\'"\\\\]' '')
    set -l lines (command botform __complete "="$sent "=$current" 2>/dev/null)
    set -l directive $lines[1]
    set -e lines[1]
    if test "$directive" = :files
        __fish_complete_path (commandline -ct)
        return
    end
    printf '%s\n' $lines
end
complete -c botform -f -a '(__botform_complete)'
`;

/** By shell. */
export const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
