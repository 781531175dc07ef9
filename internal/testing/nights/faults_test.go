package nights

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Faults that are planted, to see that nights find them: patches in testdata/faults, none of which a truth names.

var planted = flag.Int("planted", 0, "how many nights to live with each planted fault, until it is found; 0 skips")

// lived is how each was found last, with -seed.
var lived = []struct {
	fault, truth string
	night        int
	seed         uint64
}{
	{"answers-in-vain-charged", nothingLost, 3, 1},
	{"batch-of-a-revoked-key", keysAreKnown, 4, 1},
	{"batch-of-two-editions", oneEdition, 1, 35},
	{"dated-by-the-clock", newestAnswers, 4, 2},
	{"expiry-of-a-long-day", keysAreKnown, 2, 2},
	{"forgotten-late-sale", carriedIsMade, 5, 1},
	{"key-change-unsynced", survivesPowerCuts, 4, 1},
	{"key-works-on", keysAreKnown, 4, 1},
	{"last-segment-not-replayed", replayed, 7, 1},
	{"month-that-stays", nothingLost, 3, 3},
	{"named-unsynced", survivesPowerCuts, 0, 1},
	{"photo-at-a-width-stays", removedIsGone, 5, 1},
	{"place-of-a-refused-batch", nothingLost, 1, 1},
	{"quota-lost", quotaHolds, 4, 1},
	{"record-cut-at-midnight", nothingLost, 2, 1},
	{"shared-lease", oneBuilds, 3, 1},
	{"spool-left", nothingGrows, 1, 1},
	{"stale-homes", carriedIsMade, 5, 1},
	{"today-in-utc", doorsAgree, 1, 2},
	{"unsynced-draft", nothingLost, 3, 2},
}

const repository = "../../.."

var patched = regexp.MustCompile(`(?m)^\+\+\+ b/(.+)$`)

// plant makes the files of a fault in a folder, and returns the overlay that puts them in the place of those that are there.
func plant(t *testing.T, patch, dir string) (overlay string) {
	t.Helper()
	text, err := os.ReadFile(patch)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for _, file := range patched.FindAllStringSubmatch(string(text), -1) {
		from, to := filepath.Join(root, file[1]), filepath.Join(dir, file[1])
		content, err := os.ReadFile(from)
		if err = errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, content, 0o644)); err != nil {
			t.Fatal(err)
		}
		replace[from] = to
	}
	apply := exec.Command("git", "apply", "-p1", "-")
	apply.Dir, apply.Stdin = dir, strings.NewReader(string(text))
	if out, err := apply.CombinedOutput(); err != nil {
		t.Fatalf("%s does not fit: %v\n%s", patch, err, out)
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay = filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, list, 0o644); err != nil {
		t.Fatal(err)
	}
	return overlay
}

// TestPlantedFaults plants each fault, and lives until it is found.
func TestPlantedFaults(t *testing.T) {
	patches, err := filepath.Glob("testdata/faults/*.patch")
	if err != nil || len(patches) != len(lived) {
		t.Fatal(patches, err)
	}
	for i, patch := range patches {
		name := strings.TrimSuffix(filepath.Base(patch), ".patch")
		if name != lived[i].fault {
			t.Errorf("%s is not said to be found", name)
		}
		t.Run(name, func(t *testing.T) {
			overlay := plant(t, patch, t.TempDir())
			if *planted == 0 {
				return // it fits
			}
			p, err := compile(t.Context(), t.TempDir(), overlay)
			if err != nil {
				t.Fatal(err)
			}
			p.fault, p.patience = name, lessPatience
			seed := seedsGiven(t)[0]
			events := p.troublesOf(t, seed, *planted)
			_, err = p.live(t.Context(), seed, *planted, events)
			var end *failure
			if !errors.As(err, &end) {
				t.Fatalf("it is not found within %d nights: %v", *planted, err)
			}
			t.Logf("found in night %d by: %.200s", end.night, end.err)
			if *tries > 0 {
				_, _ = p.fewest(t, end, events)
			}
		})
	}
}
