package valuationlog

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"reflect"
	"slices"

	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// Replayed is the result of answering logged inquiries again.
type Replayed struct {
	Entries   int // without the damaged ones
	Same      int // every figure is the same
	Different []Difference
	Damaged   []string       // where, and why
	Missing   map[string]int // entries whose edition is missing, by edition
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

// Replay answers each entry's inquiry again with its edition, and compares every field. open opens an edition
// by its id; fs.ErrNotExist means that it is missing.
func Replay(
	ctx context.Context, entries iter.Seq2[Entry, error], open func(ctx context.Context, id string) (*valuation.Valuer, error),
) (Replayed, error) {
	out := Replayed{Missing: map[string]int{}}
	var current *valuation.Valuer
	for r, err := range entries {
		if damaged := (*DamagedError)(nil); errors.As(err, &damaged) {
			out.Damaged = append(out.Damaged, err.Error())
			continue
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return out, err
		}
		out.Entries++
		id := r.Edition()
		if _, missing := out.Missing[id]; missing {
			out.Missing[id]++
			continue
		}
		if current == nil || current.Edition().ID() != id {
			current = nil // freed before the next one is read
			if current, err = open(ctx, id); err != nil {
				if !errors.Is(err, fs.ErrNotExist) {
					return out, err
				}
				out.Missing[id]++
				continue
			}
		}
		d := again(current, &r)
		if d.Err == nil && len(d.Fields) == 0 {
			out.Same++
			continue
		}
		out.Different = append(out.Different, d)
	}
	return out, nil
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
