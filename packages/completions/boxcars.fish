# fish completion for boxcars: the program says what may stand there.

function __boxcars_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    set -l quoted (string match -r '^["\']' -- "$last")
    if test -n "$quoted"
        set last (string sub -s 2 -- "$last")
    else
        set last (string unescape -- "$last"; or echo "$last")
    end
    for line in ($words[1] complete -- $words[2..-1] "$last" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else if test -n "$quoted"; or not string match -qr '^[^\t]* (\t|$)' -- "$line" # a question goes on within quotes
            echo $line
        end
    end
end

complete -c boxcars -f -a '(__boxcars_complete)'
