# Completion of gevel in bash: eval "$(gevel completion bash)", or this in /etc/bash_completion.d/gevel.
_gevel() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = :files ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]#=}")
      return
    fi
    COMPREPLY+=("${line%%$'\t'*}")
  done < <("${COMP_WORDS[0]}" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _gevel gevel
