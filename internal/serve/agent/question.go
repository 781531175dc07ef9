package agent

import (
	"net/url"
	"strconv"
)

// What tools ask of their callers. The tags are the descriptions that an agent reads.

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

func (in *comparablesInput) query() url.Values {
	q := in.changes.addTo(in.address.query())
	setNumber(q, "limit", in.Limit)
	setNumber(q, "months", in.Months)
	setNumber(q, "within", in.Within)
	setNumber(q, "yearWithin", in.YearWithin)
	setTruth(q, "sameType", in.SameType)
	if in.SurfaceWithin != nil {
		q.Set("surfaceWithin", strconv.FormatFloat(*in.SurfaceWithin, 'f', -1, 64))
	}
	set(q, "order", in.Order)
	return q
}

// accuracyInput may name a home: all or nothing of its postal code and number.
type accuracyInput struct {
	PostalCode     string `json:"postalCode,omitempty" jsonschema:"of a home, to see how good values are near it"`
	HouseNumber    int    `json:"houseNumber,omitempty"`
	HouseLetter    string `json:"houseLetter,omitempty"`
	HouseNumberExt string `json:"houseNumberExt,omitempty"`
}

func (a address) query() url.Values {
	q := url.Values{}
	set(q, "postalCode", a.PostalCode)
	setNumber(q, "houseNumber", &a.HouseNumber)
	set(q, "houseLetter", a.HouseLetter)
	set(q, "houseNumberExt", a.HouseNumberExt)
	set(q, "valuationDate", a.ValuationDate)
	return q
}

func (c changes) addTo(q url.Values) url.Values {
	set(q, "buildType", c.BuildType)
	set(q, "energyLabel", c.EnergyLabel)
	for _, row := range []struct {
		name   string
		number *int
	}{
		{"buildYear", c.BuildYear},
		{"useSurface", c.UseSurface},
		{"parcelSurface", c.ParcelSurface},
		{"volume", c.Volume},
		{"numberOfRooms", c.NumberOfRooms},
	} {
		setNumber(q, row.name, row.number)
	}
	setTruth(q, "monument", c.Monument)
	return q
}

func set(q url.Values, name, text string) {
	if text != "" {
		q.Set(name, text)
	}
}

func setNumber(q url.Values, name string, n *int) {
	if n != nil {
		q.Set(name, strconv.Itoa(*n))
	}
}

func setTruth(q url.Values, name string, is *bool) {
	if is != nil {
		q.Set(name, strconv.FormatBool(*is))
	}
}
