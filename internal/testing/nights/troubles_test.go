package nights

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf16"

	"github.com/gevel/gevel"
)

// troubles are what goes wrong, by name. Each arranges it in a night.
var troubles = map[string]func(*night, *rand.Rand) error{
	"a delivery cut short":               spoiled(cutShort),
	"a byte of a delivery flipped":       spoiled(flip),
	"a column of a delivery renamed":     spoiled(renameColumn),
	"a delivery in another encoding":     spoiled(inUTF16),
	"a delivery twice":                   deliveredTwice,
	"an empty delivery":                  spoiled(func(*rand.Rand, []byte) []byte { return nil }),
	"a build killed":                     struckBuild("signal=SIGKILL", false),
	"the disk full in a build":           struckBuild("error=ENOSPC", true),
	"a disk that fails in a build":       struckBuild("error=EIO", false),
	"no descriptors left in a build":     struckBuild("error=EMFILE", true),
	"publish killed":                     struckPublish("signal=SIGKILL", false),
	"the disk full in publish":           struckPublish("error=ENOSPC", true),
	"the power cut in a build":           struckBuild(powerCut, false),
	"the power cut in publish":           struckPublish(powerCut, false),
	"the power cut in an import":         struckImport(powerCut, false),
	"an import of photos killed":         struckImport("signal=SIGKILL", false),
	"the disk full in an import":         struckImport("error=ENOSPC", true),
	"an older register after a newer":    olderBAG,
	"permissions taken away":             permissionsTaken,
	"little memory in a build":           littleMemory,
	"two builds at once":                 twoBuilds,
	"few descriptors left to a replica":  fewDescriptors,
	"a replica killed":                   replicaEnds(syscall.SIGKILL),
	"a replica restarted":                replicaEnds(syscall.SIGTERM),
	"the clock back":                     clockMoves(-1),
	"the clock forward":                  clockMoves(1),
	"a rollback":                         rollback,
	"a published edition damaged":        damagedEdition,
	"a damaged edition published":        damagedIsNewest,
	"photos that can't be read":          photosUnreadable,
	"a batch while editions are swapped": batchAcrossSwap,
}

// event is a trouble of a night, with the dice that say how it goes, and its number in its life, from 1 on.
type event struct {
	number  int
	night   int
	trouble string
	roll    uint64
}

func (e event) String() string { return fmt.Sprintf("night %d: %s (%d)", e.night, e.trouble, e.number) }

// none is the word for no troubles.
const none = "none"

// numbers lists the numbers of events, as they are given to -only.
func numbers(events []event) string {
	if len(events) == 0 {
		return none
	}
	var b []string
	for _, e := range events {
		b = append(b, fmt.Sprint(e.number))
	}
	return strings.Join(b, ",")
}

// chosen are the events of these numbers; "" chooses all.
func chosen(events []event, numbers string) (of []event, err error) {
	switch numbers {
	case "":
		return events, nil
	case none:
		return nil, nil
	}
	for text := range strings.SplitSeq(numbers, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(events) {
			return nil, fmt.Errorf("the life has no trouble %q, but %d", text, len(events))
		}
		of = append(of, events[n-1])
	}
	return of, nil
}

// troubles are those that may befall a stand.
func (p *program) troubles() map[string]func(*night, *rand.Rand) error {
	all := maps.Clone(troubles)
	if p.servers != nil {
		maps.Copy(all, serverTroubles)
	}
	return all
}

// mostAtOnce is the most troubles of a night.
const mostAtOnce = 3

// plan draws the troubles of a life: in half of the nights one or more. As many months begin with a clock that goes back.
func (p *program) plan(seed uint64, nights int) (events []event) {
	rng := rand.New(rand.NewPCG(seed, 0))
	names := slices.Sorted(maps.Keys(troubles))
	if p.servers != nil { // a third are of the servers
		names = slices.Concat(names, slices.Repeat(slices.Sorted(maps.Keys(serverTroubles)), len(troubles)/4))
	}
	for n := 1; n <= nights; n++ {
		befalls := func(name string) { events = append(events, event{len(events) + 1, n, name, rng.Uint64N(1e6)}) }
		if day := firstNight(seed) + gevel.Date(n); day == day.Month().First() && rng.IntN(2) == 0 {
			befalls("the clock back")
		}
		for k := 0; k < mostAtOnce && rng.IntN(2) == 0; k++ {
			befalls(names[rng.IntN(len(names))])
		}
	}
	return events
}

