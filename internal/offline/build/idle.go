package build

import (
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source"
)

// What was delivered and moves no value: warnings, each with what to do.

// warnOfIdle warns of sources that join nothing, and of characteristics that the newest model did not learn.
func (b *builder) warnOfIdle() {
	for _, s := range b.Table.Rows() {
		n, given := b.summary.Counts[s.Name]
		if !given || n.Used > 0 {
			continue
		}
		b.warn("%s: nothing of %s is used: %s", s.Label, filesOf(s.given(&b.Config)),
			source.WhyUnused(n, b.contents.Rejects[s.Name]))
	}
	for k, a := range b.contents.Sales.Attributes {
		if a.Required {
			b.warnUnvalued(a)
		}
		if !b.learned(k) {
			b.warnUnlearned(k, a)
		}
	}
}

// warnUnvalued warns where most homes lack a characteristic without which none is valued.
func (b *builder) warnUnvalued(a gevel.Attribute) {
	for _, rate := range b.summary.FillRates {
		all := 0
		for _, homes := range rate.Source {
			all += homes
		}
		if lacking := rate.Source[gevel.NoSource]; rate.Label == a.Label && 2*lacking > all {
			b.warn("%s: %d of %d homes lack it and can't be valued unless the caller gives it; "+
				"see the register's faults, or give it in a file of characteristics", a.Label, lacking, all)
		}
	}
}

// warnUnlearned warns of a characteristic that homes have, or the build file declares, and no sale of the newest model.
func (b *builder) warnUnlearned(k int, a gevel.Attribute) {
	homes, from := b.knownOfHomes(a.Label)
	switch _, declared := b.Characteristics[a.Column]; {
	case homes > 0:
		b.warn("%s: %d homes have it (%s), and no sale that the newest model learned from had it on its day, so it "+
			"moves no value; "+
			"give sales their own column of it or the source earlier days (known_date), or wait for newer sales",
			a.Label, homes, strings.Join(from, ", "))
	case declared && b.unknown(k):
		b.warn("%s: the build file declares it, and no home and no sale has it, so it moves no value and callers can't give it; "+
			"give a file that column, map one to it, or take it out of characteristics", a.Column)
	case !b.unknown(k):
		b.warn("%s: only sales have it that the newest model, of %s, did not know yet, so it moves no value; "+
			"wait for the next model, or take its column out", a.Label, b.newestModel())
	}
}

// learned reports whether a sale that the newest model knew has the characteristic in a place of the table.
func (b *builder) learned(k int) bool {
	s, newest := b.contents.Sales, b.newestModel()
	for row := range s.Len() {
		if s.Known[row] < newest && !math.IsNaN(s.Value(k, row)) {
			return true
		}
	}
	return false
}

// unknown reports whether no sale has it at all.
func (b *builder) unknown(k int) bool { return !known(b.contents.Sales, k) }

func (b *builder) newestModel() gevel.Date { return b.summary.Models[len(b.summary.Models)-1] }

// knownOfHomes returns how many homes have a characteristic, and from which sources.
func (b *builder) knownOfHomes(label string) (homes int, from []string) {
	for _, rate := range b.summary.FillRates {
		if rate.Label != label {
			continue
		}
		for _, source := range slices.Sorted(maps.Keys(rate.Source)) {
			if source == gevel.NoSource || source == gevel.FromShared {
				continue
			}
			homes += rate.Source[source]
			from = append(from, b.summary.Sources.Name(source))
		}
	}
	return homes, from
}

// filesOf names files without their folders.
func filesOf(paths []*string) string {
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = filepath.Base(*path)
	}
	return strings.Join(names, ", ")
}
