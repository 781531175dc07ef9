package valuationlog

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// Replaying is how a log is replayed.
type Replaying struct {
	// Open opens an edition by its id. An edition that can't be opened costs its entries, not the replay.
	Open        func(ctx context.Context, id string) (*valuation.Valuer, error)
	From, Until gevel.Date // only entries of these days in Amsterdam, without the last; gevel.NoDate and gevel.Never are open
	// Keep is how many differences are kept whole, and how many faults; all are counted.
	Keep     int
	Progress func(done int, day gevel.Date) // may be nil
}

// Replayed is the result of answering logged inquiries again.
type Replayed struct {
	Entries   int // without the damaged ones
	Same      int // every figure is the same
	Different int
	Shown     []Difference // the first ones
	Damaged   int
	Faults    []string          // of the first damaged or unfinished entries: where, and why
	Unopened  map[string]Absent // editions that could not be opened, by id
	days      map[gevel.Date]bool
	Next      gevel.Date // the day of the first entry that was not replayed before the context ended
}

// Absent is an edition that can't be opened.
type Absent struct {
	Entries int
	Err     error // fs.ErrNotExist: there is none
}

// Difference is a new answer that differs from the logged one.
type Difference struct {
	Entry  Entry
	Fields []Field // those that differ; none without a new answer
	Err    error   // why there is no new answer
}

// Field is one figure of an answer.
type Field struct {
	Name        string
	Logged, Now any
}

// windowEntries is how many entries are sorted by their edition before they are replayed: where servers of two editions
// wrote in turn, each edition is opened once a window. An entry takes some 10 kB.
const windowEntries = 4096

// Replay answers each entry's inquiry again with its edition, and compares every field. Errors: of reading the log; of ctx,
// with what was replayed until then.
func Replay(ctx context.Context, entries iter.Seq2[Entry, error], how Replaying) (Replayed, error) {
	r := replay{Replaying: how, out: Replayed{Unopened: map[string]Absent{}, days: map[gevel.Date]bool{}}}
	var window []Entry
	for e, err := range entries {
		if damaged := (*DamagedError)(nil); errors.As(err, &damaged) {
			if !errors.Is(err, ErrUnfinished) {
				r.out.Damaged++
			}
			if len(r.out.Faults) < how.Keep {
				r.out.Faults = append(r.out.Faults, err.Error())
			}
			continue
		}
		if err != nil {
			return r.out, err
		}
		day := gevel.DayOf(e.Time)
		if ctx.Err() != nil {
			r.out.Next = day
			if len(window) > 0 {
				r.out.Next = gevel.DayOf(window[0].Time)
			}
			return r.out, ctx.Err()
		}
		if day < how.From || day >= how.Until {
			continue
		}
		if window = append(window, e); len(window) == windowEntries {
			if err := r.replay(ctx, window); err != nil {
				return r.out, err
			}
			window = window[:0]
		}
	}
	err := r.replay(ctx, window)
	return r.out, err
}

// replay is a replay under way.
type replay struct {
	Replaying
	out     Replayed
	current *valuation.Valuer // the edition that is open
}

// replay replays the entries of a window, which come in the order of time, edition by edition.
func (r *replay) replay(ctx context.Context, window []Entry) error {
	differences := make([]*Difference, len(window))
	absent := map[string]Absent{}
	for _, id := range r.editions(window) {
		var rows []int
		for i := range window {
			if window[i].Edition() == id {
				rows = append(rows, i)
			}
		}
		if err := r.open(ctx, id); ctx.Err() == nil && err != nil {
			absent[id] = Absent{Entries: len(rows), Err: err}
			continue
		}
		const block = 16
		parallel.Blocks(parallel.Threads(), len(rows), block, func(from, to int) {
			for _, i := range rows[from:to] {
				if ctx.Err() != nil {
					return
				}
				if d := again(r.current, &window[i]); d.Err != nil || len(d.Fields) > 0 {
					differences[i] = &d
				}
			}
		})
		if ctx.Err() != nil {
			r.out.Next = gevel.DayOf(window[0].Time)
			return ctx.Err()
		}
	}
	r.count(window, differences, absent)
	return nil
}

