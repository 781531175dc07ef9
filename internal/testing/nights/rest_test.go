package nights

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/edition"
)

// What work leaves behind, and what grows.

// The most files of a life beside its folders of editions, photos and deliveries: what commands read and wrote, what replicas
// keep of editions, and, of each day, segments of the records, one of each start and move of the clock.
const (
	mostBeside   = 40
	mostCached   = 2*editionsKept + 4
	mostSegments = 6 * (recordDays + nightsToRestart)
)

// lookForRest looks for what work has left behind.
func (o *night) lookForRest(context.Context) error {
	if err := o.lookForDrafts(); err != nil {
		return err
	}
	left, err := os.ReadDir(o.in.path("tmp"))
	if err != nil {
		return err
	}
	if len(left) > 0 {
		return broken(nothingGrows, "%s is left in the folder for temporary files, and %d more", left[0].Name(), len(left)-1)
	}
	for folder, most := range map[string]int{
		"": mostBeside, "cache": mostCached, "cache-replica-1": mostCached, "cache-replica-2": mostCached,
		"record-replica-1": mostSegments, "record-replica-2": mostSegments,
	} {
		if left, err = os.ReadDir(o.in.path(folder)); err == nil && len(left) > most {
			err = broken(nothingGrows, "%q holds %d files, at most %d are needed, among them %s", folder, len(left), most, left[0].Name())
		}
		if err != nil {
			return err
		}
	}
	kept := editionsKept
	if o.in.program.before != "" {
		kept++ // one of the format before
	}
	for folder, most := range map[string]int{"published": kept, "editions": 2 * archiveDays} {
		editions, others, err := editionsIn(o.in.path(folder))
		if err != nil {
			return err
		}
		if len(editions) > most {
			return broken(nothingGrows, "%s holds %d editions, %d are kept", folder, len(editions), most)
		}
		others = slices.DeleteFunc(others, func(name string) bool { return name == ".lock" || name == ".images" })
		if len(others) > 0 {
			return broken(nothingGrows, "%s is left in %s", others, folder)
		}
		if err := o.countImages(o.in.path(folder), editions); err != nil {
			return err
		}
	}
	return nil
}

// lookForDrafts looks for files that were not finished, wherever they are. The night's work is done, and has put them right.
func (o *night) lookForDrafts() error {
	return filepath.WalkDir(o.in.dir, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a replica works
		}
		if err == nil && strings.HasSuffix(path, ".draft") {
			if _, gone := os.Lstat(path); gone == nil {
				err = broken(nothingGrows, "%s is left", strings.TrimPrefix(path, o.in.dir))
			}
		}
		return err
	})
}

// countImages counts the images beside editions. They stay for an hour of the machine's own time, in which many nights
// pass, so those of all nights may be there; but what is opened again has them, and makes no more.
func (o *night) countImages(folder string, editions []string) error {
	images, err := os.ReadDir(filepath.Join(folder, ".images"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	files := 0
	for _, id := range editions {
		m, unread := edition.ReadManifest(filepath.Join(folder, id))
		files, err = max(files, len(m.Files)), errors.Join(err, unread)
	}
	const editionsInANight = 4 // at most: made, and left half-made
	if most := files * editionsInANight * (o.n + 1); err == nil && len(images) > most {
		err = broken(nothingGrows, "%s has %d images, at most %d are needed", folder, len(images), most)
	}
	return err
}

// countMapped counts the images of editions that a replica has in memory: those of the newest, and of two before it, which may
// not be let go yet.
func (o *night) countMapped(ctx context.Context, r *replica) error {
	return o.in.program.eventually(ctx, r.name+" lets older editions go", func() error {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", r.cmd.Process.Pid))
		if err != nil {
			return err
		}
		m, err := edition.ReadManifest(o.in.path(filepath.Join("editions", o.newest)))
		if err != nil {
			return err
		}
		mapped := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); strings.HasSuffix(words[len(words)-1], ".image") || strings.Contains(line, ".image (deleted)") {
				mapped[words[5]] = true
			}
		}
		if most := 3 * len(m.Files); len(mapped) > most {
			return broken(nothingGrows, "%s has %d images of editions in memory, of three there are %d", r.name, len(mapped), most)
		}
		return nil
	})
}

// mostGrowth is how many times as much a replica may take as after its start, and room is what it may take anyway.
const mostGrowth = 2

var room = vitals{goroutines: 30, descriptors: 30, memory: 150e6}

// feelVitals compares what the replicas take with what they took after their start.
func (o *night) feelVitals(ctx context.Context) error {
	for _, r := range o.in.replicas {
		is, err := r.vitals(ctx)
		if err := errors.Join(err, o.countMapped(ctx, r)); err != nil {
			return err
		}
		for _, v := range []struct {
			what          string
			is, was, more float64
		}{
			{"goroutines", is.goroutines, r.atStart.goroutines, room.goroutines},
			{"descriptors", is.descriptors, r.atStart.descriptors, room.descriptors},
			{"bytes of memory", is.memory, r.atStart.memory, room.memory},
		} {
			if v.is > mostGrowth*v.was+v.more {
				return broken(nothingGrows, "%s has %.0f %s, after its start %.0f", r.name, v.is, v.what, v.was)
			}
		}
	}
	return nil
}

// tidy removes editions that no record needs any more, as an operator does. What is published may answer again.
func (o *night) tidy() error {
	published, _, err := editionsIn(o.in.path("published"))
	if err != nil {
		return err
	}
	for id, built := range o.built {
		if built > o.day-archiveDays || slices.Contains(published, id) {
			continue
		}
		delete(o.built, id)
		delete(o.contents, id)
		if err := os.RemoveAll(o.in.path(filepath.Join("editions", id))); err != nil {
			return err
		}
	}
	return nil
}
