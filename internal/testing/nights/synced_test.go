package nights

import (
	"cmp"
	"context"
	"os"
	"regexp"
	"strings"
)

// A power cut takes what was not synced: publish is watched in the calls that it makes.

// nightsToSync are the nights between two looks.
const nightsToSync = 6

var (
	syncCall   = regexp.MustCompile(`f(?:data)?sync\(\d+<([^>]*)>`)
	renameCall = regexp.MustCompile(`renameat2?\(.*?"([^"]*)", .*?"([^"]*)"`)
)

// publishWatched publishes the newest edition elsewhere under strace, and checks that a manifest was synced, and all files beside it, before it
// got its name.
func (o *night) publishWatched(ctx context.Context) error {
	const trace = "trace.txt"
	dir := o.in.path("elsewhere")
	watch := []string{
		"strace", "-f", "-y", "-qq", "--seccomp-bpf", "-s", "4096", "-o", o.in.path(trace), "-e", "signal=none",
		"-e", "trace=fsync,fdatasync,rename,renameat,renameat2",
	}
	r, err := o.in.runAs(ctx, watch, "publish", "editions", dir)
	if err != nil || r.code != 0 {
		return cmp.Or(err, r.err())
	}
	text, err := os.ReadFile(o.in.path(trace))
	if err != nil {
		return err
	}
	synced := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if call := syncCall.FindStringSubmatch(line); call != nil {
			synced[call[1]] = true
		}
		if call := renameCall.FindStringSubmatch(line); call != nil && strings.HasSuffix(call[2], "/manifest.json") && len(synced) < fewestSynced {
			return broken(survivesPowerCuts, "only %d files were synced before %s was named", len(synced), call[2])
		}
	}
	if len(synced) == 0 {
		return broken(survivesPowerCuts, "nothing was synced")
	}
	return os.RemoveAll(dir)
}

// fewestSynced is less than the files of an edition of the town.
const fewestSynced = 9
