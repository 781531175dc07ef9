package nights

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/gevel/gevel/internal/serve/valuationlog"
)

// The records of valuations: each has what was answered, for as long as it should, and can be repeated.

// replay repeats all that was answered and recorded.
func (o *night) replay(ctx context.Context) error {
	for _, r := range o.in.replicas {
		entries := 0
		for segment, of := range o.recorded {
			if filepath.Dir(segment) == o.in.record(r) {
				entries += of
			}
		}
		got, err := o.in.run(ctx, nil, "replay", o.in.record(r), "--editions", "editions")
		if err != nil {
			return err
		}
		if got.code != 0 {
			return broken(replayed, "%v", got.err())
		}
		if want := fmt.Sprintf("%d valuations: %[1]d the same to the euro", entries); !strings.HasPrefix(got.out, want) {
			return broken(replayed, "the record of %s has %d entries, and of them are repeated: %s", r.name, entries, firstLines(got.out, 1))
		}
	}
	return nil
}

// countRecords counts the entries that each record has more than in the night before.
func (o *night) countRecords(context.Context) error {
	for _, r := range o.in.replicas {
		more, err := o.newEntries(r)
		if err != nil {
			return err
		}
		if more < o.answered[r] {
			return broken(nothingLost, "%s answered %d valuations in a night, and recorded %d", r.name, o.answered[r], more)
		}
		o.answered[r] = 0
	}
	return nil
}

// newEntries counts the entries of a record that were not there before. The service compresses segments meanwhile.
func (o *night) newEntries(r *replica) (more int, err error) {
	paths, err := filepath.Glob(filepath.Join(o.in.record(r), "*.ndjson*"))
	if err != nil {
		return 0, err
	}
	now := map[string]int{}
	for _, path := range paths {
		segment, _, _ := strings.Cut(path, ".ndjson")
		if strings.HasSuffix(path, ".zst") && o.recorded[segment] > 0 && o.compressed[segment] {
			now[segment] = o.recorded[segment]
			continue // it does not change any more
		}
		entries := 0
		for _, err := range valuationlog.Read(path) {
			if errors.Is(err, valuationlog.ErrUnfinished) { // by a kill; nobody has its answer
				continue
			}
			var damaged *valuationlog.DamagedError
			if errors.As(err, &damaged) {
				return 0, broken(nothingLost, "the record of %s: %v", r.name, err)
			}
			if err != nil {
				break // it was compressed, and is read under its other name
			}
			entries++
		}
		now[segment] = max(now[segment], entries)
		o.compressed[segment] = strings.HasSuffix(path, ".zst")
	}
	for segment := range o.recorded {
		if _, is := now[segment]; is || filepath.Dir(segment) != o.in.record(r) {
			continue
		}
		began, err := time.Parse("20060102T150405.000000000Z", filepath.Base(segment))
		if err != nil {
			return 0, err
		}
		const aDay = 24 * time.Hour // in which a segment is written, at most
		if o.in.clock.latest.Sub(began) < (recordDays+1)*aDay {
			return 0, broken(nothingLost, "%s is gone, of a record of %d days, when it was %s", segment, recordDays, o.in.clock.latest)
		}
		delete(o.recorded, segment)
	}
	for segment, entries := range now {
		more += entries - o.recorded[segment]
		o.recorded[segment] = entries
	}
	return more, nil
}
