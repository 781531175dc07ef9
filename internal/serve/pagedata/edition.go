package pagedata

// GET /page/edition: what answers.

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/tile"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

type pageEdition struct {
	Edition     string          `json:"edition" doc:"id of the edition that answers"`
	CodeVersion int             `json:"codeVersion" doc:"of the code that trained its models"`
	Today       gevel.Date      `json:"today" doc:"today in Europe/Amsterdam, the last valuation date"`
	Oldest      gevel.Date      `json:"oldest" doc:"the first valuation date"`
	SalesUntil  *gevel.Date     `json:"salesUntil" doc:"the last day before today on which a sale became known"`
	Homes       int             `json:"homes" doc:"homes of the register"`
	Sales       int             `json:"sales" doc:"sales that the edition keeps"`
	Bounds      *[4]float64     `json:"bounds" doc:"where nearly all its sales lie: west, south, east, north, degrees WGS84; null where none lies in the Netherlands"`
	Attributes  []pageAttribute `json:"attributes" doc:"the characteristics that a caller may give"`
	Map         pageMap         `json:"map"`

	Examples []endpoints.FoundHome `json:"examples" doc:"homes that can be valued, to try: three at most, each in a street of its own"`
}

type pageAttribute struct {
	Name      string    `json:"name" doc:"in explanations"`
	Parameter string    `json:"parameter" doc:"of the endpoints that value a home"`
	Label     string    `json:"label" doc:"in the language asked for"`
	Unit      *string   `json:"unit" doc:"such as m2"`
	Kind      string    `json:"kind" doc:"integer, decimal, boolean or choice"`
	Min       *int      `json:"min" doc:"the least that is accepted for a valuation today; null where there is no bound"`
	Max       *int      `json:"max" doc:"the most"`
	Choices   *[]string `json:"choices" doc:"the values of a choice; null of other kinds"`
}

type pageMap struct {
	Buildings  bool        `json:"buildings" doc:"whether tiles hold footprints of buildings"`
	MinZoom    int         `json:"minZoom" doc:"of the tiles"`
	MaxZoom    int         `json:"maxZoom"`
	Background *Background `json:"background" doc:"what the operator lays under the map"`
}

// Background is a map of the operator's that the page lays under its own.
type Background struct {
	Kind        string `json:"kind" doc:"pmtiles, or tiles with {z}, {x} and {y} in the URL"`
	URL         string `json:"url"`
	Attribution string `json:"attribution" doc:"whom its makers want named"`
}

func (p *Page) edition(c frame.Call, in endpoints.LanguageInput) (frame.Answer, error) {
	e := c.Live.Edition
	today := gevel.DayOf(c.Now)
	m, sales := e.Manifest(), e.Sales()
	data := pageEdition{
		Edition: e.ID(), CodeVersion: m.CodeVersion, Today: today, Oldest: c.Live.Valuer.Oldest(),
		Homes: m.Rows["dwellings"], Sales: sales.Count(), Bounds: derivedOf(c).bounds(), Attributes: []pageAttribute{}, Examples: derivedOf(c).examples(),
		Map: pageMap{
			Buildings: e.Buildings().Len() > 0, MinZoom: tile.MinZoom, MaxZoom: tile.MaxZoom, Background: p.Background.Shown,
		},
	}
	if until := sales.LastKnownDay(today); until != gevel.NoDate {
		data.SalesUntil = &until
	}
	for k := range sales.Attributes {
		if a := &sales.Attributes[k]; a.Parameter != "" {
			data.Attributes = append(data.Attributes, newPageAttribute(a, in.Language, today.Year()))
		}
	}
	return frame.Answer{Data: data}, nil
}

func newPageAttribute(a *gevel.Attribute, l words.Language, year int) pageAttribute {
	out := pageAttribute{
		Name: a.Name, Parameter: a.Parameter, Label: l.Characteristic(a), Unit: present.OrNull(a.Unit), Kind: "integer",
	}
	switch {
	case a.IsNamed():
		choices := a.Choices()
		out.Kind, out.Choices = "choice", &choices
		return out
	case a.Kind == gevel.YesNo:
		out.Kind = "boolean"
		return out
	case a.Kind == gevel.Number:
		out.Kind = "decimal"
	}
	if least, most := a.Bounds(year); least != 0 || most != 0 {
		out.Min, out.Max = &least, &most
	}
	return out
}

