package edition

import (
	"context"
	"fmt"

	"github.com/gevel/gevel"
)

// neighbourhoodTable holds the facts that the homes of a neighbourhood share, by its number: a row per fact in the
// file, a list per neighbourhood in memory.
type neighbourhoodTable struct {
	factTable // home is the neighbourhood
	facts     [][]gevel.Fact
}

// newNeighbourhoodTable makes the table of facts; own is the edition's table of characteristics.
func newNeighbourhoodTable(facts [][]gevel.Fact, attributes, own gevel.Attributes) *neighbourhoodTable {
	of := factsBy(attributes, own, func(row int) []gevel.Fact { return facts[row] })
	return &neighbourhoodTable{factTable: *newFactTable(len(facts), of)}
}

// of returns the facts of a neighbourhood, if any. They must not be changed.
func (t *neighbourhoodTable) of(number int32) []gevel.Fact {
	if number < 0 || int(number) >= len(t.facts) {
		return nil
	}
	return t.facts[number]
}

func (t *neighbourhoodTable) tableColumns(table gevel.Attributes, text *factText) []column {
	return append([]column{sliceColumn("neighbourhood", counts, &t.home)}, t.columns(table, text)[1:]...)
}

func (t *neighbourhoodTable) write(ctx context.Context, path string, table gevel.Attributes, d *describer) error {
	return writeTable(ctx, path, t.len(), t.tableColumns(table, new(factText)), d)
}

// readNeighbourhoods reads the table, by the edition's tables of characteristics and of sources.
func readNeighbourhoods(
	ctx context.Context, path string, table gevel.Attributes, sources gevel.Sources,
) (*neighbourhoodTable, error) {
	file, err := openTable(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	n := file.rows()
	t := &neighbourhoodTable{factTable: *makeFactTable(n)}
	t.sources = sources
	text := &factText{names: gevel.NewNames(), value: make([]int32, n)}
	if err := file.read(ctx, t.tableColumns(table, text)); err != nil {
		return nil, err
	}
	if err := t.resolveValues(file.name, table, text); err != nil {
		return nil, err
	}
	return t, t.group(file.name)
}

// group makes a list of facts for each neighbourhood.
func (t *neighbourhoodTable) group(name string) error {
	for i, number := range t.home {
		if number < 0 || int(number) < len(t.facts)-1 {
			return fmt.Errorf("%s is not sorted at row %d", name, i)
		}
		for int(number) >= len(t.facts) {
			t.facts = append(t.facts, nil)
		}
		t.facts[number] = append(t.facts[number], t.factTable.at(i))
	}
	return nil
}
