package ratio

import "github.com/gevel/gevel/internal/judge/standard"

// Measure is a row of the one table of measures: what a measure is called, and how it is printed. All reports take both
// from here.
type Measure struct {
	Key      string // in JSON
	Bounded  string // its name among the bounds of the standards; "" for none
	English  string
	Dutch    string
	Head     string // at the head of a narrow column; "" for English
	Unit     string // "" for a plain number
	Decimals int
	Good     float64 // what it is of perfect values
	Meaning  string
	Of       func(*Summary) Figure
}

// The measures.
var (
	HitRate = Measure{
		Key: "hitRate", English: "hit rate", Dutch: "dekking", Unit: "%", Decimals: 2, Good: 100,
		Meaning: "sales that got a value", Of: func(s *Summary) Figure { return s.HitRate },
	}
	MdAPE = Measure{
		Key: "mdape", English: "MdAPE", Dutch: "mediane afwijking", Unit: "%", Decimals: 2,
		Meaning: "median of |value − price| ÷ price", Of: func(s *Summary) Figure { return s.MdAPE },
	}
	MAPE = Measure{
		Key: "mape", English: "MAPE", Dutch: "gemiddelde afwijking", Unit: "%", Decimals: 2,
		Meaning: "mean of the same; a few large errors weigh on it", Of: func(s *Summary) Figure { return s.MAPE },
	}
	PE5 = Measure{
		Key: "pe5", English: "PE5", Dutch: "binnen 5 %", Unit: "%", Decimals: 1, Good: 100,
		Meaning: "values within 5 % of the price", Of: func(s *Summary) Figure { return s.PE5 },
	}
	PE10 = Measure{
		Key: "pe10", English: "PE10", Dutch: "binnen 10 %", Unit: "%", Decimals: 1, Good: 100,
		Meaning: "values within 10 % of the price", Of: func(s *Summary) Figure { return s.PE10 },
	}
	PE15 = Measure{
		Key: "pe15", English: "PE15", Dutch: "binnen 15 %", Unit: "%", Decimals: 1, Good: 100,
		Meaning: "values within 15 % of the price", Of: func(s *Summary) Figure { return s.PE15 },
	}
	PE20 = Measure{
		Key: "pe20", English: "PE20", Dutch: "binnen 20 %", Unit: "%", Decimals: 1, Good: 100,
		Meaning: "values within 20 % of the price", Of: func(s *Summary) Figure { return s.PE20 },
	}
	MedianRatio = Measure{
		Key: "medianRatio", Bounded: standard.MedianRatio, English: "median ratio", Dutch: "mediane verhouding", Head: "median",
		Decimals: 3, Good: 1, Meaning: "median of value ÷ price", Of: func(s *Summary) Figure { return s.MedianRatio },
	}
	MeanRatio = Measure{
		Key: "meanRatio", English: "mean ratio", Dutch: "gemiddelde verhouding", Decimals: 3, Good: 1,
		Meaning: "mean of the same", Of: func(s *Summary) Figure { return s.MeanRatio },
	}
	WeightedMeanRatio = Measure{
		Key: "weightedMeanRatio", English: "weighted mean ratio", Dutch: "gewogen verhouding", Decimals: 3, Good: 1,
		Meaning: "sum of the values ÷ sum of the prices", Of: func(s *Summary) Figure { return s.WeightedMeanRatio },
	}
	COD = Measure{
		Key: "cod", Bounded: standard.COD, English: "COD", Dutch: "spreiding (COD)", Unit: "%", Decimals: 2,
		Meaning: "mean distance of the ratios to their median, by the median", Of: func(s *Summary) Figure { return s.COD },
	}
	PRD = Measure{
		Key: "prd", Bounded: standard.PRD, English: "PRD", Dutch: "prijsverschil (PRD)", Decimals: 3, Good: 1,
		Meaning: "mean ÷ weighted mean ratio; above 1 expensive homes are valued low", Of: func(s *Summary) Figure { return s.PRD },
	}
	PRB = Measure{
		Key: "prb", Bounded: standard.PRB, English: "PRB", Dutch: "prijsafhankelijkheid (PRB)", Decimals: 3,
		Meaning: "change of the ratio as the market value (half value, half price) doubles",
		Of:      func(s *Summary) Figure { return s.PRB },
	}
	MKI = Measure{
		Key: "mki", Bounded: standard.MKI, English: "MKI", Dutch: "ongelijkheid (MKI)", Decimals: 3, Good: 1,
		Meaning: "inequality of the values ÷ inequality of the prices; below 1 expensive homes are valued low",
		Of:      func(s *Summary) Figure { return s.MKI },
	}
	VEI = Measure{
		Key: "vei", Bounded: standard.VEI, English: "VEI", Dutch: "verticale gelijkheid (VEI)", Unit: "%", Decimals: 2,
		Meaning: "median ratio of the most expensive group minus the cheapest group's, ÷ the median",
		Of:      func(s *Summary) Figure { return s.VEI.Figure },
	}
	R2 = Measure{
		Key: "r2", English: "R² of the price", Dutch: "R² van de prijs", Decimals: 3, Good: 1,
		Meaning: "explained share of the variance of the price itself", Of: func(s *Summary) Figure { return s.R2 },
	}
	CRPS = Measure{
		Key: "crps", English: "CRPS", Dutch: "CRPS", Unit: "%", Decimals: 2,
		Meaning: "distance of the promised distributions from the prices, by value; the least is the best",
		Of:      func(s *Summary) Figure { return s.CRPS },
	}
	InInterval = Measure{
		Key: "coverage80", English: "80 % interval", Dutch: "bandbreedte van 80 %", Head: "in 80 %", Unit: "%", Decimals: 1, Good: 80,
		Meaning: "prices within the interval of 80 %", Of: func(s *Summary) Figure { return s.Coverage80.Share },
	}
	InFSD = Measure{
		Key: "fsd", English: "FSD", Dutch: "FSD", Head: "in FSD", Unit: "%", Decimals: 1, Good: fsdAim,
		Meaning: "prices within one FSD of the value", Of: func(s *Summary) Figure { return s.FSD.Share },
	}
)

// Table has the measures of a summary in the order of a report; promises stand apart.
var Table = []Measure{
	HitRate, MdAPE, MAPE, PE5, PE10, PE15, PE20, MedianRatio, MeanRatio, WeightedMeanRatio, COD, PRD, PRB, MKI, VEI, R2, CRPS,
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
