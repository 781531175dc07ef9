package main

import (
	"strconv"
	"testing"

	"github.com/gevel/gevel/internal/judge/ratio"
)

func TestReferenceOfMeasures(t *testing.T) {
	page := newReference("Measures", "The measures of `gevel evaluate`, `gevel score`, `gevel report` and other reports: one table. "+
		"[Accuracy](../accuracy.md) explains how they are measured.")
	var rows [][]string
	for i := range ratio.Table {
		m := &ratio.Table[i]
		rows = append(rows, []string{"`" + m.Key + "`", m.English, m.Dutch, m.Unit, strconv.FormatFloat(m.Good, 'g', -1, 64), sentence(m.Meaning)})
	}
	page.table([]string{"key in JSON", "English", "Dutch", "unit", "ideal", "meaning"}, rows)
	page.keepFresh(t, "measures.md")
}