// examplesOf returns homes that can be valued, each in a street of its own. It tries a few hundred at most.
func examplesOf(l *live.Live) []endpoints.FoundHome {
	const wanted, mostTried = 3, 300
	list, streets, tried := []endpoints.FoundHome{}, map[string]bool{}, 0
	day := l.Edition.Sales().LastKnownDay(gevel.Never) + 1
	l.Edition.Dwellings(func(d gevel.Dwelling) bool {
		a, ok := l.Edition.MainAddress(d.ID)
		if !ok || streets[a.Street] {
			return true
		}
		tried++
		if _, err := l.Valuer.ValueAlone(gevel.Inquiry{AddressQuery: a.Query(), Date: day}); err == nil {
			list, streets[a.Street] = append(list, endpoints.NewFoundHome(l, a)), true
		}
		return len(list) < wanted && tried < mostTried
	})
	return list
}

// boundsOf returns the west, south, east and north bounds of positions in the Netherlands without the outermost fortieth on
// each side, which may lie far out; nil where there are none.
func boundsOf(at []gevel.Point) *[4]float64 {
	var x, y []float64
	const enough = 10_000 // of millions
	for i := 0; i < len(at); i += 1 + len(at)/enough {
		if p := at[i]; geo.InNetherlands(p) {
			x, y = append(x, p.X), append(y, p.Y)
		}
	}
	if len(x) == 0 {
		return nil
	}
	slices.Sort(x)
	slices.Sort(y)
	const margin = 250 // metres: a home stands in an area
	out := len(x) / 40
	south, west := geo.ToWGS84(gevel.Point{X: x[out] - margin, Y: y[out] - margin})
	north, east := geo.ToWGS84(gevel.Point{X: x[len(x)-1-out] + margin, Y: y[len(y)-1-out] + margin})
	return &[4]float64{west, south, east, north}
}

// GET /page/index: how the market moved on the way to a value.

type pageIndex struct {
	Months []gevel.Month `json:"months" doc:"up to the month of the valuation date"`
	Known  gevel.Month   `json:"known" doc:"the last month that was known on the valuation date; what lies behind it is forecast"`
	Series []indexSeries `json:"series"`
}

type indexSeries struct {
	Key   string    `json:"key" doc:"home: area, house type and price tier of the home; area: all house types there; municipality: the mean over its homes; market: the whole"`
	Label string    `json:"label"`
	Level []float64 `json:"level" doc:"in the middle of each month; 1 on the valuation date"`
	Low   []float64 `json:"low,omitempty" doc:"with high the 80 % interval of the home's level, in each month after known; the error of its price tier is not in it"`
	High  []float64 `json:"high,omitempty"`
}

// sampledHomes is over how many homes the level of a municipality is a mean: enough that it does not hang on which.
const sampledHomes = 256

func (p *Page) index(c frame.Call, in endpoints.ExplainedInput) (frame.Answer, error) {
	t, err := c.Live.Valuer.Trace(in.Home)
	if err != nil {
		return frame.Answer{}, err
	}
	municipality := t.Subject.Address.Municipality
	paths := explain.PathsOf(t, around(c.Live, municipality))
	data := pageIndex{Months: make([]gevel.Month, paths.Months), Known: paths.End}
	for i := range data.Months {
		data.Months[i] = paths.First + gevel.Month(i)
	}
	data.Series = newIndexSeries(paths, t, in.Language)
	return frame.Answer{Data: data}, nil
}

func newIndexSeries(p explain.Paths, t *valuation.Trace, l words.Language) []indexSeries {
	series := []indexSeries{
		{Key: "home", Label: l.HomeIndex(t.Home.BuildType.Group()), Level: rounded(p.Home), Low: rounded(p.Low), High: rounded(p.High)},
		{Key: "area", Label: l.AreaIndex(), Level: rounded(p.Area)},
	}
	if p.Around != nil {
		series = append(series, indexSeries{Key: "municipality", Label: t.Subject.Address.Municipality, Level: rounded(p.Around)})
	}
	return append(series, indexSeries{Key: "market", Label: l.MarketIndex(), Level: rounded(p.Market)})
}

// rounded returns levels to a hundredth of a percent.
func rounded(levels []float64) []float64 {
	return list.Of(levels, func(level float64) float64 { return math.Round(1e4*level) / 1e4 })
}

// around returns where homes of a municipality lie.
func around(l *live.Live, municipality string) []gevel.Point {
	var list []gevel.Point
	for _, a := range endpoints.Addresses(l).InMunicipality(municipality, sampledHomes) {
		if d, ok := l.Edition.Dwelling(a.ObjectID); ok && d.Place != (gevel.Point{}) {
			list = append(list, d.Place)
		}
	}
	return list
}
