package gevel

// Point is a position in metres: RD New (EPSG:28992) in the Netherlands, a local
// plane for a sales file from elsewhere. The zero Point means "not known": it lies
// far outside the country.
type Point struct{ X, Y float64 }

// Known reports whether p is a position at all.
func (p Point) Known() bool { return p != Point{} }

// Characteristics are what the market pays for, apart from the place. Unknown
// ones are zero values.
type Characteristics struct {
	BuildType     BuildType
	BuildYear     Opt[int] // year of original construction
	UseSurface    Opt[int] // usable area, m2
	ParcelSurface Opt[int] // lot area, m2; 0 is no lot
	Volume        Opt[int] // m3
	Rooms         Opt[int]
	EnergyLabel   EnergyLabel
	Monument      Opt[bool]
}

// Over returns c with each characteristic that is unknown taken from base. It is
// how a caller's overrides come over the register, and the register under a sale.
func (c Characteristics) Over(base Characteristics) Characteristics {
	if c.BuildType == 0 {
		c.BuildType = base.BuildType
	}
	if c.EnergyLabel == 0 {
		c.EnergyLabel = base.EnergyLabel
	}
	c.BuildYear = c.BuildYear.Else(base.BuildYear)
	c.UseSurface = c.UseSurface.Else(base.UseSurface)
	c.ParcelSurface = c.ParcelSurface.Else(base.ParcelSurface)
	c.Volume = c.Volume.Else(base.Volume)
	c.Rooms = c.Rooms.Else(base.Rooms)
	c.Monument = c.Monument.Else(base.Monument)
	return c
}

// Dwelling is a home as the register knows it: one verblijfsobject with a
// residential use.
type Dwelling struct {
	ID       BAGID
	NumberID BAGID // of its main address
	At       Point
	Characteristics
	// TypeDerived tells that BuildType was derived from the walls that the
	// building shares with others, not registered.
	TypeDerived bool
}

// The bounds within which characteristics can be valued. They are those of the
// service's request parameters.
const (
	MinBuildYear     = 1000
	MaxYearsAhead    = 3         // a build year lies at most this many years after the valuation year
	MinUseSurface    = 5         // m2
	MaxUseSurface    = 2700      // m2; above it the register itself calls a home suspicious
	MaxParcelSurface = 1_000_000 // m2
	MinVolume        = 10        // m3
	MaxVolume        = 20_000    // m3
	MinRooms         = 1
	MaxRooms         = 100
)

// BuildYearCat returns the construction period of a build year, as the answers of
// the service name it.
func BuildYearCat(year int) string {
	switch {
	case year < 1906:
		return "<1906"
	case year <= 1930:
		return "1906-1930"
	case year <= 1944:
		return "1931-1944"
	case year <= 1959:
		return "1945-1959"
	case year <= 1970:
		return "1960-1970"
	case year <= 1980:
		return "1971-1980"
	case year <= 1990:
		return "1981-1990"
	case year <= 2000:
		return "1991-2000"
	case year <= 2010:
		return "2001-2010"
	case year <= 2020:
		return "2011-2020"
	}
	return ">2020"
}
