package nights

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A power cut takes what was not synced: a command is watched in the calls that it makes, ends or is killed, and the files
// that it made and did not sync are empty.

const (
	powerCut = "power cut"
	// trace is the file of the calls, and watched are those that tell what is lost.
	trace, watched = "trace.txt", "openat,fsync,fdatasync,rename,renameat,renameat2"
	nightsToSync   = 3 // between two whose work ends with a power cut
	fewestMade     = 9 // less than the files of an edition of the town
)

var (
	makeCall   = regexp.MustCompile(`openat\((?:AT_FDCWD|\d+)<([^>]*)>, "([^"]*)", [A-Z_|]*O_(?:EXCL|TRUNC)`)
	syncCall   = regexp.MustCompile(`f(?:data)?sync\(\d+<([^>]*)>`)
	renameCall = regexp.MustCompile(`renameat2?\((?:AT_FDCWD|\d+)<([^>]*)>, "([^"]*)", (?:AT_FDCWD|\d+)<[^>]*>, "([^"]*)"`)
	keysCall   = regexp.MustCompile(`pwrite64\(\d+<([^>]*/keys\.db(?:-wal)?)>`)
)

// loseUnsynced empties what a command made and did not sync, as the trace says. No edition may have lost a file, once its
// manifest has its name. A command that ended well has also synced each name that it gave, and what it wrote of keys.
func (in *stand) loseUnsynced(endedWell bool) (made int, err error) {
	text, err := os.ReadFile(in.path(trace))
	if err != nil {
		return 0, err
	}
	unsynced := map[string]bool{}
	unnamed := map[string]string{} // the last name given in a folder that was not synced since
	at := func(dir, name string) string {
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(dir, name)
	}
	for line := range strings.Lines(string(text)) {
		if call := makeCall.FindStringSubmatch(line); call != nil {
			unsynced[at(call[1], call[2])] = true
			made++
		}
		if call := syncCall.FindStringSubmatch(line); call != nil {
			delete(unsynced, call[1])
			delete(unnamed, call[1])
		}
		if call := keysCall.FindStringSubmatch(line); call != nil && endedWell {
			unnamed[call[1]] = "a change of keys"
		}
		if call := renameCall.FindStringSubmatch(line); call != nil {
			from, to := at(call[1], call[2]), at(call[1], call[3])
			delete(unsynced, to)
			unnamed[filepath.Dir(to)] = filepath.Base(to)
			for path := range maps.Clone(unsynced) {
				if rest, within := strings.CutPrefix(path, from); within && (rest == "" || rest[0] == filepath.Separator) {
					delete(unsynced, path)
					unsynced[to+rest] = true
				}
			}
		}
	}
	for _, within := range slices.Sorted(maps.Keys(unnamed)) {
		if _, gone := os.Lstat(within); gone != nil {
			continue // what was moved there was removed
		}
		if name, ours := strings.CutPrefix(within, in.dir); endedWell && ours && !strings.HasPrefix(name, "/cache") {
			return made, broken(survivesPowerCuts, "%s was not, in %q", unnamed[within], name)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(unsynced)) {
		if is, gone := os.Lstat(path); gone != nil || !is.Mode().IsRegular() {
			continue
		}
		if err := os.Truncate(path, 0); err != nil {
			return made, err
		}
		for dir := filepath.Dir(path); len(dir) > len(in.dir); dir = filepath.Dir(dir) {
			if _, unnamed := os.Stat(filepath.Join(dir, "manifest.json")); unnamed == nil {
				return made, broken(survivesPowerCuts, "%s was not, and its edition has a name", strings.TrimPrefix(path, in.dir))
			}
		}
	}
	return made, nil
}
