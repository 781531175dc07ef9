package datasheet

import (
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/backtest"
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
	// Takeover is how far values moved when it took over; nil where no model was before it.
	Takeover *valuation.Takeover `json:"takeover"`
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
	m.Tested, m.Takeover = accuracy.Of(v.Edition(), newest), v.Takeover()
	return m
}

// fewKnown is the share of homes, percent, below which a characteristic is mostly imputed.
const fewKnown = 50.0

// limitsOf lists the limits of the model, with the edition's numbers.
func limitsOf(s *DataSheet) []string {
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

// Index is the last index of the newest model.
type Index struct {
	Market backtest.MarketPath `json:"market"` // of the whole market, relative to its base
	// Beside are other publishers' indexes in the same units.
	Beside []Line `json:"beside,omitempty"`
	Groups []Rise `json:"rises"` // the whole market, then house type groups
}

// Line is another publisher's index.
type Line struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// Point is the level in a month; a quarter's is in its middle month.
type Point struct {
	Month gevel.Month `json:"month"`
	Level float64     `json:"level"`
}

// Rise is the rise of a level until the last month that the index knew completely.
type Rise struct {
	Name  string `json:"name"`
	Sales int    `json:"sales"` // of such homes, known to the index
	// Year and FiveYears are in percent, nil where the index is too short.
	Year      *float64 `json:"yearPercent"`
	FiveYears *float64 `json:"fiveYearsPercent"`
}

func indexOf(v *vintage.Vintage) Index {
	d, s := v.Indexes[len(v.Indexes)-1], v.Sales()
	out := Index{Market: backtest.PathOf(d, s.Sales, backtest.YearBefore(d), d.Index.First)}
	var sold [gevel.BuildGroups]int
	for _, row := range s.EvidenceBefore(d.Known) {
		sold[s.Group(row)]++
	}
	last := min(d.Until.Month()-1, d.Index.First+gevel.Month(d.Index.Months)-1)
	rise := func(group gevel.BuildGroup, months gevel.Month) *float64 {
		if last-months < d.Index.First {
			return nil
		}
		log := d.Index.Level(0, group, float64(last)) - d.Index.Level(0, group, float64(last-months))
		return new(100 * math.Expm1(log))
	}
	for g, n := range sold {
		group := gevel.BuildGroup(g)
		one := Rise{Name: group.String(), Sales: n, Year: rise(group, 12), FiveYears: rise(group, 60)}
		switch {
		case group == 0:
			one.Name, one.Sales = "whole market", out.Market.Sales
		case n == 0:
			continue
		}
		out.Groups = append(out.Groups, one)
	}
	return out
}

// besideOf returns CBS's index of the country in the units of the edition's own, over their common months.
func besideOf(own *backtest.MarketPath, lines []pricecheck.Line) []Line {
	var beside []Line
	for _, l := range lines {
		if l.Measure != pricecheck.Index || l.Region != pricecheck.Country {
			continue
		}
		line := Line{Name: "CBS, " + l.Name}
		// Each line of the check has its own base; the units here are the edition's.
		var ours, theirs float64
		for _, p := range l.Points {
			month := middleOf(p)
			line.Points = append(line.Points, Point{Month: month, Level: p.Published})
			if at := int(month - own.First); at >= 0 && at < own.KnownMonths() {
				ours, theirs = ours+own.Levels[at], theirs+p.Own
			}
		}
		if theirs == 0 {
			continue
		}
		for i := range line.Points {
			line.Points[i].Level *= ours / theirs
		}
		beside = append(beside, line)
	}
	return beside
}

// middleOf returns the middle month of a period.
func middleOf(p pricecheck.Point) gevel.Month {
	first := gevel.NewDate(int(p.Year), 1, 1).Month()
	return first + gevel.Month((p.Part-1)*p.Months+p.Months/2)
}
