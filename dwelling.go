package gevel

import (
	"fmt"
	"slices"
)

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
	// Extra are those that a sales file brings, by the places that its Attributes give them:
	// numbers, or the numbers of names. NaN is unknown, and so is what lies beyond the end.
	Extra []float32
}

// Dwelling is a home as the register knows it: one verblijfsobject with a
// residential use.
type Dwelling struct {
	ID       BAGID
	NumberID BAGID // of its main address
	At       Point
	// Place is where the models take the home to be: the middle of its stretch of
	// street, the same for all homes there; zero is At. What is shown, such as a
	// distance, is counted from At.
	Place Point
	Characteristics
	// TypeDerived is whether BuildType was derived from the walls that the
	// building shares with others, not registered.
	TypeDerived bool
}

// BuildPeriods is how many construction periods there are.
const BuildPeriods = 11

// periodStarts are the first years of the construction periods after the first.
var periodStarts = [BuildPeriods - 1]int{1906, 1931, 1945, 1960, 1971, 1981, 1991, 2001, 2011, 2021}

// periodNames are the periods as the answers of the service name them.
var periodNames = func() (names [BuildPeriods]string) {
	for i := range names {
		switch i {
		case 0:
			names[i] = fmt.Sprintf("<%d", periodStarts[0])
		case BuildPeriods - 1:
			names[i] = fmt.Sprintf(">%d", periodStarts[i-1]-1)
		default:
			names[i] = fmt.Sprintf("%d-%d", periodStarts[i-1], periodStarts[i]-1)
		}
	}
	return names
}()

// BuildPeriod returns the construction period of a build year, 0 (the oldest) to
// BuildPeriods-1.
func BuildPeriod(year int) int {
	i, exact := slices.BinarySearch(periodStarts[:], year)
	if exact {
		i++
	}
	return i
}

// BuildYearCat returns the construction period of a build year, as the answers of
// the service name it: <1906, 1906-1930 and so on to >2020.
func BuildYearCat(year int) string { return periodNames[BuildPeriod(year)] }
