package train_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// fitted fits the tasks of a plan one by one, the last first, each as a program of its own would, and returns the bytes.
func fitted(t *testing.T, plan func() *train.Plan) files {
	t.Helper()
	all := files{}
	for _, task := range slices.Backward(plan().Tasks) {
		all.fit(t, plan(), task)
	}
	return all
}

// files are fitted vintages of one market, by what they are fitted for.
type files map[train.Task][]byte

// fit returns the vintage of a task, fitted if it is in no file.
func (all files) fit(t *testing.T, p *train.Plan, task train.Task) *train.Fitted {
	t.Helper()
	if content, ok := all[task.AsFitted()]; ok {
		return decoded(t, p, content)
	}
	var source *train.Fitted
	if of, ok := p.Source(task); ok {
		source = all.fit(t, p, of)
	}
	f, err := p.Fit(t.Context(), task, source)
	if err != nil {
		t.Fatal(err)
	}
	if all[task.AsFitted()], err = f.Encode(); err != nil {
		t.Fatal(err)
	}
	return f
}

func decoded(t *testing.T, p *train.Plan, content []byte) *train.Fitted {
	t.Helper()
	f, err := p.Decode(content)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestVintagesFittedOneByOneAreAsTrainedTogether(t *testing.T) {
	m := smalltown.New(4, smalltown.FewStreets)
	m.SetViews()
	c := train.Calendar{Today: smalltown.End - 40, AsOf: gevel.NoDate, Years: 2}
	o := train.Options{Seed: 1}
	together, _, err := train.Carry(t.Context(), market.NewSales(m.Attributes, m.Sold), train.Before{}, c, o)
	if err != nil {
		t.Fatal(err)
	}
	plan := func() *train.Plan { return train.NewPlan(market.NewSales(m.Attributes, m.Sold), c, o) }
	files := fitted(t, plan)
	if len(files) <= len(together) {
		t.Fatalf("%d vintages are fitted for an edition of %d: none calibrates the first", len(files), len(together))
	}
	p := plan()
	gathered, err := p.Gather(t.Context(), func(task train.Task) (*train.Fitted, error) {
		return p.Decode(files[task.AsFitted()])
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := smalltown.Encode(t, gathered), smalltown.Encode(t, together); !maps.EqualFunc(got, want, slices.Equal[[]byte]) {
		t.Errorf("vintages %v gathered from files are not those trained together, %v",
			slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

// A kernel source before all vintages of an edition is a task too, before those that need it.
func TestKernelSourcesAreFittedFirst(t *testing.T) {
	m := smalltown.New(4, smalltown.FewStreets)
	c := train.Calendar{Today: smalltown.End - 40, AsOf: gevel.NoDate}
	p := train.NewPlan(market.NewSales(m.Attributes, m.Sold), c, train.Options{Seed: 1})
	of := map[gevel.Date]bool{}
	for _, task := range p.Tasks {
		if source, ok := p.Source(task); ok && !of[source.Date] {
			t.Errorf("the vintage of %s comes before its kernel source, %s", task, source)
		}
		of[task.Date] = true
	}
	if len(of) != len(p.Tasks) {
		t.Errorf("of %d tasks some fit the same vintage: %v", len(p.Tasks), p.Tasks)
	}
}

func TestAPlanEndsWithItsContext(t *testing.T) {
	m := smalltown.New(4, smalltown.FewStreets)
	c := train.Calendar{Today: smalltown.End - 40, AsOf: gevel.NoDate}
	p := train.NewPlan(market.NewSales(m.Attributes, m.Sold), c, train.Options{Seed: 1})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Fit(ctx, p.Tasks[0], nil); err == nil {
		t.Error("a vintage is fitted although the work was stopped")
	}
}

func FuzzFittedVintages(f *testing.F) {
	m := smalltown.New(4, smalltown.FewStreets)
	c := train.Calendar{Today: smalltown.End - 40, AsOf: gevel.NoDate}
	p := train.NewPlan(market.NewSales(m.Attributes, m.Sold), c, train.Options{Seed: 1})
	one, err := p.Fit(f.Context(), p.Tasks[0], nil)
	if err != nil {
		f.Fatal(err)
	}
	content, err := one.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	f.Add(content[:len(content)/2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, content []byte) {
		if got, err := p.Decode(content); (got == nil) == (err == nil) {
			t.Errorf("fitted vintage %v with error %v", got, err)
		}
	})
}
