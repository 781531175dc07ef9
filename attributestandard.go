package gevel

import (
	"math"
	"slices"
)

// The rows of the contract.

// Standard returns the characteristics of the contract.
func Standard() Attributes { return slices.Clone(standard) }

// The places of the characteristics that code names singly.
const (
	AtBuildType     = 0
	AtBuildYear     = 1
	AtUseSurface    = 2
	AtParcelSurface = 3
	AtVolume        = 4
	AtEnergyLabel   = 6
	AtMonument      = 7

	// StandardAttributes is how many there are.
	StandardAttributes = 8
)

// MaxYearsAhead is how many years after the valuation date's year a home may be built.
const MaxYearsAhead = 3

var standard = Attributes{
	{
		Name: "buildType", Column: "build_type", Parameter: "buildType",
		Label: "house type", Dutch: "woningtype", Doc: "House type, such as Tussenwoning", Phrase: "%s",
		Kind: Category, Values: buildTypeNames[1:], Required: true,
		get: func(c *Characteristics) float64 { return coded(uint8(c.BuildType)) },
		set: func(c *Characteristics, v float64) { c.BuildType = BuildType(code(v)) },
	},
	counted(func(c *Characteristics) *Opt[int] { return &c.BuildYear }, Attribute{
		Name: "buildYear", Column: "build_year", Parameter: "buildYear",
		Label: "build year", Dutch: "bouwjaar", Doc: "Year of original construction", Phrase: "built %s",
		Kind: Year, Least: 1000, Most: MaxYearsAhead, Readable: [2]float64{1000, 9999}, Fillers: []int{0, 9999},
		Required: true,
	}),
	// Above 2700 m2 the register itself calls a home suspicious.
	counted(func(c *Characteristics) *Opt[int] { return &c.UseSurface }, Attribute{
		Name: "useSurface", Column: "use_surface", Parameter: "useSurface",
		Label: "use surface", Dutch: "gebruiksoppervlakte", Doc: "Usable area in m2", Phrase: "%s", Unit: "m2",
		Kind: Area, Least: 5, Most: 2700, Readable: [2]float64{1, 1e6}, Fillers: []int{0, 9999, 99_999, 999_999},
		Rising: true, Required: true, Middling: 100,
	}),
	counted(func(c *Characteristics) *Opt[int] { return &c.ParcelSurface }, Attribute{
		Name: "parcelSurface", Column: "parcel_surface", Parameter: "parcelSurface",
		Label: "parcel surface", Dutch: "perceeloppervlakte", Doc: "Lot area in m2; 0 is no lot", Phrase: "lot %s", Unit: "m2",
		Kind: Area, Least: 0, Most: 1_000_000, Readable: [2]float64{0, 1e9}, Rising: true, Middling: 150,
	}),
	counted(func(c *Characteristics) *Opt[int] { return &c.Volume }, Attribute{
		Name: "volume", Column: "volume", Parameter: "volume",
		Label: "volume", Dutch: "inhoud", Doc: "Volume in m3", Phrase: "%s", Unit: "m3",
		Kind: Area, Least: 10, Most: 20_000, Readable: [2]float64{1, 1e7}, Fillers: []int{0}, Middling: 350,
	}),
	counted(func(c *Characteristics) *Opt[int] { return &c.Rooms }, Attribute{
		Name: "rooms", Column: "rooms", Parameter: "numberOfRooms",
		Label: "number of rooms", Dutch: "aantal kamers", Doc: "Number of rooms", Phrase: "%s rooms",
		Kind: Count, Least: 1, Most: 100, Readable: [2]float64{1, 1000}, Fillers: []int{0}, Middling: 4,
	}),
	{
		Name: "energyLabel", Column: "energy_label", Parameter: "energyLabel",
		Label: "energy label", Dutch: "energielabel", Doc: "Energy label, A+++++ to G", Phrase: "label %s",
		Kind: Grade, Values: energyLabelNames[1:], Rising: true,
		get: func(c *Characteristics) float64 { return coded(uint8(c.EnergyLabel)) },
		set: func(c *Characteristics, v float64) { c.EnergyLabel = EnergyLabel(code(v)) },
	},
	{
		Name: "monument", Column: "monument", Parameter: "monument",
		Label: "monument", Doc: "Whether the home is a listed monument", Phrase: "listed monument",
		Kind: YesNo, Most: 1,
		get: func(c *Characteristics) float64 { return yesNo(c.Monument) },
		set: func(c *Characteristics, v float64) { c.Monument = Opt[bool]{V: v == 1, Known: !math.IsNaN(v)} },
	},
}

// counted completes a row whose field is a whole number.
func counted(field func(*Characteristics) *Opt[int], a Attribute) Attribute {
	a.get = func(c *Characteristics) float64 {
		if o := field(c); o.Known {
			return float64(o.V)
		}
		return math.NaN()
	}
	a.set = func(c *Characteristics, v float64) {
		*field(c) = Opt[int]{}
		if !math.IsNaN(v) {
			*field(c) = Some(int(v))
		}
	}
	return a
}

func coded(n uint8) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n)
}

func code(v float64) uint8 {
	if math.IsNaN(v) {
		return 0
	}
	return uint8(v)
}

func yesNo(o Opt[bool]) float64 {
	switch {
	case !o.Known:
		return math.NaN()
	case o.V:
		return 1
	}
	return 0
}
