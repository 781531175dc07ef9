package words

// Worksheet holds the texts of an appraiser's worksheet in a report.
type Worksheet struct {
	Title, Note, Value, Interval, Indication, Weight, Model string
	Verdict, Picked, Rejected, Sale, Reason                 string
	Corrections, Source, Cautious                           string
}

// Worksheet returns the texts in a language.
func (l Language) Worksheet() Worksheet {
	if l == Dutch {
		return dutchWorksheet
	}
	return englishWorksheet
}

var englishWorksheet = Worksheet{
	Title:    "Worksheet",
	Note:     "The issuer of this report judged these comparables. Their indication is weighed with the model's value.",
	Value:    "Value by the worksheet",
	Interval: "80 % interval", Indication: "The sales that count say", Weight: "Their weight", Model: "Value by the model",
	Verdict: "Verdict", Picked: "picked", Rejected: "rejected", Sale: "Home sold", Reason: "Reason",
	Corrections: "Corrected characteristics", Source: "Source",
	Cautious: "The edition has no measurement of chosen sales: weight and interval are chosen with caution.",
}

var dutchWorksheet = Worksheet{
	Title: "Werkblad",
	Note: "De opsteller van dit rapport heeft deze vergelijkbare verkopen beoordeeld. Wat zij aangeven is gewogen " +
		"met de waarde volgens het model.",
	Value:    "Waarde volgens het werkblad",
	Interval: "Bandbreedte (80 %)", Indication: "De meegetelde verkopen wijzen op", Weight: "Gewicht daarvan",
	Model:   "Waarde volgens het model",
	Verdict: "Oordeel", Picked: "gekozen", Rejected: "verworpen", Sale: "Verkochte woning", Reason: "Reden",
	Corrections: "Gecorrigeerde kenmerken", Source: "Bron",
	Cautious: "De editie bevat geen meting van gekozen verkopen: gewicht en bandbreedte zijn voorzichtig gekozen.",
}
