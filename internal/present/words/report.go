// The texts of a property report around its figures.

package words

// PropertyReport is the headings and sentences of a property report.
type PropertyReport struct {
	Title, Value, ValuationDate, MadeOn, Interval, Certainty, Sure, Unsure             string
	Photos, Characteristics, Characteristic, From                                      string
	Steps, Step, Change, Euros, Total, HedonicValue, StepsNote                         string
	References, Reference, Type, Surface, Year, Sold, Price, Indexed, Adjusted         string
	Distance, Likeness, Map, MapNote, Home, Method, MethodText, Datasheet, Edition     string
	Model, SalesUntil, NoAppraisal, NotKnown, Approaches, Approach, Indication, Weight string
}

// PropertyReport returns the texts in a language.
func (l Language) PropertyReport() PropertyReport {
	if l == Dutch {
		return dutchReport
	}
	return englishReport
}

var englishReport = PropertyReport{
	Title: "Property report", Value: "Estimated market value", ValuationDate: "Valuation date", MadeOn: "Made on",
	Interval: "Of 100 such homes, 50, 80 and 90 sell within these bounds", Certainty: "How sure this is",
	Sure: "What makes it sure", Unsure: "What makes it unsure", Photos: "Photos",
	Characteristics: "The home", Characteristic: "Characteristic", From: "From",
	Steps: "Why this value", Step: "Step", Change: "Change", Euros: "Euros", Total: "Total", HedonicValue: "value by the model",
	StepsNote:  "From a typical home at an ordinary place to this home. The steps add up to the euro.",
	References: "References", Reference: "Home sold", Type: "House type", Surface: "Surface", Year: "Built", Sold: "Sold",
	Price: "Price", Indexed: "Indexed", Adjusted: "Adjusted", Distance: "Distance", Likeness: "Likeness",
	Map: "Map", MapNote: "North is up. The filled mark is the home; numbers refer to the references.", Home: "the home",
	Method: "Method",
	MethodText: "The value is a weighted mean of four approaches: a hedonic model of the home's characteristics and place, " +
		"sales of similar homes nearby (kriging), comparable sales adjusted to the home, and the home's own last sale. Prices are " +
		"moved to the valuation date by a house price index. Only sales known before that date count. Intervals and class are " +
		"calibrated on the errors of earlier models on sales that they had not seen.",
	Datasheet: "Sources, accuracy and limits of the model are in the datasheet of the edition: gevel report.",
	Edition:   "Edition", Model: "Model of", SalesUntil: "Sales known until", NotKnown: "not known",
	NoAppraisal: "An estimate by statistics and no appraisal: no appraiser has seen the home.",
	Approaches:  "Approaches", Approach: "Approach", Indication: "Indication", Weight: "Weight",
}

var dutchReport = PropertyReport{
	Title: "Waarderapport", Value: "Geschatte marktwaarde", ValuationDate: "Waardepeildatum", MadeOn: "Gemaakt op",
	Interval: "Van 100 zulke woningen worden er 50, 80 en 90 binnen deze grenzen verkocht", Certainty: "Hoe zeker dit is",
	Sure: "Wat het zeker maakt", Unsure: "Wat het onzeker maakt", Photos: "Foto's",
	Characteristics: "De woning", Characteristic: "Kenmerk", From: "Bron",
	Steps: "Waarom deze waarde", Step: "Stap", Change: "Verschil", Euros: "Euro's", Total: "Totaal", HedonicValue: "waarde volgens het model",
	StepsNote:  "Van een doorsneewoning op een gewone plek naar deze woning. De stappen tellen op tot op de euro.",
	References: "Referenties", Reference: "Verkochte woning", Type: "Woningtype", Surface: "Oppervlakte", Year: "Bouwjaar", Sold: "Verkocht",
	Price: "Prijs", Indexed: "Geïndexeerd", Adjusted: "Gecorrigeerd", Distance: "Afstand", Likeness: "Gelijkenis",
	Map: "Kaart", MapNote: "Het noorden is boven. De woning is het gevulde teken; de nummers verwijzen naar de referenties.", Home: "de woning",
	Method: "Methode",
	MethodText: "De waarde is een gewogen gemiddelde van vier benaderingen: een hedonisch model van de kenmerken en ligging van de " +
		"woning, verkopen van soortgelijke woningen in de buurt (kriging), vergelijkbare verkopen gecorrigeerd naar de woning, " +
		"en de eigen laatste verkoop. Prijzen worden met een prijsindex naar de waardepeildatum gebracht. Alleen verkopen die vóór " +
		"die datum bekend waren tellen mee. Intervallen en klasse zijn afgestemd op de afwijkingen van eerdere modellen bij " +
		"verkopen die zij niet kenden.",
	Datasheet: "Bronnen, nauwkeurigheid en beperkingen van het model staan in het gegevensblad van de editie: gevel report.",
	Edition:   "Editie", Model: "Model van", SalesUntil: "Verkopen bekend tot en met", NotKnown: "onbekend",
	NoAppraisal: "Een statistische schatting en geen taxatie: de woning is niet opgenomen.",
	Approaches:  "Benaderingen", Approach: "Benadering", Indication: "Uitkomst", Weight: "Gewicht",
}

// ReportIndex is the texts of an index of property reports.
type ReportIndex struct{ Title, Area, Homes, Address, Interval, Class, Above string }

// ReportIndex returns the texts in a language.
func (l Language) ReportIndex() ReportIndex {
	if l == Dutch {
		return ReportIndex{"Waarderapporten", "Postcodegebied", "Woningen", "Adres", "80%-interval", "Klasse", "Alle gebieden"}
	}
	return ReportIndex{"Property reports", "Postal-code area", "Homes", "Address", "80 % interval", "Class", "All areas"}
}