// spoiled is a trouble of the newest delivery that has rows.
func spoiled(spoil func(*rand.Rand, []byte) []byte) func(*night, *rand.Rand) error {
	return func(o *night, rng *rand.Rand) error {
		o.spoil = append(o.spoil, func() error {
			names := slices.Sorted(maps.Keys(o.town.files))
			if len(names) == 0 {
				return nil
			}
			path := o.town.path(names[len(names)-1])
			content, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) {
				return nil // another trouble withholds it
			}
			if err != nil || len(content) == 0 {
				return err
			}
			return put(path, spoil(rng, content))
		})
		return nil
	}
}

func cutShort(rng *rand.Rand, content []byte) []byte { return content[:rng.IntN(len(content))] }

func flip(rng *rand.Rand, content []byte) []byte {
	content[rng.IntN(len(content))] ^= 1 << rng.IntN(8)
	return content
}

func renameColumn(rng *rand.Rand, content []byte) []byte {
	columns := strings.Split(strings.TrimSpace(salesHeader), ",")
	name := columns[rng.IntN(len(columns))]
	return bytes.Replace(content, []byte(name), []byte("the_"+name), 1)
}

func inUTF16(_ *rand.Rand, content []byte) []byte {
	out := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(string(content))) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return out
}

// deliveredTwice delivers the rows of a delivery again, under a later name.
func deliveredTwice(o *night, rng *rand.Rand) error {
	o.spoil = append(o.spoil, func() error {
		names := slices.Sorted(maps.Keys(o.town.files))
		if len(names) == 0 {
			return nil
		}
		return put(o.town.path("z-again.csv"), text(o.town.files[names[rng.IntN(len(names))]]))
	})
	return nil
}

// calls are what commands ask of the system when they write.
var calls = []string{"openat", "write", "fsync", "mkdirat", "renameat", "unlinkat", "pwrite64"}

func draw(rng *rand.Rand, effect string, goesOn bool) *blow {
	call := calls[rng.IntN(len(calls))]
	most := 6
	if call == "openat" || call == "write" {
		most = 80
	}
	b := &blow{calls: call, effect: effect, when: 1 + rng.IntN(most), goesOn: goesOn}
	if effect == powerCut {
		b.cut, b.effect = true, "signal=SIGKILL"
	}
	return b
}

func struckBuild(effect string, goesOn bool) func(*night, *rand.Rand) error {
	return func(o *night, rng *rand.Rand) error { o.building = draw(rng, effect, goesOn); return nil }
}

func struckPublish(effect string, goesOn bool) func(*night, *rand.Rand) error {
	return func(o *night, rng *rand.Rand) error { o.sending = draw(rng, effect, goesOn); return nil }
}

// permissionsTaken takes the right to write in a folder, or to do anything in it, until all is built and published.
func permissionsTaken(o *night, rng *rand.Rand) error {
	folders := []string{"editions", "published", "tmp", "cache"}
	if os.Getuid() == 0 { // another can't spoil the deliveries in it then
		folders = append(folders, "sources/sales")
	}
	at := o.in.path(folders[rng.IntN(len(folders))])
	mode := []os.FileMode{0, 0o555}[rng.IntN(2)]
	is, err := os.Stat(at)
	if err != nil {
		return err
	}
	o.spoil = append(o.spoil, func() error { return os.Chmod(at, mode) })
	o.lifts = append(o.lifts, func() error { return os.Chmod(at, is.Mode().Perm()) })
	return nil
}

