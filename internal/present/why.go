// The one form of an explanation: what the service answers. Text, property report, tools of agents and page are made from it.

package present

import (
	"cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/value/explain"
)

// Why is a valuation with its explanation in a language: every figure and sentence that any reader gets. A pointer is a
// field that may be null; no field is ever absent.
type Why struct {
	Valuation       Homevalue           `json:"valuation" doc:"the data of /v1/homevalue"`
	Interval        WhyIntervals        `json:"interval" doc:"central intervals of the value, by the percentage of prices that they hold"`
	Home            WhyHome             `json:"home"`
	Words           WhyWords            `json:"words"`
	Notes           WhyNotes            `json:"notes" doc:"on what may surprise, a sentence each"`
	Characteristics []WhyCharacteristic `json:"characteristics" doc:"what is known of the home"`
	Steps           []WhyStep           `json:"steps" doc:"their euros add up to weightedValue; the total of the last step before the approaches is predictedValue"`
	Index           WhyIndex            `json:"index"`
	Approaches      []WhyApproach       `json:"approaches"`
	References      []WhyReference      `json:"references" doc:"the most alike first"`
	PassedOver      []WhyPassedOver     `json:"passedOver" doc:"sales that would be references but for their odd prices"`
	Comparables     []WhyComparable     `json:"comparables" doc:"all that count, those with the most weight first"`
	Shares          WhyShares           `json:"shares" doc:"what the value rests on; the three add up to 1"`
	Kriging         WhyKriging          `json:"kriging"`
	OwnSale         *WhyOwnSale         `json:"ownSale" doc:"the home's own last sale"`
	Certainty       WhyCertainty        `json:"certainty"`
}

// WhyIntervals are low and high of each interval, whole euros.
type WhyIntervals struct {
	Half      [2]gevel.Euro `json:"50"`
	Most      [2]gevel.Euro `json:"80"`
	NearlyAll [2]gevel.Euro `json:"90"`
}

// WhyHome is the home that was valued.
type WhyHome struct {
	BagID   string `json:"bagId"`
	Address string `json:"address" doc:"on one line"`
	Position
}

// WhyWords describe the certainty of the value.
type WhyWords struct {
	Accuracy   string   `json:"accuracy"`
	Class      string   `json:"class"`
	Scales     string   `json:"scales" doc:"the width of the interval, and where that stands on the scales of others"`
	DataAge    string   `json:"dataAge"`
	OldSales   string   `json:"oldSales" doc:"a warning where the newest known sale is over half a year old, else empty"`
	Status     string   `json:"status" doc:"what the register says of a home that is not in use, else empty"`
	Market     string   `json:"market" doc:"how prices moved in the year before the valuation date; empty where that is not known"`
	Series     string   `json:"priceSeries" doc:"how far the forecast of the market follows a price series; empty without one"`
	Turned     string   `json:"turned" doc:"to which month the market is known, and what its last turn would do to the value from there on; empty where prices never fell"`
	References string   `json:"references" doc:"on which side of the value all references lie, else empty"`
	Offered    string   `json:"offered" doc:"what homes sold again within two years fetched beyond their values; empty where that is nothing, and of others"`
	Shares     string   `json:"shares" doc:"how much of the value sales carry, and the model"`
	Sure       []string `json:"sure" doc:"what makes it surer than the value of a typical home, the most important first"`
	Unsure     []string `json:"unsure" doc:"what makes it less sure"`
}

// WhyNotes explain what may surprise.
type WhyNotes struct {
	Steps      []string `json:"steps" doc:"on characteristics that are not known, or do not count as they are"`
	References []string `json:"references" doc:"on references that hardly weigh, or are unlike the home"`
	Kriging    []string `json:"kriging" doc:"on what kriging begins with and adds"`
}

// WhyCharacteristic is a known characteristic of the home, with its source.
type WhyCharacteristic struct {
	Name    string  `json:"name"`
	Value   any     `json:"value"`  // a number, a boolean or a name
	Source  string  `json:"source"` // given, or a register's name
	Derived bool    `json:"derived"`
	Known   *string `json:"known"`   // the day on which it was registered
	Until   *string `json:"until"`   // the last day for which the source vouches for it
	Expired bool    `json:"expired"` // that day has passed
	About   *string `json:"about"`   // reference date, if it is another day
	Label   string  `json:"label"`
	Text    string  `json:"text" doc:"the value as people read it"`
	From    string  `json:"from" doc:"its source, and the day"`
}

