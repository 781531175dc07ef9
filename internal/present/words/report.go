// The texts of a property report around its figures.

package words

import (
	"cmp"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
)

// PropertyReport is the headings and sentences of a property report.
type PropertyReport struct {
	Title, Client, Purpose, Reference, Issuer, ValuationDate, MadeOn, Value, PerMetre     string
	Interval, Certainty, Sure, Unsure, Photos, Characteristics, Characteristic, From      string
	Steps, Step, Change, Euros, Total, HedonicValue, StepsNote                            string
	References, ReferencesNote, Home, Sold, Price, Indexed, Adjusted, Distance, Likeness  string
	OwnSale, NotKnown, Map, MapNote, Trend, TrendNote, TrendHome, TrendMarket, TrendAhead string
	Statistics, Sales, Median, Approaches, Approach, Indication, Weight                   string
	Accuracy, AccuracyNote, TestedSales                                                   string
	Sources, Source, AsOf, Standards, Method, MethodText, Limits, NoAppraisal             string
	Disclaimer, Edition, Model, SalesUntil                                                string
	LimitList                                                                             []string
}

// PropertyReport returns the texts in a language.
func (l Language) PropertyReport() PropertyReport {
	if l == Dutch {
		return dutchReport
	}
	return englishReport
}

var englishReport = PropertyReport{
	Title: "Property report", Client: "Client", Purpose: "Purpose", Reference: "Reference", Issuer: "Issued by",
	ValuationDate: "Valuation date", MadeOn: "Made on", Value: "Estimated market value", PerMetre: "Per m²",
	Interval: "Of 100 such homes, 50, 80 and 90 sell within these bounds", Certainty: "How sure this is",
	Sure: "What makes it sure", Unsure: "What makes it unsure", Photos: "Photos",
	Characteristics: "The home", Characteristic: "Characteristic", From: "From",
	Steps:        "Why this value",
	Step:         "Step",
	Change:       "Change",
	Euros:        "Euros",
	Total:        "Total",
	HedonicValue: "value by the model",
	StepsNote:    "From a typical home at an ordinary place to this home. The steps add up to the euro.",
	References:   "References", Home: "This home", Sold: "Sold",
	ReferencesNote: "Each price is moved to the valuation date by the index, and adjusted for what differs from this " +
		"home.",
	Price:    "Price paid",
	Indexed:  "Indexed price",
	Adjusted: "Adjusted price",
	Distance: "Distance",
	Likeness: "Likeness",
	OwnSale:  "Last sale of this home", NotKnown: "not known",
	Map: "Map", MapNote: "North is up. The filled mark is the home; numbers refer to the references.",
	Trend: "Market", TrendNote: "Price level by month; the valuation date is 100. Later sales do not count.",
	TrendHome: "this area and house type", TrendMarket: "whole market", TrendAhead: "forecast, with its 80 % interval",
	Statistics: "Sales in the 24 months before the valuation date", Sales: "Sales", Median: "Median price",
	Approaches: "What the value rests on", Approach: "Approach", Indication: "Indication", Weight: "Weight",
	Accuracy:     "Accuracy here",
	AccuracyNote: "Values beside prices that the model did not know, each as it would have been on the day of sale.",
	TestedSales:  "Tested sales",
	Sources:      "Sources", Source: "Source", AsOf: "Up to", Standards: "Standards", Method: "Method",
	MethodText: "The value is a weighted mean of four approaches: a hedonic model of the home's characteristics and " +
		"place, sales of similar homes nearby (kriging), comparable sales adjusted to the home, and the home's own " +
		"last sale. Prices are moved to the valuation date by a house price index. Only sales known before that date " +
		"count. Intervals and class are calibrated on the errors of earlier models on sales that they had not seen.",
	Limits: "Limits",
	LimitList: []string{
		"The home was not visited. Maintenance, finish, foundation, soil and rights that no source records are not " +
			"in the value.",
		"The value is of full ownership, free of tenants and fit for use. Leasehold, apartment owners' debts and " +
			"easements are not in it.",
		"What a source records of the home may be wrong or old: its day is beside each characteristic.",
	},
	NoAppraisal: "An estimate by statistics and no appraisal: no appraiser has seen the home.",
	Disclaimer: "The user of this report judges whether it suits the purpose. The value may differ from a price " +
		"paid by more than the interval. No rights derive from it.",
	Edition: "Edition", Model: "Model of", SalesUntil: "Sales known until",
}

