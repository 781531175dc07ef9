package standard

import "fmt"

// Row is a number of the table in words.
type Row struct {
	Source   Source
	What     string
	Asked    string
	Relative string // to what an error is relative; "" where the measure says so
}

// Table returns all numbers, for people.
func Table() []Row {
	var rows []Row
	from := 0.0
	for _, b := range Lending {
		rows = append(rows, Row{
			NRVT, fmt.Sprintf("loans %s %.0f %% of the value", over(from), 100*b.UpTo),
			fmt.Sprintf("%.0f %% of the values within %.0f %%", 100*b.Share, 100*b.Within), "price paid",
		})
		from = b.UpTo
	}
	for _, asked := range ModelsForCollateral {
		rows = append(rows, Row{EBA, "models for the value of collateral", asked, ""})
	}
	for level := HighestLevel; level > 0; level-- {
		fsd, _ := level.LargestFSD()
		rows = append(rows, Row{EAA, fmt.Sprintf("level %d", level), fmt.Sprintf("FSD at most %.1f %%", 100*fsd), "value"})
	}
	rows = append(
		rows,
		Row{EAA, "level 0", "a larger FSD", "value"},
		Row{FreddieMac, "band high", fmt.Sprintf("FSD at most %.0f %%", 100*highFSD), "value"},
		Row{FreddieMac, "band medium", fmt.Sprintf("FSD at most %.0f %%", 100*mediumFSD), "value"},
		Row{FreddieMac, "band low", "a larger FSD", "value"},
	)
	for _, b := range Bounds {
		rows = append(rows, Row{b.Source, b.Measure, fmt.Sprintf("%g to %g", b.Low, b.High), ""})
	}
	return rows
}

// over says from where loans run: from nothing up to a share, or over one share up to another.
func over(from float64) string {
	if from == 0 {
		return "up to"
	}
	return fmt.Sprintf("over %.0f up to", 100*from)
}

// Sources returns the sources of the table, each once, in order.
func Sources() []Source { return []Source{NRVT, EBA, EAA, FreddieMac, IAAO2013, IAAODraft} }
