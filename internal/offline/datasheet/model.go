package datasheet

import (
	"fmt"
	"strings"

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

// fewKnown is the share of homes, percent, below which a characteristic is mostly imputed.
const fewKnown = 50.0

// limitsOf lists the limits of the model, with the edition's numbers.
func limitsOf(s *Sheet) []string {
	list := []string{
		"A value is a statistical estimate and no appraisal: it is made without a visit to the home. " +
			"It does not include what no source records, such as the state of the kitchen.",
		fmt.Sprintf("%d of %d homes (%.1f %%) have the house type, build year and use surface that a value needs; "+
			"for the others the caller must give what is missing.",
			s.Homes.Valued, s.Homes.N, percent(s.Homes.Valued, s.Homes.N)),
	}
	var imputed []string
	for _, rate := range s.Homes.FillRates {
		if rate.Percent < fewKnown {
			imputed = append(imputed, fmt.Sprintf("%s (%.1f %%)", rate.Label, rate.Percent))
		}
	}
	if len(imputed) > 0 {
		list = append(list, "Known for fewer than half of the homes: "+strings.Join(imputed, ", ")+
			". If neither the last sale nor the caller gives one, the model takes a typical value "+
			"if the sales determine one, and the interval becomes wider.")
	}
	list = append(list, fmt.Sprintf(
		"It learned from sales until %s, and its index from sales known before %s. Later market changes are forecast.",
		s.Model.Last, s.Model.IndexDay))
	return append(list, testedLimits(s.Model.Tested)...)
}

// testedLimits are the limits of its tested accuracy.
func testedLimits(t *accuracy.Accuracy) []string {
	if t == nil {
		return []string{"This edition does not hold the errors made in training, so this report has no accuracy. " +
			"gevel evaluate measures it."}
	}
	list := []string{
		"Accuracy is measured on homes that were sold, as their sales recorded them, after screening: it says nothing about " +
			"homes that are never sold, or about prices that screening rejects as evidence.",
	}
	for _, m := range t.Models {
		if m.Learned == 0 {
			list = append(list, fmt.Sprintf("The model of %s had no earlier errors to learn its intervals from: "+
				"its %d sales count for accuracy and not for the intervals.", m.Date, m.Sales))
		}
	}
	for _, p := range t.Pooled {
		list = append(list, fmt.Sprintf("By %s, the %d parts with the fewest tested sales are shown together, as fewer "+
			"than %d are too few: %d sales.",
			p.Dimension, p.Parts, p.Least, p.Sales))
	}
	return list
}
