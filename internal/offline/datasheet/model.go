package datasheet

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Model is the datasheet of the newest model.
type Model struct {
	Date     gevel.Date   `json:"date"`
	AgeDays  int          `json:"ageDays"`
	Models   []gevel.Date `json:"models"` // of the edition; each answers the days until the next
	IndexDay gevel.Date   `json:"indexDay"`
	// Its training data.
	Sales           int        `json:"sales"`
	First           gevel.Date `json:"first"`
	Last            gevel.Date `json:"last"`
	Areas           int        `json:"indexAreas"` // undivided areas of the index
	Characteristics []Used     `json:"characteristics"`
	// Importance is from its trees.
	Importance []hedonic.Importance `json:"importance"`
	Tested     *accuracy.Accuracy   `json:"tested"` // nil where the edition holds no errors
}

// Used is a characteristic that the model may use.
type Used struct {
	Column  string  `json:"column"`
	Label   string  `json:"label"`
	Kind    string  `json:"kind"`
	Unit    string  `json:"unit,omitempty"`
	Known   int     `json:"known"`   // sales in which it was known
	Percent float64 `json:"percent"` // of the sales learned from
	Callers bool    `json:"callers"` // callers may give it
}

func modelOf(v *valuation.Valuer, newest *vintage.Vintage, day gevel.Date) Model {
	m := Model{
		Date: newest.AsOf, AgeDays: int(day - newest.AsOf), Importance: newest.Hedonic.Importance(),
		IndexDay: newest.Indexes[len(newest.Indexes)-1].Known, Areas: len(newest.Areas().Smallest()),
	}
	for _, one := range v.Vintages() {
		m.Models = append(m.Models, one.AsOf)
	}
	s := newest.Sales()
	rows := s.EvidenceBefore(newest.AsOf)
	m.Sales, m.First, m.Last = len(rows), s.Date[rows[0]], s.Date[rows[0]]
	for _, row := range rows {
		m.First, m.Last = min(m.First, s.Date[row]), max(m.Last, s.Date[row])
	}
	for k := range s.Attributes {
		a := &s.Attributes[k]
		used := Used{Column: a.Column, Label: a.Label, Kind: a.Kind.String(), Unit: a.Unit, Callers: a.Parameter != ""}
		for _, row := range rows {
			if x := s.Value(k, int(row)); x == x {
				used.Known++
			}
		}
		used.Percent = percent(used.Known, len(rows))
		m.Characteristics = append(m.Characteristics, used)
	}
	m.Tested = accuracy.Of(v.Edition(), newest)
	return m
}
