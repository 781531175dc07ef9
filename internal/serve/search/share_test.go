package search_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/search"
	"github.com/gevel/gevel/internal/source/bag"
)

// The least shares of mangled addresses whose home is the first, or among the first three.
const (
	leastFirst = 0.90
	leastThree = 0.97
)

func TestMangledAddressesAreFoundInTheDemosTown(t *testing.T) {
	dir := t.TempDir()
	made, err := demo.Write(t.Context(), dir, demo.Options{Seed: 1, Date: demo.FirstDate, Dwellings: 1500, Photos: gevel.Some(0.0)})
	if err != nil {
		t.Fatal(err)
	}
	list := addressesOf(t, made.BAG)
	t.Run("with its own names", func(t *testing.T) { measure(t, list) })
	t.Run("with names of all forms", func(t *testing.T) { measure(t, renamed(list)) })
}

func TestMangledAddressesAreFoundInTheHague(t *testing.T) {
	const slice = "../../../../shared/data/bag/hague-slice-08092023.zip"
	if _, err := os.Stat(slice); err != nil {
		t.Skip("the slice of The Hague is not here")
	}
	measure(t, renamed(addressesOf(t, slice))) // its streets are numbered
}

func addressesOf(t *testing.T, delivery string) []gevel.Address {
	t.Helper()
	register, err := bag.Read(t.Context(), delivery, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return register.Addresses
}

// renamed gives each street of a town another name.
func renamed(list []gevel.Address) []gevel.Address {
	type street struct{ name, city string }
	names := map[street]string{}
	used := map[string]bool{}
	list = slices.Clone(list)
	next := 0
	for i := range list {
		a := &list[i]
		at := street{a.Street, a.City}
		for names[at] == "" {
			if name := streetNamed(next); !used[name] {
				names[at], used[name] = name, true
			}
			next++
		}
		a.Street = names[at]
	}
	return list
}

// tally counts the homes of a kind of fault.
type tally struct{ first, three, all int }

// measure mangles a thousand addresses of a town by each of some seeds, and holds the shares that are found.
func measure(t *testing.T, list []gevel.Address) {
	t.Helper()
	x := search.New(newTown(list...))
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 39))
		byKind := map[string]*tally{}
		var sum tally
		for sum.all < 1000 {
			a, f := list[rng.IntN(len(list))], faults[rng.IntN(len(faults))]
			if !a.Main || a.Kind == gevel.OtherUse {
				continue
			}
			query := f.mangle(rng, a)
			if query == "" {
				continue
			}
			kind := byKind[f.kind]
			if kind == nil {
				kind = &tally{}
				byKind[f.kind] = kind
			}
			found := x.Find(query, 8)
			at := slices.IndexFunc(found.Addresses, func(b gevel.Address) bool { return b.String() == a.String() })
			for _, c := range []*tally{kind, &sum} {
				c.add(at)
			}
			if at != 0 && found.Meant {
				t.Errorf("seed %d, %s: %q means %s, and is read as %s", seed, f.kind, query, a, found.Addresses[0])
			}
			if at < 0 || at > 2 {
				t.Logf("seed %d, %s: %q, which is %s, finds %v", seed, f.kind, query, a, found.Addresses[:min(3, len(found.Addresses))])
			}
		}
		t.Logf("seed %d: %d of %d are first, %d among the first three", seed, sum.first, sum.all, sum.three)
		for _, f := range faults {
			if c := byKind[f.kind]; c != nil {
				t.Logf("  %-24s %4d: %5.1f %% first, %5.1f %% of three", f.kind, c.all, share(c.first, c.all), share(c.three, c.all))
			}
		}
		if n := float64(sum.all); float64(sum.first) < leastFirst*n || float64(sum.three) < leastThree*n {
			t.Errorf("seed %d: %d of %d are first and %d among the first three, want %.0f and %.0f %%",
				seed, sum.first, sum.all, sum.three, 100*leastFirst, 100*leastThree)
		}
	}
}

func (c *tally) add(at int) {
	c.all++
	if at == 0 {
		c.first++
	}
	if at >= 0 && at < 3 {
		c.three++
	}
}

func share(n, of int) float64 { return 100 * float64(n) / float64(of) }