var dutchReport = PropertyReport{
	Title: "Waarderapport", Client: "Opdrachtgever", Purpose: "Doel", Reference: "Kenmerk", Issuer: "Uitgegeven door",
	ValuationDate: "Waardepeildatum", MadeOn: "Opgesteld op", Value: "Geschatte marktwaarde", PerMetre: "Per m²",
	Interval:  "Van 100 zulke woningen worden er 50, 80 en 90 binnen deze grenzen verkocht",
	Certainty: "Hoe zeker is de waarde?",
	Sure:      "Wat de waarde zekerder maakt", Unsure: "Wat de waarde minder zeker maakt", Photos: "Foto’s",
	Characteristics: "Kenmerken van de woning", Characteristic: "Kenmerk", From: "Bron",
	Steps:        "Waarom deze waarde",
	Step:         "Stap",
	Change:       "Verschil",
	Euros:        "Bedrag",
	Total:        "Totaal",
	HedonicValue: "waarde volgens het model",
	StepsNote:    "Van een doorsneewoning op een gewone plek naar deze woning. De stappen vormen samen precies de waarde.",
	References:   "Referenties", Home: "Deze woning", Sold: "Verkocht op",
	ReferencesNote: "Elke koopsom is geïndexeerd naar de waardepeildatum en gecorrigeerd voor de verschillen met " +
		"deze woning.",
	Price:    "Koopsom",
	Indexed:  "Geïndexeerde koopsom",
	Adjusted: "Gecorrigeerde koopsom",
	Distance: "Afstand",
	Likeness: "Gelijkenis",
	OwnSale:  "Laatste verkoop van deze woning", NotKnown: "onbekend",
	Map:       "Kaart",
	MapNote:   "Het noorden is boven. De woning is het gevulde teken; de nummers verwijzen naar de referenties.",
	Trend:     "Marktontwikkeling",
	TrendNote: "Prijspeil per maand; de waardepeildatum is 100. Verkopen na de waardepeildatum tellen niet mee.",
	TrendHome: "dit gebied en woningtype", TrendMarket: "hele markt", TrendAhead: "voorspeld, met 80 %-bandbreedte",
	Statistics: "Verkopen in de 24 maanden voor de waardepeildatum", Sales: "Verkopen", Median: "Mediane koopsom",
	Approaches: "Waarop de waarde is gebaseerd", Approach: "Benadering", Indication: "Uitkomst", Weight: "Gewicht",
	Accuracy: "Nauwkeurigheid in deze omgeving",
	AccuracyNote: "Waarden naast koopsommen die het model niet kende, elk zoals die op de dag van verkoop zou zijn " +
		"geschat.",
	TestedSales: "Getoetste verkopen",
	Sources:     "Bronnen", Source: "Bron", AsOf: "Tot en met", Standards: "Standaarden", Method: "Methode",
	MethodText: "De waarde is een gewogen gemiddelde van vier benaderingen: een hedonisch model van de kenmerken en " +
		"ligging van de woning, verkopen van soortgelijke woningen in de buurt (kriging), vergelijkbare verkopen " +
		"gecorrigeerd naar deze woning, en de eigen laatste verkoop. Koopsommen worden met een prijsindex naar de " +
		"waardepeildatum gebracht. Alleen verkopen die vóór die datum bekend waren tellen mee. Bandbreedte en klasse " +
		"zijn afgestemd op de afwijkingen van eerdere modellen bij verkopen die zij niet kenden.",
	Limits: "Beperkingen",
	LimitList: []string{
		"De woning is niet opgenomen. Onderhoud, afwerking, fundering, bodem en rechten die in geen bron staan, " +
			"zitten niet in de waarde.",
		"De waarde geldt voor de volle eigendom, vrij van huur en gebruik. Erfpacht, schulden van een VvE en " +
			"erfdienstbaarheden zijn niet meegewogen.",
		"Wat een bron over de woning vermeldt, kan onjuist of verouderd zijn: bij elk kenmerk staat de datum.",
	},
	NoAppraisal: "Een statistische schatting en geen taxatie: de woning is niet opgenomen.",
	Disclaimer: "Wie dit rapport gebruikt, beoordeelt zelf of het geschikt is voor het doel. Een koopsom kan meer " +
		"van de waarde afwijken dan de bandbreedte. Aan dit rapport kunnen geen rechten worden ontleend.",
	Edition: "Editie", Model: "Model van", SalesUntil: "Verkopen bekend tot en met",
}