// editions returns the editions of entries, the one that is open first.
func (r *replay) editions(window []Entry) (ids []string) {
	if r.current != nil {
		ids = append(ids, r.current.Edition().ID())
	}
	for i := range window {
		if id := window[i].Edition(); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// open opens an edition, unless it is open or could not be opened before.
func (r *replay) open(ctx context.Context, id string) (err error) {
	if r.current != nil && r.current.Edition().ID() == id {
		return nil
	}
	if before, ok := r.out.Unopened[id]; ok {
		return before.Err
	}
	r.current = nil // freed before the next one is read
	r.current, err = r.Open(ctx, id)
	return err
}

// count adds the results of a window.
func (r *replay) count(window []Entry, differences []*Difference, absent map[string]Absent) {
	lost := 0
	for id, of := range absent {
		lost += of.Entries
		of.Entries += r.out.Unopened[id].Entries
		r.out.Unopened[id] = of
	}
	different := 0
	for i, d := range differences {
		r.out.days[gevel.DayOf(window[i].Time)] = true
		if d == nil {
			continue
		}
		if different++; len(r.out.Shown) < r.Keep {
			r.out.Shown = append(r.out.Shown, *d)
		}
	}
	r.out.Entries += len(window)
	r.out.Different += different
	r.out.Same += len(window) - different - lost
	if r.Progress != nil && len(window) > 0 {
		r.Progress(r.out.Entries, gevel.DayOf(window[len(window)-1].Time))
	}
}

// Silent returns the days, in Amsterdam, between the first and the last entry that have none: a segment may be missing.
func (r *Replayed) Silent() (days []gevel.Date) {
	if len(r.days) == 0 {
		return nil
	}
	all := slices.Sorted(maps.Keys(r.days))
	for day := all[0]; day < all[len(all)-1]; day++ {
		if !r.days[day] {
			days = append(days, day)
		}
	}
	return days
}

// again answers an entry's inquiry again.
func again(v *valuation.Valuer, r *Entry) Difference {
	fields, err := differing(v, r)
	slices.SortFunc(fields, func(a, b Field) int { return cmp.Compare(a.Name, b.Name) })
	return Difference{Entry: *r, Fields: fields, Err: err}
}

// differing returns the fields in which an entry and the new answer differ.
func differing(v *valuation.Valuer, r *Entry) ([]Field, error) {
	q, err := r.Inquiry(v.Edition().Sales().Attributes)
	if err != nil {
		return nil, err
	}
	t, err := v.Trace(q)
	if err != nil {
		return nil, err
	}
	value := v.Valuation(t)
	answer, err := json.Marshal(present.NewHomevalue(value, q.Overrides))
	if err != nil {
		return nil, err
	}
	fields, err := compare(r.Answer, answer)
	for name, now := range present.Meta(value) {
		if logged := r.Meta[name]; logged != now {
			fields = append(fields, Field{"meta." + name, logged, now})
		}
	}
	if len(r.Worksheet) == 0 || err != nil {
		return fields, err
	}
	judged, err := judgedAgain(v, r, t)
	return append(fields, judged...), err
}

// judgedAgain repeats an entry's worksheet, and returns the fields that differ.
func judgedAgain(v *valuation.Valuer, r *Entry, t *valuation.Trace) ([]Field, error) {
	j, err := r.judgement()
	if err != nil {
		return nil, err
	}
	s, err := worksheet.New(v.Edition(), t, j)
	if err != nil {
		return nil, err
	}
	now, err := json.Marshal(present.NewWorksheet(s, v.ValueOf(t)))
	if err != nil {
		return nil, err
	}
	fields, err := compare(r.Worksheet, now)
	for i := range fields {
		fields[i].Name = join("worksheet", fields[i].Name)
	}
	return fields, err
}

// compare returns the fields in which two answers differ.
func compare(logged, now []byte) ([]Field, error) {
	if bytes.Equal(logged, now) {
		return nil, nil
	}
	var a, b any
	if err := errors.Join(json.Unmarshal(logged, &a), json.Unmarshal(now, &b)); err != nil {
		return nil, err
	}
	var fields []Field
	var walk func(name string, a, b any)
	walk = func(name string, a, b any) {
		switch x := a.(type) {
		case map[string]any:
			y, ok := b.(map[string]any)
			if !ok {
				break
			}
			for key := range x {
				walk(join(name, key), x[key], y[key])
			}
			for key := range y {
				if _, has := x[key]; !has {
					walk(join(name, key), nil, y[key])
				}
			}
			return
		case []any:
			y, ok := b.([]any)
			if !ok || len(x) != len(y) {
				break
			}
			for i := range x {
				walk(fmt.Sprintf("%s[%d]", name, i), x[i], y[i])
			}
			return
		}
		if !reflect.DeepEqual(a, b) {
			fields = append(fields, Field{name, a, b})
		}
	}
	walk("", a, b)
	return fields, nil
}

func join(name, key string) string {
	if name == "" {
		return key
	}
	return name + "." + key
}
