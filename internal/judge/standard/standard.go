// Package standard is the one table of the standards by which the field judges values: what a lender, a supervisor
// or a municipality asks, each number with its source.
package standard

import (
	"math"

	"github.com/gevel/gevel"
)

// Level is a confidence level of the EAA's scale, from 0 to 7.
type Level int

// HighestLevel is the level of the surest values.
const HighestLevel Level = 7

// largestFSD is the largest FSD of each level, a fraction of the value; level 0 has none. See the note of EAA for
// whose these are.
var largestFSD = [HighestLevel + 1]float64{0, 0.296, 0.138, 0.096, 0.078, 0.059, 0.048, 0.039}

// LevelOf returns the level of a value with an FSD, a fraction of the value.
func LevelOf(fsd float64) Level {
	fsd = shown(fsd)
	for level := HighestLevel; level > 0; level-- {
		if fsd <= largestFSD[level] {
			return level
		}
	}
	return 0
}

// LargestFSD returns the largest FSD of a level, a fraction of the value; false for level 0.
func (l Level) LargestFSD() (fsd float64, ok bool) { return largestFSD[l], l > 0 }

// Band is a rating of confidence in three steps.
type Band string

// The bands of Freddie Mac.
const (
	High   Band = "high"
	Medium Band = "medium"
	Low    Band = "low"
)

// The largest FSDs of bands, fractions of the value.
const (
	HighFSD   = 0.13
	MediumFSD = 0.20
)

// BandOf returns the band of a value with an FSD, a fraction of the value.
func BandOf(fsd float64) Band {
	switch fsd = shown(fsd); {
	case fsd <= HighFSD:
		return High
	case fsd <= MediumFSD:
		return Medium
	}
	return Low
}

// shown rounds an FSD to the four decimals that answers show, so that a reader finds the same level.
func shown(fsd float64) float64 { return math.Round(1e4*fsd) / 1e4 }

// Bar is what values must keep to support loans on a home up to a loan to value.
type Bar struct {
	UpTo   float64 // loan to value
	Within float64 // of the price paid
	Share  float64 // of the values, at least
	// Class is the least confidence class that promises as much.
	Class gevel.ConfidenceClass
}

// Lending are the bars of NRVT for values that an appraiser judges without a visit, by loan to value.
var Lending = []Bar{
	{UpTo: 0.70, Within: 0.15, Share: 0.85, Class: 3},
	{UpTo: 0.90, Within: 0.10, Share: 0.90, Class: 5},
}

// HighestLoan returns the highest loan to value whose bar a class keeps, 0 for none.
func HighestLoan(class gevel.ConfidenceClass) (upTo float64) {
	for _, b := range Lending {
		if class >= b.Class {
			upTo = max(upTo, b.UpTo)
		}
	}
	return upTo
}

// Bound is where a measure of a ratio study must lie.
type Bound struct {
	Measure   string
	Low, High float64
	Source    Source
}

// The measures that have bounds.
const (
	MedianRatio = "median ratio"
	COD         = "COD"
	PRD         = "PRD"
	PRB         = "PRB"
	MKI         = "MKI"
	VEI         = "VEI"
)

// Bounds are the bounds for a ratio study of homes. The COD, in percent, is the one for older or mixed areas; for newer
// or uniform ones the standard asks 10. Below 5 it suspects that values were fitted to the very prices, which values
// made before the sale can't be.
var Bounds = []Bound{
	{MedianRatio, 0.90, 1.10, IAAO2013},
	{COD, 0, 15, IAAO2013},
	{PRD, 0.98, 1.03, IAAO2013},
	{PRB, -0.05, 0.05, IAAO2013},
	{MKI, 0.95, 1.05, IAAODraft},
	{VEI, -10, 10, IAAODraft},
}

// Source is a publication that numbers come from.
type Source struct {
	Name  string // short, as reports show it
	Title string
	Note  string // what could not be read at the source itself; "" if nothing
}

// The sources.
var (
	NRVT = Source{
		Name:  "NRVT 2025",
		Title: "NRVT, Reglement Hybride waardering in force on 2025-01-01, annex, 1a and 1b",
	}
	EAA = Source{
		Name: "EAA",
		Title: "European AVM Alliance, key requirements of the EAA AVM label, and European Standards for Statistical " +
			"Valuation Methods, 3rd edition (2022)",
		Note: "only the requirements were read. The scale of 0 to 7 is the EAA's; each member keeps its own translation " +
			"from its measure of confidence, and " +
			"no bounds of the FSD were found in public. The bounds here are gevel's: the Dutch scale of 0 to 7 by the " +
			"probability of an error within 5, 10 and 20 % (Altum AI, accuracy indicator, read in 2026), as FSDs of normal errors",
	}
	EBA = Source{
		Name:  "EBA 2020",
		Title: "EBA, Guidelines on loan origination and monitoring (EBA/GL/2020/06), section 7.4, paragraphs 236 and 237",
		Note:  "the text was not at hand: what it asks is written from what others say of it",
	}
	FreddieMac = Source{
		Name:  "Freddie Mac",
		Title: "Freddie Mac, Home Value Explorer, confidence scores",
		Note:  "read as cited by others, not on Freddie Mac's own page; no year is given",
	}
	IAAO2013 = Source{
		Name:  "IAAO 2013",
		Title: "IAAO, Standard on Ratio Studies (April 2013), section 9 and its table 1-3, residential",
		Note:  "bounds of the median ratio, COD and PRD read as cited by others",
	}
	IAAODraft = Source{
		Name:  "IAAO draft of May 2026",
		Title: "IAAO, Standard on Ratio Studies, exposure draft of May 2026",
		Note:  "not adopted; read through open implementations",
	}
)

// Sources returns the sources of the table, each once, in order.
func Sources() []Source { return []Source{NRVT, EBA, EAA, FreddieMac, IAAO2013, IAAODraft} }
