package edition

import (
	"github.com/gevel/gevel"
)

// Sources of characteristics: in the file a column for each standard characteristic, in memory one
// number a home, as few combinations occur.

// sourceSuffix ends the names of the columns.
const sourceSuffix = "_source"

// sourceTable holds the sources of the standard characteristics of many homes.
type sourceTable struct {
	of           []uint16 // by home, into combinations
	combinations [][]gevel.Source
	numbers      map[combination]uint16
}

type combination [gevel.StandardAttributes]gevel.Source

func (t *sourceTable) grow(n int) {
	t.of, t.numbers = make([]uint16, n), map[combination]uint16{}
	t.add(combination{})
}

// add returns the number of a combination. There are far fewer than a number can hold: 5 sources
// of 8 characteristics, of which each has one or two.
func (t *sourceTable) add(c combination) uint16 {
	n, ok := t.numbers[c]
	if !ok {
		n = uint16(len(t.combinations))
		t.numbers[c] = n
		t.combinations = append(t.combinations, append([]gevel.Source(nil), c[:]...))
	}
	return n
}

// at returns the sources of a home, which must not be changed.
func (t *sourceTable) at(row int) []gevel.Source { return t.combinations[t.of[row]] }

func (t *sourceTable) set(row int, sources []gevel.Source) {
	var c combination
	copy(c[:], sources)
	t.of[row] = t.add(c)
}

// columns are those of the file. Reading gathers them in a table of the file's form first; settle
// makes numbers of them.
func (t *sourceTable) columns(read *sourceColumns) []column {
	columns := make([]column, gevel.StandardAttributes)
	for k, a := range gevel.Standard() {
		columns[k] = textColumn(a.Column+sourceSuffix,
			func(row int) string { return t.at(row)[k].String() },
			gevel.ParseSource,
			func(row int, s gevel.Source) { read[k][row] = s })
	}
	return columns
}

// sourceColumns are sources as the file has them, by characteristic and home.
type sourceColumns [gevel.StandardAttributes][]gevel.Source

func newSourceColumns(n int) *sourceColumns {
	c := new(sourceColumns)
	for k := range c {
		c[k] = make([]gevel.Source, n)
	}
	return c
}

func (t *sourceTable) settle(read *sourceColumns) {
	for row := range t.of {
		var c combination
		for k := range c {
			c[k] = read[k][row]
		}
		t.of[row] = t.add(c)
	}
}