// Rounded says that a value is rounded, and what it is to the euro.
func (l Language) Rounded(exact gevel.Euro) string {
	return phrase{"Rounded; to the euro %s.", "Afgerond; op de euro %s."}.fill(l, l.Euros(exact))
}

// PerMetre writes an amount by square metre, "–" where the surface is not known.
func (l Language) PerMetre(amount gevel.Euro, surface *int) string {
	if surface == nil || *surface <= 0 {
		return "–"
	}
	return l.Euros(gevel.Euro(math.Round(float64(amount)/float64(*surface)))) + " / m²"
}

// Rebuilt says how a home was rebuilt: its use surfaces before and since a day.
func (l Language) Rebuilt(was, is int64, since gevel.Date) string {
	return phrase{
		"Use surface %s m² until %s, %s m² since (rebuilt).",
		"Gebruiksoppervlakte %s m² tot %s, sindsdien %s m² (verbouwd).",
	}.fill(
		l, l.Whole(was), l.Date(since), l.Whole(is))
}

// MarketYear words the change of prices in the year before the valuation date.
func (l Language) MarketYear(change float64, g gevel.BuildGroup) string {
	moved := phrase{"rose", "stegen"}
	if change < 0 {
		moved = phrase{"fell", "daalden"}
	}
	return phrase{
		"Prices in this area (house type: %s) %s by %s %% in the twelve months before the valuation date.",
		"De prijzen in dit gebied (woningtype: %s) %s met %s %% in de twaalf maanden voor de waardepeildatum.",
	}.fill(l, l.Group(g), moved.in(l), l.Number(100*math.Abs(change), 1))
}

// Statistics names the counts of sales around a home: in its street, of all house types and of its own, and in its area.
func (l Language) Statistics(code gevel.PostalCode) [4]string {
	area := ""
	if code != "" {
		area = " " + code.PC4()
	}
	return [4]string{
		phrase{"this street, all house types", "deze straat, alle woningtypen"}.in(l),
		phrase{"this street, same house type", "deze straat, zelfde woningtype"}.in(l),
		phrase{"postal-code area%s, all house types", "postcodegebied%s, alle woningtypen"}.fill(l, area),
		phrase{"postal-code area%s, same house type", "postcodegebied%s, zelfde woningtype"}.fill(l, area),
	}
}

// OldSales warns of a value on a day for which the newest sale became known over half a year before, "" for others.
func (l Language) OldSales(day, known gevel.Date) string {
	const daysInMonth, old = 365.25 / 12, 6
	months := int(float64(day-known) / daysInMonth)
	if months < old {
		return ""
	}
	return phrase{
		"The newest known sale is %d months old: the market since %s is forecast, which makes this value less sure.",
		"De nieuwste bekende verkoop is %d maanden oud: de prijsontwikkeling na %s is voorspeld, waardoor deze " +
			"waarde minder zeker is.",
	}.fill(l, months, l.Date(known))
}

// OldRecord says that the record of past values does not hold for values by sales as old, "" where they are not.
func (l Language) OldRecord(day, known gevel.Date) string {
	if l.OldSales(day, known) == "" {
		return ""
	}
	return phrase{
		"The newest known sale is of %s. The record is of values given while sales were new; how accurate values are " +
			"with sales this old has not been measured.",
		"De nieuwste bekende verkoop is van %s. De toetsing gaat over waarden bij nieuwe verkopen; hoe nauwkeurig " +
			"waarden met zulke oude verkopen zijn, is niet gemeten.",
	}.fill(l, l.Date(known))
}

// TestedFrom says which sales the accuracy is of.
func (l Language) TestedFrom(from, until gevel.Date) string {
	return phrase{"Sales from %s to %s.", "Verkopen van %s tot en met %s."}.fill(l, l.Date(from), l.Date(until))
}

