#compdef gevel
# Completion of gevel in zsh: source <(gevel completion zsh), or this as _gevel in a folder of $fpath.
_gevel() {
  local line tab=$'\t'
  local -a found
  for line in "${(@f)$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :files) _files; return ;;
      *$tab*) found+=("${line%%$tab*}:${line#*$tab}") ;;
      ?*) found+=("$line") ;;
    esac
  done
  _describe gevel found
}
if [ "${funcstack[1]}" = _gevel ]; then _gevel "$@"; else compdef _gevel gevel; fi
