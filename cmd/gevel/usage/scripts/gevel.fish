# Completion of gevel in fish: gevel completion fish | source, or this as ~/.config/fish/completions/gevel.fish.
function __gevel_words
    set -l typed (commandline -opc) (commandline -ct)
    for line in ($typed[1] completion words -- $typed[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c gevel -f -a '(__gevel_words)'