var sourceFiles = map[string]phrase{
	"bag":           {"register of addresses and buildings (BAG)", "Basisregistratie Adressen en Gebouwen (BAG)"},
	"sales":         {"sales", "verkopen"},
	"energy_labels": {"energy labels (EP-Online)", "energielabels (EP-Online)"},
	"buildings":     {"buildings in 3D (3DBAG)", "gebouwen in 3D (3DBAG)"},
	"parcels":       {"cadastral map", "kadastrale kaart"}, "monuments": {"monument register", "monumentenregister"},
	"cbs_addresses":      {"CBS, addresses by neighbourhood", "CBS, adressen per buurt"},
	"cbs_figures":        {"CBS, figures of neighbourhoods", "CBS, kerncijfers per buurt"},
	"characteristics":    {"characteristics from an own file", "kenmerken uit een eigen bestand"},
	"municipalities":     {"CBS, municipalities", "CBS, gemeenten"},
	"cbs_price_index":    {"CBS, price index", "CBS, prijsindex"},
	"cbs_average_prices": {"CBS, average prices", "CBS, gemiddelde koopsommen"},
}

// SourceFile returns the name of a source of an edition.
func (l Language) SourceFile(name string) string {
	if p, ok := sourceFiles[name]; ok {
		return p.in(l)
	}
	return plainColumn(name)
}

// StandardsMet says how a value and its model stand to each standard, and what it is not, a paragraph each. sales is
// how many the model learned from, and judged what an appraiser's judgement makes of it, "" without one.
func (l Language) StandardsMet(v gevel.Valuation, sales int, judged string) []string {
	nrvt := phrase{
		"Its class keeps neither bar.", "De klasse van deze waarde haalt geen van beide.",
	}.in(l)
	if most := standard.HighestLoan(v.Class); most > 0 {
		nrvt = phrase{
			"Its class, %d, keeps the bar for loans up to %.0f %% of the value.",
			"De klasse van deze waarde, %d, haalt de grens voor leningen tot %.0f %% van de waarde.",
		}.fill(l, v.Class, 100*most)
	}
	fsd := l.Measure(&ratio.InFSD)
	low, high := standard.Lending[0], standard.Lending[1]
	return []string{
		phrase{
			"NRVT (rules for hybrid valuations, 2025). For an appraiser who judges a value without a visit, %.0f %% " +
				"of the values must lie within %.0f %% of the price for loans up to %.0f %% of the value, and %.0f " +
				"%% within %.0f %% for loans up to %.0f %%. ",
			"NRVT (Reglement Hybride waardering, 2025). Voor een taxateur die een waarde zonder opname beoordeelt, " +
				"moet %.0f %% van de waarden binnen %.0f %% van de koopsom liggen bij leningen tot %.0f %% van de " +
				"waarde, en %.0f %% binnen %.0f %% bij leningen tot %.0f %%. ",
		}.fill(l, 100*low.Share, 100*low.Within, 100*low.UpTo, 100*high.Share, 100*high.Within, 100*high.UpTo) + nrvt + cmp.Or(judged, phrase{
			" This report is no hybrid valuation: no appraiser has judged it.",
			" Dit rapport is geen hybride waardering: er heeft geen taxateur over geoordeeld.",
		}.in(l)),
		phrase{
			"EBA (EBA/GL/2020/06, paragraphs 236 and 237). The model is specific to the home and its place, is " +
				"tested against prices that it did not know (see accuracy), learned from %s sales, and names the day " +
				"of each source. A lender judges whether that suffices, and how far a value may serve.",
			"EBA (EBA/GL/2020/06, paragraaf 236 en 237). Het model waardeert deze woning op deze plek, is getoetst " +
				"aan koopsommen die het niet kende (zie nauwkeurigheid), berust op %s verkopen en noemt van elke " +
				"bron de datum. De kredietverstrekker beoordeelt zelf of dat voldoende is en waarvoor de waarde mag " +
				"dienen.",
		}.fill(l, l.Whole(int64(sales))),
		phrase{
			"EAA (European AVM Alliance). Level %d of %d by the %s of this value, %s %%. The translation from %s " +
				"to level is gevel's own; the EAA has not certified this model.",
			"EAA (European AVM Alliance). Niveau %d van %d op grond van de %s van deze waarde, %s %%. De omrekening " +
				"van %s naar niveau is van gevel zelf; de EAA heeft dit model niet gecertificeerd.",
		}.fill(l, standard.LevelOf(v.FSD), standard.HighestLevel, fsd, l.Number(100*v.FSD, 1), fsd),
		phrase{
			"It is no appraisal by a registered appraiser, no WOZ value, and no survey of the building.",
			"Dit is geen taxatie door een registertaxateur, geen WOZ-waarde en geen bouwkundige keuring.",
		}.in(l),
	}
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
