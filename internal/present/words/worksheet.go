package words

// Worksheet holds the texts of an appraiser's worksheet in a report.
type Worksheet struct {
	Title, Note, Value, Interval, Indication, Weight, Model string
	Verdict, Picked, Rejected, Own, Sale, Reason            string
	Corrections, Source, Cautious                           string
	// Lead, Limit and Standard stand in place of what a report says of a value that no one judged; Class in place of the
	// class where the value is stated; ModelsOwn before what is of the model alone.
	Lead, Limit, Standard, Class, ModelsOwn, Stated, Author string
	Changes, Before, Now, Gone, Edition                     string
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
	Note:     "The issuer of this report judged these sales. Their indication is weighed with the model's value.",
	Value:    "Judged value",
	Interval: "80 % interval", Indication: "The sales that count say", Weight: "Their weight", Model: "Value by the model",
	Verdict: "Verdict", Picked: "picked", Rejected: "rejected", Own: "own sale", Sale: "Home sold", Reason: "Reason",
	Corrections: "Corrections", Source: "Source",
	Cautious: "The edition has no measurement of chosen sales: weight and interval are chosen with caution.",
	Lead:     "A value judged by the issuer of this report, on evidence and an estimate by statistics.",
	Limit: "Maintenance, finish, foundation, soil and rights count as far as the issuer corrected or judged them, and " +
		"otherwise as the sources have them.",
	Standard: " Its issuer judged the evidence and the value. It is a hybrid valuation only if a registered appraiser signs " +
		"it as one.",
	Class:     "Judged: the issuer states the value, so no class holds for it. What follows is about the value by the model.",
	ModelsOwn: "What follows explains the value by the model, which the issuer judged.",
	Stated:    "Stated by the issuer", Author: "Judged by",
	Changes: "Changed since it was judged", Before: "Then", Now: "Now", Gone: "no longer among the comparables",
	Edition: "Edition",
}

var dutchWorksheet = Worksheet{
	Title: "Werkblad",
	Note: "De opsteller van dit rapport heeft deze verkopen beoordeeld. Wat zij aangeven is gewogen met de waarde " +
		"volgens het model.",
	Value:    "Beoordeelde waarde",
	Interval: "Bandbreedte (80 %)", Indication: "De meegetelde verkopen wijzen op", Weight: "Gewicht daarvan",
	Model:   "Waarde volgens het model",
	Verdict: "Oordeel", Picked: "gekozen", Rejected: "verworpen", Own: "eigen verkoop", Sale: "Verkochte woning",
	Reason:      "Reden",
	Corrections: "Correcties", Source: "Bron",
	Cautious: "De editie bevat geen meting van gekozen verkopen: gewicht en bandbreedte zijn voorzichtig gekozen.",
	Lead: "Een waarde die de opsteller van dit rapport heeft beoordeeld, op grond van verkopen en een statistische " +
		"schatting.",
	Limit: "Onderhoud, afwerking, fundering, bodem en rechten tellen mee voor zover de opsteller ze heeft gecorrigeerd of " +
		"beoordeeld, en anders zoals de bronnen ze vermelden.",
	Standard: " De opsteller heeft verkopen en waarde beoordeeld. Het is alleen een hybride waardering als een registertaxateur " +
		"het als zodanig ondertekent.",
	Class: "Beoordeeld: de opsteller stelt de waarde vast, dus er geldt geen klasse. Wat volgt gaat over de waarde volgens " +
		"het model.",
	ModelsOwn: "Wat volgt verklaart de waarde volgens het model, die de opsteller heeft beoordeeld.",
	Stated:    "Vastgesteld door de opsteller", Author: "Beoordeeld door",
	Changes: "Veranderd sinds het oordeel", Before: "Toen", Now: "Nu", Gone: "niet meer bij de vergelijkbare verkopen",
	Edition: "Editie",
}
