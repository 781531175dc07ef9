package pagedata

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
)

// GET /page/accuracy: how the model that answers and those before it did on sales that they had not seen.

// AccuracyPath is below Base; a browser finds the page there.
const AccuracyPath = "/accuracy"

type pageAccuracy struct {
	Edition    string          `json:"edition"`
	Model      gevel.Date      `json:"model" doc:"date of the model that answers on the valuation date; the record is of those before it, and for the newest of its own sales since"`
	From       *gevel.Date     `json:"from" doc:"first day of sale; null where the edition holds no record"`
	Until      *gevel.Date     `json:"until" doc:"last day of sale"`
	Reason     *string         `json:"reason" doc:"why there is no record; null where there is one"`
	OldRecord  *string         `json:"oldRecord" doc:"why the record does not hold for values by sales as old as those that are known; null where they are new"`
	Models     []testedModel   `json:"models" doc:"the models that were tested"`
	Overall    *accuracyPart   `json:"overall"`
	RegionKind *string         `json:"regionKind" doc:"what a region is: municipality, PC2 area or PC4 area"`
	ByRegion   []accuracyPart  `json:"byRegion"`
	ByType     []accuracyPart  `json:"byType" doc:"by house type; types of few sales are taken together"`
	ByPrice    []accuracyPart  `json:"byPrice" doc:"by bands of about as many sales each, at most ten, the cheapest first"`
	ByPeriod   []accuracyPart  `json:"byPeriod" doc:"by quarter of sale; quarters of few sales are taken together"`
	Resold     []accuracyPart  `json:"resold" doc:"homes that were sold again within two years: by their values, and by what they would fetch when offered so soon; empty where there are none"`
	Alarms     []valueAlarm    `json:"alarms" doc:"what newer sales say against the values of the newest model and of those before it; empty where values hold"`
	Near       *accuracyAround `json:"near" doc:"the tested sales nearest to the home asked about; null without a home"`
}

// valueAlarm is an alarm that nothing has cleared.
type valueAlarm struct {
	What  string     `json:"what" doc:"above or below where prices lie so beside values, narrow where intervals hold too few prices"`
	Since gevel.Date `json:"since" doc:"day on which the first sale became known that speaks for it"`
	Sales int        `json:"sales" doc:"until it was raised"`
	Off   float64    `json:"off" doc:"mean error of these sales, of prices from values, percent; of a region, house type or side of the map beside all others"`
	Held  float64    `json:"held" doc:"share of these in the 80 % interval, percent"`
	Own   bool       `json:"own" doc:"whether it concerns the home asked about"`
	Text  string     `json:"text" doc:"in the language asked for"`
}

type testedModel struct {
	Date    gevel.Date `json:"date"`
	Sales   int        `json:"sales" doc:"that became known until the next model, each valued on its own day with what was known then"`
	Learned int        `json:"learned" doc:"from how many errors it learned its intervals; with 0 it promised nothing"`
}

// accuracyPart is the figures of some sales, in percent. Of too few sales there are none.
type accuracyPart struct {
	Name        string          `json:"name"`
	Label       string          `json:"label" doc:"in the language asked for"`
	N           int             `json:"n" doc:"sales"`
	Reason      *string         `json:"reason" doc:"why there are no figures; null where there are"`
	HitRate     *float64        `json:"hitRate" doc:"share that got a value"`
	MdAPE       *float64        `json:"mdape" doc:"median absolute error, by price"`
	MedianRatio *float64        `json:"medianRatio" doc:"median of value / price, a plain number"`
	PE10        *float64        `json:"pe10" doc:"share of values within 10 % of the price"`
	PE15        *float64        `json:"pe15"`
	PE20        *float64        `json:"pe20"`
	Coverage50  *float64        `json:"coverage50" doc:"share of prices within the 50 % interval"`
	Coverage80  *float64        `json:"coverage80"`
	Coverage90  *float64        `json:"coverage90"`
	Classes     []classAccuracy `json:"classes" doc:"what the confidence classes promised and kept; classes with too few values are left out"`
}

type classAccuracy struct {
	Class   int      `json:"class" min:"0" max:"5"`
	Promise string   `json:"promise" doc:"in words"`
	Within  float64  `json:"within" doc:"percent of the value"`
	Aim     float64  `json:"aim" doc:"the least share that is promised, percent"`
	N       int      `json:"n" doc:"values of the class"`
	Share   float64  `json:"share" doc:"observed, percent"`
	Low     *float64 `json:"low" doc:"of its 95 % interval, clustered by month of sale; null where all sales are of one month"`
	High    *float64 `json:"high"`
	Verdict *string  `json:"verdict" doc:"kept, not refuted or broken; null of class 0, which promises nothing"`
}

// accuracyAround is the figures around a home.
type accuracyAround struct {
	accuracyPart
	Radius *float64 `json:"radius" doc:"metres to the farthest of these sales"`
}

func (p *Page) accuracy(c frame.Call, in endpoints.ExplainedInput) (frame.Answer, error) {
	home, err := homeOf(c.Live, in.Home.AddressQuery)
	if err != nil {
		return frame.Answer{}, err
	}
	v := c.Live.Valuer.VintageOn(in.Home.Date)
	data := pageAccuracy{
		Edition: c.Live.Edition.ID(), Model: v.AsOf, Models: []testedModel{},
		ByRegion: []accuracyPart{}, ByType: []accuracyPart{}, ByPrice: []accuracyPart{}, ByPeriod: []accuracyPart{},
		Resold: []accuracyPart{}, Alarms: alarmsOf(c.Live, home, in.Language),
	}
	if until := c.Live.Edition.Sales().LastKnownDay(in.Home.Date); until != gevel.NoDate {
		data.OldRecord = present.OrNull(in.Language.OldRecord(in.Home.Date, until))
	}
	r := derivedOf(c).accuracies.Of(v)
	if r == nil {
		data.Reason = present.OrNull(in.Language.NoAccuracy())
	} else {
		data.fill(r, home, in.Language)
	}
	return frame.Answer{Data: data}, nil
}