// WhyStep is a step to the value.
type WhyStep struct {
	Part    explain.Part `json:"part" doc:"typical, area, group, tier, place, characteristic or approach"`
	Name    *string      `json:"name" doc:"of the characteristic or the approach"`
	Label   string       `json:"label"`
	Text    *string      `json:"text" doc:"what the home has of the characteristic, and what is typical"`
	Imputed bool         `json:"imputed" doc:"what the home has is not known; a typical value is taken"`
	Log     float64      `json:"log" doc:"its change of the logarithm of the value"`
	Euros   gevel.Euro   `json:"euros" doc:"its change of the total"`
	Total   gevel.Euro   `json:"total" doc:"after the step"`
}

// Reconciles reports whether a step is the first of an approach: the total before it is the hedonic value.
func (w *Why) Reconciles(step int) bool {
	return w.Steps[step].Part == explain.Reconciling && w.Steps[step-1].Part != explain.Reconciling
}

// WhyIndex is the index that was used.
type WhyIndex struct {
	KnownBefore gevel.Date `json:"knownBefore" doc:"it uses the sales known before that day"`
	MarketUntil gevel.Date `json:"marketUntil" doc:"up to where the market was known then"`
	StaleMonths float64    `json:"staleMonths" doc:"from there to the valuation date"`
	YearChange  *float64   `json:"yearChange" doc:"in the twelve months before, a fraction"`
	Series      *WhySeries `json:"priceSeries" doc:"the price series that the forecast of the market follows; null without one, or where nothing is forecast"`
	Turned      *WhyTurned `json:"turned" doc:"what the last turn of the market would do to the value; null where prices never fell"`
}

// WhySeries is what a price series has to do with the forecast of the market.
type WhySeries struct {
	Until gevel.Month `json:"until" doc:"its last month that was known"`
	Share float64     `json:"share" doc:"in the forecast, 0 to 1; the rest is the market's own growth"`
}

// WhyTurned is a value had the market turned as it last did, which no interval allows for.
type WhyTurned struct {
	MarketKnown gevel.Month `json:"marketKnown" doc:"the last month that was known on the valuation date: there the market would turn"`
	TurnAfter   gevel.Month `json:"turnAfter" doc:"its last peak before a fall: as after that month it would turn"`
	Value       gevel.Euro  `json:"value" doc:"on the valuation date, had the market turned; whole euros"`
	Change      float64     `json:"change" doc:"of the value, a fraction: 0 or negative"`
}

// WhyApproach is an approach with its indication.
type WhyApproach struct {
	Name       string      `json:"name"`
	Label      string      `json:"label"`
	Indication *gevel.Euro `json:"indication" doc:"null where it has nothing to say"`
	Weight     float64     `json:"weight" doc:"0 to 1"`
}

// WhySale is a sale that counts.
type WhySale struct {
	Label          *string    `json:"label" doc:"the address on one line; null where the register has none"`
	Street         *string    `json:"street"`
	HouseNumber    *int       `json:"houseNumber"`
	HouseNumberExt *string    `json:"houseNumberExt"`
	PostalCode     *string    `json:"postalCode"`
	City           *string    `json:"city"`
	BagID          *string    `json:"bagId"`
	BuildType      *string    `json:"buildType"`
	BuildYear      *int       `json:"buildYear"`
	UseSurface     *int       `json:"useSurface" doc:"m2"`
	ParcelSurface  *int       `json:"parcelSurface" doc:"m2"`
	Price          gevel.Euro `json:"price"`
	Date           gevel.Date `json:"date"`
	Distance       float64    `json:"distance" doc:"metres, one decimal"`
	IndexFactor    float64    `json:"indexFactor" doc:"moves the price to the valuation date"`
	IndexedPrice   gevel.Euro `json:"indexedPrice" doc:"price times indexFactor"`
	Position
}

// Name returns the address of the home sold, or its id where the register has no address, or not known.
func (s *WhySale) Name(notKnown string) string { return *cmp.Or(s.Label, s.BagID, &notKnown) }

// WhyMoved is a sale whose price is moved to the valuation date and to the home.
type WhyMoved struct {
	WhySale
	Adjustment  float64         `json:"adjustment" doc:"what the home is held worth over the home sold, a factor"`
	Adjusted    gevel.Euro      `json:"adjusted" doc:"indexedPrice times adjustment"`
	Differences []WhyDifference `json:"differences" doc:"what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty"`
}

