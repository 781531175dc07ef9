// Package standard is the one table of the standards by which the field judges values: what a lender, a supervisor
// or a municipality asks, each number with its source.
package standard

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
		Note: "only the requirements were read. The scale of 0 to 7 is the EAA's; each member keeps its own translation from its measure of confidence, and " +
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