// littleMemory has a build make do with little memory, or end for lack of it.
func littleMemory(o *night, rng *rand.Rand) error {
	way, most := rng.IntN(3), rng.IntN(1400)
	o.building = &blow{words: []string{"env", fmt.Sprintf("GOMEMLIMIT=%dMiB", 8+most/28)}}
	if way > 0 {
		o.building.words = []string{"prlimit", fmt.Sprintf("--as=%d", (200+most)<<20)}
	}
	if way < 2 {
		return nil
	}
	group := filepath.Join("/sys/fs/cgroup/memory", filepath.Base(o.in.dir))
	if err := os.Mkdir(group, 0o755); err != nil {
		return nil //nolint:nilerr // none can be made here
	}
	o.building.words = []string{"sh", "-c", "echo $$ >" + group + `/cgroup.procs && exec "$@"`, "sh"}
	o.lifts = append(o.lifts, func() error { return os.Remove(group) })
	return os.WriteFile(filepath.Join(group, "memory.limit_in_bytes"), fmt.Append(nil, (20+most/10)<<20), 0o644)
}

// twoBuilds has a build begin with another one, or at some time while it writes, perhaps after a third was killed as it wrote.
func twoBuilds(o *night, rng *rand.Rand) error {
	o.twice, o.writing, o.orphaned = true, rng.IntN(2) == 0, rng.IntN(2) == 0
	o.late = time.Duration(rng.IntN(3000)) * time.Millisecond
	return nil
}

// shortly is the time within which alerts of services fire, those that can't be measured in minutes.
const shortly = 6 * time.Minute

// replicaEnds ends a replica while it is asked, and starts it again.
func replicaEnds(how syscall.Signal) func(*night, *rand.Rand) error {
	return func(o *night, rng *rand.Rand) error {
		r := o.in.replicas[rng.IntN(len(o.in.replicas))]
		o.serving = append(o.serving, func(ctx context.Context) error {
			if r.cmd == nil {
				return nil // another trouble ended it
			}
			asking := make(chan answer, len(o.callers))
			for _, q := range o.callers {
				go func() {
					is, err := r.ask(ctx, o.secret, q)
					if err != nil { // it ended
						is = answer{}
					}
					asking <- is
				}()
			}
			time.Sleep(time.Duration(rng.IntN(4)) * time.Millisecond)
			err := r.stop(how)
			if how == syscall.SIGTERM && o.away { // it says which uses it could not write
				r.killed++
				err = nil
			}
			for range o.callers {
				o.note(r, <-asking)
			}
			return err
		})
		o.ends = append(o.ends, func(ctx context.Context) error {
			if r.cmd != nil {
				return nil
			}
			return errors.Join(o.fires(ctx, "GevelDown", shortly, nil, r.name+" ended"), o.in.start(ctx, r))
		})
		return nil
	}
}

// mostHours is how far a clock is wrong at most.
const mostHours = 30

// clockMoves moves the clock by hours for as long as the trouble lasts, in which the newest delivery is late.
func clockMoves(sign time.Duration) func(*night, *rand.Rand) error {
	return func(o *night, rng *rand.Rand) error {
		right := o.day.Time().Add(5 * time.Hour)
		wrong := right.Add(sign * time.Duration(1+rng.IntN(mostHours)) * time.Hour)
		o.spoil = append(o.spoil, func() error { return errors.Join(o.in.clock.set(wrong), o.withhold()) })
		o.serving = append(o.serving, func(ctx context.Context) error { // it may be another month, and this one, and another again
			for _, at := range []time.Time{wrong, right, wrong} {
				o.metered.set[gevel.DayOf(at).Month()]++
				if err := errors.Join(o.in.clock.set(at), o.awaken(ctx), o.useMetered(ctx)); err != nil {
					return err
				}
			}
			return nil
		})
		o.ends = append(o.ends, func(context.Context) error { return o.in.clock.set(right) })
		return nil
	}
}

// withhold takes away the newest delivery until it is delivered again.
func (o *night) withhold() error {
	names := slices.Sorted(maps.Keys(o.town.files))
	if len(names) == 0 {
		return nil
	}
	err := os.Remove(o.town.path(names[len(names)-1]))
	if errors.Is(err, fs.ErrNotExist) { // two troubles take it away
		err = nil
	}
	return err
}