// WhyDifference is the worth of a difference between the home and a home sold.
type WhyDifference struct {
	Name  string     `json:"name"`
	Label string     `json:"label"`
	Has   *string    `json:"has" doc:"what the home has of a characteristic, as people read it; null where it is not known, and of place and index"`
	Had   *string    `json:"had" doc:"what the home sold had of it"`
	Log   float64    `json:"log"`
	Euros gevel.Euro `json:"euros"`
}

// WhyReference is a sale that is shown.
type WhyReference struct {
	WhyMoved
	Share    float64 `json:"share" doc:"as comparables have it"`
	Equality float64 `json:"equality" min:"0" max:"100" doc:"100 is the same home next door, sold yesterday; one decimal"`
}

// WhyPassedOver is a sale that is not shown because of its price.
type WhyPassedOver struct {
	WhyMoved
	Off float64 `json:"off" doc:"how many times what the comparables say its adjusted price is"`
}

// WhyComparable is a sale of the list of evidence, which the comparables begin.
type WhyComparable struct {
	WhyMoved
	Sale     string  `json:"sale" doc:"id of the sale, by which a worksheet names it"`
	Weight   float64 `json:"weight" doc:"among the comparables, 0 to 1; their weights add up to 1, and sales after them have none"`
	Share    float64 `json:"share" doc:"in the value, through all approaches; below 0 where a sale says what nearer ones say better"`
	Equality float64 `json:"equality" min:"0" max:"100" doc:"as references have it"`
}

// WhyShares are the parts of a value.
type WhyShares struct {
	Sales   float64 `json:"sales" doc:"of the sales of other homes together"`
	OwnSale float64 `json:"ownSale" doc:"of the home's own last sale"`
	Model   float64 `json:"model" doc:"of what all sales together say about characteristics and place"`
}

// WhyKriging is the evidence of kriging.
type WhyKriging struct {
	Trend      gevel.Euro    `json:"trend" doc:"what the home is worth by its characteristics, and place unless nonspatial, in the whole market"`
	Nonspatial bool          `json:"nonspatial"`
	Sales      []WhyLikeSale `json:"sales" doc:"those that move its indication most"`
	MoreSales  int           `json:"moreSales" doc:"how many others move it, by less"`
	MoreWeight float64       `json:"moreWeight" doc:"their weights, added up"`
	MoreEffect float64       `json:"moreEffect" doc:"their change of the logarithm of the indication: trend, residuals by weight and this lead to it"`
}

// WhyLikeSale is a sale of a like home nearby.
type WhyLikeSale struct {
	WhySale
	Residual float64 `json:"residual" doc:"how many times its trend the price was"`
	Weight   float64 `json:"weight"`
}

// WhyOwnSale is the home's own last sale.
type WhyOwnSale struct {
	WhyMoved
	Unchanged   float64 `json:"unchanged" doc:"share of its weight that it keeps for how little the home has changed"`
	Credibility float64 `json:"credibility" doc:"probability that its price was a price of the home as it is"`
	Apart       float64 `json:"apart" doc:"how many times the value without it its indication is"`

	Offered *gevel.Euro `json:"offered" doc:"what the home would fetch if it were offered on the valuation date, so soon after this sale: half of the prices of homes sold again within two years lie below. No part of weightedValue; null from two years after the sale on"`
}

// WhyCertainty gives the expected error and its reasons.
type WhyCertainty struct {
	Size     float64   `json:"size" doc:"mean absolute error to be expected, of the log price"`
	Typical  float64   `json:"typicalSize" doc:"of the typical sale"`
	Within10 float64   `json:"within10" doc:"probability that a price lies within 10 % of the value"`
	Within15 float64   `json:"within15"`
	Within20 float64   `json:"within20"`
	Risks    []WhyRisk `json:"risks" doc:"typicalSize times the factor of each is size; those that change it most first"`
}

// WhyRisk is a reason why the error's size differs from the typical one.
type WhyRisk struct {
	Name    explain.RiskName `json:"name"`
	Text    *string          `json:"text" doc:"in words; null where it hardly counts"`
	Has     *float64         `json:"has"`
	Typical *float64         `json:"typical"`
	Factor  float64          `json:"factor" doc:"above 1 the error is larger for it"`
}

// Position is a position for JSON; null if it is not known, or outside the Netherlands.
type Position struct {
	Lon *float64 `json:"lon" doc:"degrees east, WGS84"`
	Lat *float64 `json:"lat" doc:"degrees north, WGS84"`
}

// PositionOf returns the position of a point in RD New.
func PositionOf(p gevel.Point) Position {
	if !geo.InNetherlands(p) {
		return Position{}
	}
	lat, lon := geo.ToWGS84(p)
	return Position{&lon, &lat}
}