// alarmsOf returns the alarms that stand.
func alarmsOf(live *live.Live, home *gevel.Dwelling, l words.Language) []valueAlarm {
	list, watch := []valueAlarm{}, live.Watch()
	if watch == nil {
		return list
	}
	var at gevel.Address
	if home != nil {
		at, _ = live.Edition.MainAddress(home.ID)
	}
	for _, a := range watch.Standing() {
		list = append(list, valueAlarm{
			What: string(a.What), Since: a.Since, Sales: a.Sales, Off: math.Round(1e4*a.Off) / 100, Held: math.Round(1e4*a.Held) / 100,
			Own: home != nil && watch.Concerns(&a, home, at), Text: l.Alarm(&a),
		})
	}
	return list
}

// homeOf returns the home that is asked about, or nil if none is. Errors: gevel.Invalid for half an address;
// errors of the look-up.
func homeOf(l *live.Live, q gevel.AddressQuery) (*gevel.Dwelling, error) {
	switch {
	case q == gevel.AddressQuery{}:
		return nil, nil
	case q.PostalCode == "":
		return nil, param.Invalid([]gevel.Detail{{Reason: "postalCode", Message: "postalCode is required where a home is asked about"}})
	case q.HouseNumber == 0:
		return nil, param.Invalid([]gevel.Detail{{
			Reason:  "houseNumber",
			Message: "houseNumber is required where a home is asked about",
		}})
	}
	a, err := l.Edition.Find(q)
	if err != nil {
		return nil, err
	}
	d, ok := l.Edition.Dwelling(a.ObjectID)
	if !ok {
		return nil, gevel.Failure(gevel.NotResidential, "", "there is no home at this address")
	}
	return &d, nil
}

func (data *pageAccuracy) fill(r *accuracy.Page, home *gevel.Dwelling, l words.Language) {
	data.From, data.Until, data.RegionKind = &r.From, &r.Until, &r.Region
	for _, m := range r.Models {
		data.Models = append(data.Models, testedModel(m))
	}
	overall := newAccuracyPart(accuracy.Part{Name: "overall", Sales: r.Measures.N, Summary: enough(&r.Measures.Summary)},
		l.Overall(), l)
	data.Overall = &overall
	data.ByRegion = accuracyParts(r.Parts(r.Region), l.Part, l)
	data.ByType = accuracyParts(r.Parts(accuracy.ByType), l.Part, l)
	data.ByPrice = accuracyParts(r.Parts(accuracy.ByPrice), l.PriceBand, l)
	data.ByPeriod = accuracyParts(r.Parts(accuracy.ByQuarter), l.Quarters, l)
	data.Resold = accuracyParts(r.Resold(), l.Resold, l)
	if home == nil {
		return
	}
	near := r.Around(home.At)
	around := accuracyAround{accuracyPart: newAccuracyPart(near.Part, l.Around(near.Metres), l)}
	around.Name = "near"
	if near.Sales > 0 {
		around.Radius = &near.Metres
	}
	data.Near = &around
}

// enough returns a summary of sales that are not too few, else nil.
func enough(s *ratio.Summary) *ratio.Summary {
	if s.N < accuracy.Least {
		return nil
	}
	return s
}

func accuracyParts(parts []accuracy.Part, label func(name string) string, l words.Language) []accuracyPart {
	return list.Of(parts, func(p accuracy.Part) accuracyPart { return newAccuracyPart(p, label(p.Name), l) })
}

func newAccuracyPart(p accuracy.Part, label string, l words.Language) accuracyPart {
	out := accuracyPart{Name: p.Name, Label: label, N: p.Sales, Classes: []classAccuracy{}}
	if p.Summary == nil {
		out.Reason = present.OrNull(l.TooFew(p.Sales, accuracy.Least))
		return out
	}
	s := p.Summary
	out.HitRate, out.MdAPE, out.MedianRatio = figure(s.HitRate), figure(s.MdAPE), figure(s.MedianRatio)
	out.PE10, out.PE15, out.PE20 = figure(s.PE10), figure(s.PE15), figure(s.PE20)
	out.Coverage50, out.Coverage80, out.Coverage90 = covered(s.Coverage50), covered(s.Coverage80), covered(s.Coverage90)
	for _, c := range s.Classes {
		if c.N < accuracy.Least {
			continue
		}
		one := classAccuracy{
			Class: int(c.Class), Promise: l.Promise(c.Class), Within: c.Within, Aim: c.Aim, N: c.N, Share: c.Share.Value,
			Verdict: present.OrNull(string(c.Verdict)),
		}
		if c.Share.Range != (ratio.Range{}) {
			one.Low, one.High = &c.Share.Range.Low, &c.Share.Range.High
		}
		out.Classes = append(out.Classes, one)
	}
	return out
}

func figure(f ratio.Figure) *float64 {
	if !f.Known {
		return nil
	}
	return &f.Value
}

// covered returns the observed share of an interval that enough values promised, else nil.
func covered(c ratio.Coverage) *float64 {
	if c.N < accuracy.Least {
		return nil
	}
	return figure(c.Share)
}
