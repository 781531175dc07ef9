package agent

// What tools ask of their callers. The tags are the descriptions that an agent reads.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
)

type searchInput struct {
	Query string `json:"query" jsonschema:"an address as people write it, or the 16 digits of a BAG id"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many addresses at most, 1 to 50; 8 unless given"`
}

type address struct {
	PostalCode     string `json:"postalCode" jsonschema:"such as 1234AB"`
	HouseNumber    int    `json:"houseNumber"`
	HouseLetter    string `json:"houseLetter,omitempty"`
	HouseNumberExt string `json:"houseNumberExt,omitempty" jsonschema:"the extension of the house number"`
	ValuationDate  string `json:"valuationDate,omitempty" jsonschema:"YYYY-MM-DD; today unless given"`
}

// changes are characteristics that replace the register's.
type changes struct {
	BuildType     string `json:"buildType,omitempty" jsonschema:"the Dutch house type, such as Tussenwoning or Appartement"`
	BuildYear     *int   `json:"buildYear,omitempty"`
	UseSurface    *int   `json:"useSurface,omitempty" jsonschema:"m2"`
	ParcelSurface *int   `json:"parcelSurface,omitempty" jsonschema:"m2; 0 is no lot"`
	Volume        *int   `json:"volume,omitempty" jsonschema:"m3"`
	NumberOfRooms *int   `json:"numberOfRooms,omitempty"`
	EnergyLabel   string `json:"energyLabel,omitempty" jsonschema:"A+++++ to G"`
	Monument      *bool  `json:"monument,omitempty"`
}

type homeInput struct {
	address
	changes
}

type addressInput struct{ address }

type comparablesInput struct {
	homeInput
	Limit         *int     `json:"limit,omitempty" jsonschema:"how many sales at most, 1 to 100; 24 unless given"`
	Months        *int     `json:"months,omitempty" jsonschema:"only sales of so many months before the valuation date"`
	Within        *int     `json:"within,omitempty" jsonschema:"only homes at most so many metres away"`
	SameType      *bool    `json:"sameType,omitempty" jsonschema:"only homes of exactly the same house type"`
	YearWithin    *int     `json:"yearWithin,omitempty" jsonschema:"only homes built at most so many years before or after"`
	SurfaceWithin *float64 `json:"surfaceWithin,omitempty" jsonschema:"only homes whose surface differs by at most this share, such as 0.1"`
	Order         string   `json:"order,omitempty" jsonschema:"weight, distance, date or equality"`
}

// accuracyInput may name a home: all or nothing of its postal code and number.
type accuracyInput struct {
	PostalCode     string `json:"postalCode,omitempty" jsonschema:"of a home, to see how good values are near it"`
	HouseNumber    int    `json:"houseNumber,omitempty"`
	HouseLetter    string `json:"houseLetter,omitempty"`
	HouseNumberExt string `json:"houseNumberExt,omitempty"`
}

// query returns what is asked as parameters, which bear the names of its JSON.
func query(asked any) url.Values {
	q, fields := url.Values{}, map[string]any{}
	text, _ := json.Marshal(asked) // of texts and numbers
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	_ = d.Decode(&fields)
	for name, value := range fields {
		if value != "" {
			q.Set(name, fmt.Sprint(value))
		}
	}
	return q
}

// lines is an answer in the making.
type lines []string

func (t *lines) add(format string, args ...any) { *t = append(*t, fmt.Sprintf(format, args...)) }

// list adds a title with an item a line, and nothing without items.
func (t *lines) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	t.add("%s", title)
	for _, item := range items {
		t.add("- %s", item)
	}
}

// notes adds the sentences that there are.
func (t *lines) notes(sentences ...string) {
	for _, s := range sentences {
		if s != "" {
			t.add("Note: %s", s)
		}
	}
}

func (t *lines) text() string { return strings.Join(*t, "\n") }

func euros(e gevel.Euro) string { return words.English.Euros(e) }

// squareMetres writes a surface that may be unknown.
func squareMetres(surface *int) string {
	if surface == nil {
		return "unknown surface"
	}
	return strconv.Itoa(*surface) + " m2"
}

// percent writes a figure that may be unknown.
func percent(v *float64) string {
	if v == nil {
		return "unknown"
	}
	return strconv.FormatFloat(*v, 'f', 1, 64) + " %"
}
