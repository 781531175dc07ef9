package ratio

import "github.com/gevel/gevel/internal/judge/standard"

// Measure is a row of the one table of measures: what a measure is called, and how it is printed. All reports take both
// from here.
type Measure struct {
	Key      string // in JSON
	English  string
	Head     string // at the head of a narrow column; "" for English
	Dutch    string
	Unit     string // "" for a plain number
	Decimals int
	Good     float64 // what it is of perfect values
	Bounded  string  // its name among the bounds of the standards; "" for none
	Meaning  string
	Of       func(*Summary) Figure
}

// The measures.
var (
	HitRate = Measure{
		"hitRate", "hit rate", "", "dekking", "%", 2, 100, "",
		"sales that got a value", func(s *Summary) Figure { return s.HitRate },
	}
	MdAPE = Measure{
		"mdape", "MdAPE", "", "mediane afwijking", "%", 2, 0, "",
		"median of |value − price| ÷ price", func(s *Summary) Figure { return s.MdAPE },
	}
	MAPE = Measure{
		"mape", "MAPE", "", "gemiddelde afwijking", "%", 2, 0, "",
		"mean of the same; a few large errors weigh on it", func(s *Summary) Figure { return s.MAPE },
	}
	PE5 = Measure{
		"pe5", "PE5", "", "binnen 5 %", "%", 1, 100, "",
		"values within 5 % of the price", func(s *Summary) Figure { return s.PE5 },
	}
	PE10 = Measure{
		"pe10", "PE10", "", "binnen 10 %", "%", 1, 100, "",
		"values within 10 % of the price", func(s *Summary) Figure { return s.PE10 },
	}
	PE15 = Measure{
		"pe15", "PE15", "", "binnen 15 %", "%", 1, 100, "",
		"values within 15 % of the price", func(s *Summary) Figure { return s.PE15 },
	}
	PE20 = Measure{
		"pe20", "PE20", "", "binnen 20 %", "%", 1, 100, "",
		"values within 20 % of the price", func(s *Summary) Figure { return s.PE20 },
	}
	MedianRatio = Measure{
		"medianRatio", "median ratio", "median", "mediane verhouding", "", 3, 1, standard.MedianRatio,
		"median of value ÷ price", func(s *Summary) Figure { return s.MedianRatio },
	}
	MeanRatio = Measure{
		"meanRatio", "mean ratio", "", "gemiddelde verhouding", "", 3, 1, "",
		"mean of the same", func(s *Summary) Figure { return s.MeanRatio },
	}
	WeightedMeanRatio = Measure{
		"weightedMeanRatio", "weighted mean ratio", "", "gewogen verhouding", "", 3, 1, "",
		"sum of the values ÷ sum of the prices", func(s *Summary) Figure { return s.WeightedMeanRatio },
	}
	COD = Measure{
		"cod", "COD", "", "spreiding (COD)", "%", 2, 0, standard.COD,
		"mean distance of the ratios to their median, by the median", func(s *Summary) Figure { return s.COD },
	}
	PRD = Measure{
		"prd", "PRD", "", "prijsverschil (PRD)", "", 3, 1, standard.PRD,
		"mean ÷ weighted mean ratio; above 1 expensive homes are valued low", func(s *Summary) Figure { return s.PRD },
	}
	PRB = Measure{
		"prb", "PRB", "", "prijsafhankelijkheid (PRB)", "", 3, 0, standard.PRB,
		"change of the ratio as the market value (half value, half price) doubles",
		func(s *Summary) Figure { return s.PRB },
	}
	MKI = Measure{
		"mki", "MKI", "", "ongelijkheid (MKI)", "", 3, 1, standard.MKI,
		"inequality of the values ÷ inequality of the prices; below 1 expensive homes are valued low",
		func(s *Summary) Figure { return s.MKI },
	}
	VEI = Measure{
		"vei", "VEI", "", "verticale gelijkheid (VEI)", "%", 2, 0, standard.VEI,
		"median ratio of the most expensive group minus the cheapest group's, ÷ the median",
		func(s *Summary) Figure { return s.VEI.Figure },
	}
	R2 = Measure{
		"r2", "R² of the price", "", "R² van de prijs", "", 3, 1, "",
		"explained share of the variance of the price itself", func(s *Summary) Figure { return s.R2 },
	}
	CRPS = Measure{
		"crps", "CRPS", "", "CRPS", "%", 2, 0, "",
		"distance of the promised distributions from the prices, by value; the least is the best",
		func(s *Summary) Figure { return s.CRPS },
	}
	InInterval = Measure{
		"coverage80", "80 % interval", "in 80 %", "bandbreedte van 80 %", "%", 1, 80, "",
		"prices within the interval of 80 %", func(s *Summary) Figure { return s.Coverage80.Share },
	}
	InFSD = Measure{
		"fsd", "FSD", "in FSD", "FSD", "%", 1, fsdAim, "",
		"prices within one FSD of the value", func(s *Summary) Figure { return s.FSD.Share },
	}
)

// Table has the measures of a summary in the order of a report; promises stand apart.
var Table = []Measure{
	HitRate, MdAPE, MAPE, PE5, PE10, PE15, PE20, MedianRatio, MeanRatio, WeightedMeanRatio,
	COD, PRD, PRB, MKI, VEI, R2, CRPS,
}

// Label is what the measure is called, with its unit.
func (m *Measure) Label() string { return withUnit(m.English, ", ", m.Unit) }

// Column is what the measure is called at the head of a narrow column.
func (m *Measure) Column() string {
	if m.Head != "" {
		return withUnit(m.Head, " ", m.Unit)
	}
	return withUnit(m.English, " ", m.Unit)
}

func withUnit(name, between, unit string) string {
	if unit == "" || name[len(name)-1] == unit[0] {
		return name
	}
	return name + between + unit
}

// Bounded returns the measure that a bound of the standards is on.
func Bounded(name string) *Measure {
	for i := range Table {
		if Table[i].Bounded == name {
			return &Table[i]
		}
	}
	panic("the standards bound " + name + ", which is no measure")
}
