package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

// The types of fields. A type with a question mark may be null.
var (
	isWhole  = func(v any) bool { n, ok := v.(float64); return ok && n == math.Trunc(n) }
	isBool   = func(v any) bool { _, ok := v.(bool); return ok }
	isText   = func(v any) bool { s, ok := v.(string); return ok && s != "" }
	isDate   = matching(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`)
	isID     = matching(`^\d{16}$`)
	isCode   = matching(`^[1-9]\d{3}[A-Z]{2}$`)
	isPeriod = matching(`^(<1906|1906-1930|1931-1944|1945-1959|1960-1970|1971-1980|1981-1990|1991-2000|` +
		`2001-2010|2011-2020|>2020)$`)
	isType    = func(v any) bool { s, _ := v.(string); return slices.Contains(houseTypes, s) }
	isLabel   = func(v any) bool { s, _ := v.(string); return slices.Contains(energyLabels, s) }
	isDecimal = func(v any) bool { n, ok := v.(float64); return ok && math.Abs(n*10-math.Round(n*10)) < 1e-6 && n >= 0 }
	isHundred = func(v any) bool { n, _ := v.(float64); return isDecimal(v) && n <= 100 }
	isClass   = func(v any) bool { n, _ := v.(float64); return isWhole(v) && n >= 0 && n <= 5 }
	isThree   = func(v any) bool { list, _ := v.([]any); return len(list) == 3 }
)

func matching(pattern string) func(any) bool {
	p := regexp.MustCompile(pattern)
	return func(v any) bool { s, ok := v.(string); return ok && p.MatchString(s) }
}

func orNil(is func(any) bool) func(any) bool { return func(v any) bool { return v == nil || is(v) } }

var homevalueFields = map[string]func(any) bool{
	"houseNumber": isWhole, "houseNumberExt": orNil(isText), "postalCode": isCode, "street": isText, "city": isText,
	"municipality": isText, "state": isText, "country": matching("^Nederland$"), "bagId": isID,
	"energyLabel": orNil(isLabel),
	"rooms":       orNil(isWhole), "monument": orNil(isBool), "valueDate": isDate, "indexedPrice": orNil(isWhole),
	"buildYear": orNil(isWhole), "inputBuildYear": orNil(isWhole), "useSurface": orNil(isWhole),
	"inputUseSurface": orNil(isWhole),
	"volume":          orNil(isWhole), "parcelSurface": orNil(isWhole), "inputParcelSurface": orNil(isWhole),
	"buildType":      orNil(isType),
	"inputBuildType": orNil(isType), "predictedValue": isWhole, "accuracy": isHundred, "confidenceClass": isClass,
	"histTransactionPrice": orNil(isWhole), "histTransactionDate": orNil(isDate), "references": isThree,
	"weightedValue":  isWhole,
	"numZipAllTypes": isWhole, "medZipAllTypes": orNil(isWhole), "numZipSameType": isWhole,
	"medZipSameType": orNil(isWhole),
	"numStrAllTypes": isWhole, "medStrAllTypes": orNil(isWhole), "numStrSameType": isWhole,
	"medStrSameType": orNil(isWhole),
}

var referenceFields = map[string]func(any) bool{
	"amount": isWhole, "bagId": isID, "buildType": isType, "buildYear": isWhole, "buildYearCat": isPeriod, "city": isText,
	"date": isDate, "distance": isDecimal, "equality": isHundred, "houseNumber": isWhole, "houseNumberExt": orNil(isText),
	"indexedPrice": isWhole, "monument": orNil(isBool), "parcelSurface": orNil(isWhole), "postalCode": isCode,
	"state":  isText,
	"street": isText, "useSurface": isWhole, "volume": orNil(isWhole),
}

func (r reply) wantKinds(t *testing.T, path string, kinds map[string]func(any) bool) {
	t.Helper()
	names := make([]string, 0, len(kinds))
	for name, is := range kinds {
		names = append(names, name)
		if v := r.at(path + "." + name); !is(v) {
			t.Errorf("%s: %s.%s is %v", r.asked, path, name, v)
		}
	}
	r.wantFields(t, path, names...)
}

func (r reply) number(path string) float64 { n, _ := r.at(path).(float64); return n }

// everyHome is the distance between two tested homes.
const everyHome = 12

func conformValuation(t *testing.T, l *liveDemo) {
	valued := 0
	for i := 0; i < len(l.homes); i += everyHome {
		h := l.homes[i]
		full := l.get(t, "homevalue?"+h.query())
		available := l.get(t, "homevalue/available?"+h.query())
		available.wantSuccess(t)
		available.wantFields(t, "data", "available")
		available.want(t, "data.available", full.status == 200)
		if full.status != 200 {
			reason, _ := full.at("error.errors.0.reason").(string)
			full.wantFailure(t, 404, reason)
			available.want(t, "meta.reason", reason)
			continue
		}
		valued++
		full.wantSuccess(t)
		full.want(t, "data.postalCode", h.postalCode)
		full.want(t, "data.bagId", h.bagID)
		full.want(t, "data.valueDate", townDay.String())
		conformAnswer(t, full)
	}
	if valued < len(l.homes)/everyHome/2 {
		t.Errorf("%d homes of %d were valued", valued, len(l.homes)/everyHome)
	}
	l.conformValueAlone(t)
}

// conformAnswer checks the consistency of an answer of /homevalue.
func conformAnswer(t *testing.T, full reply) {
	t.Helper()
	full.wantKinds(t, "data", homevalueFields)
	meta := []string{"edition", "modelVersion", "valueLow", "valueHigh", "forecastStandardDeviation", "eaaLevel", "bagId", "salesUntil"}
	if status := full.at("meta.status"); status != absent { // of a home that is not in use
		meta = append(meta, "status")
		if known, err := gevel.ParseStatus(fmt.Sprint(status)); err != nil || known == gevel.InUse {
			t.Errorf("%s: the status is %v", full.asked, status)
		}
	}
	if side := full.at("meta.references"); side != absent { // where all lie on one side of the value
		meta = append(meta, "references")
		if side != "above" && side != "below" {
			t.Errorf("%s: the references lie %v", full.asked, side)
		}
	}
	full.wantFields(t, "meta", meta...)
	full.want(t, "meta.bagId", full.at("data.bagId"))
	if until := full.at("meta.salesUntil"); !isDate(until) || until.(string) >= fmt.Sprint(full.at("data.valueDate")) {
		t.Errorf("%s: sales are known until %v, want a day before %v", full.asked, until, full.at("data.valueDate"))
	}
	low, _ := strconv.ParseFloat(fmt.Sprint(full.at("meta.valueLow")), 64)
	high, _ := strconv.ParseFloat(fmt.Sprint(full.at("meta.valueHigh")), 64)
	if value := full.number("data.weightedValue"); !(0 < low && low <= value && value <= high) {
		t.Errorf("%s: the value %v is not within %v and %v", full.asked, value, low, high)
	}
	full.want(t, "meta.forecastStandardDeviation", regexp.MustCompile(`^0\.\d{4}$`))
	full.want(t, "meta.eaaLevel", regexp.MustCompile(`^[0-7]$`))
	date, _ := full.at("data.valueDate").(string)
	seen := map[any]bool{full.at("data.bagId"): true}
	for i := range 3 {
		at := fmt.Sprint("data.references.", i)
		full.wantKinds(t, at, referenceFields)
		if id := full.at(at + ".bagId"); seen[id] {
			t.Errorf("%s: home %v comes twice", full.asked, id)
		} else {
			seen[id] = true
		}
		if sold, _ := full.at(at + ".date").(string); sold >= date {
			t.Errorf("%s: a reference was sold on %s", full.asked, sold)
		}
		year := int(full.number(at + ".buildYear"))
		full.want(t, at+".buildYearCat", periodOf(year))
		if i > 0 && full.number(at+".equality") > full.number(fmt.Sprint("data.references.", i-1, ".equality")) {
			t.Errorf("%s: reference %d is better than the one before", full.asked, i)
		}
		if full.number(at+".distance") > 25_000 {
			t.Errorf("%s: a reference lies %v m away", full.asked, full.number(at+".distance"))
		}
	}
	for _, scope := range []string{"ZipAllTypes", "ZipSameType", "StrAllTypes", "StrSameType"} {
		if (full.number("data.num"+scope) == 0) != (full.at("data.med"+scope) == nil) {
			t.Errorf("%s: %s: %v sales with median %v", full.asked, scope, full.at("data.num"+scope), full.at("data.med"+scope))
		}
	}
	own := []any{full.at("data.histTransactionPrice"), full.at("data.histTransactionDate"), full.at("data.indexedPrice")}
	if known := own[0] != nil; known != (own[1] != nil) || known != (own[2] != nil) {
		t.Errorf("%s: the own sale is %v", full.asked, own)
	}
	if sold, _ := own[1].(string); sold >= date {
		t.Errorf("%s: its own sale was on %s", full.asked, sold)
	}
}

// periodOf is the construction period of a year in the contract's list.
func periodOf(year int) string {
	if year < 1906 {
		return "<1906"
	}
	for _, p := range [][2]int{
		{1906, 1930},
		{1931, 1944},
		{1945, 1959},
		{1960, 1970},
		{1971, 1980},
		{1981, 1990},
		{1991, 2000},
		{2001, 2010},
		{2011, 2020},
	} {
		if year <= p[1] {
			return fmt.Sprintf("%d-%d", p[0], p[1])
		}
	}
	return ">2020"
}

// conformValueAlone checks that the small answer is a part of the full one.
func (l *liveDemo) conformValueAlone(t *testing.T) {
	t.Helper()
	for i := 0; i < len(l.homes); i += 5 * everyHome {
		full, small := l.get(t, "homevalue?"+l.homes[i].query()+described),
			l.get(t, "homevalue/value?"+l.homes[i].query()+described)
		if full.status != small.status {
			t.Errorf("%s: status %d, and the full valuation %d", small.asked, small.status, full.status)
			continue
		}
		if full.status != 200 {
			continue
		}
		small.wantSuccess(t)
		small.wantFields(t, "data", "weightedValue", "confidenceClass")
		small.want(t, "data.weightedValue", full.at("data.weightedValue"))
		small.want(t, "data.confidenceClass", full.at("data.confidenceClass"))
		delete(full.at("meta").(map[string]any), "references") // the small answer has no references
		small.want(t, "meta", full.at("meta"))
		small.want(t, "params", full.at("params"))
	}
}

// conformCases checks the answers for the town's special cases.
func conformCases(t *testing.T, l *liveDemo) {
	for _, c := range []struct {
		name, more, reason string // no reason: it is valued
	}{
		{demo.CaseOrdinary, "", ""},
		{demo.CaseLowerCase, "", ""},
		{demo.CaseSecondary, "", ""},
		{demo.CaseTwin, "", ""},
		{demo.CaseTwoBuildings, "", ""},
		{demo.CaseThisYear, "", ""},
		{demo.CaseShopHome, "", ""},
		{demo.CaseUnknownSurface, "", "missing_characteristics"},
		{demo.CaseUnknownSurface, "&useSurface=90", ""},
		{demo.CaseUnknownYear, "&buildYear=1930", ""},
		{demo.CaseOutsideModel, "", "outside_model"},
		{demo.CaseOutsideModel, "&useSurface=2700", ""},
		{demo.CaseNextYear, "", "not_yet_built"},
		{demo.CaseNextYear, "&buildYear=2025&buildType=Hoekwoning", ""},
		{demo.CaseOrdinary, "&buildYear=2028", ""},
		{demo.CaseRemote, "", "too_few_references"},
		{demo.CaseShop, described, "not_residential"},
		{demo.CaseOffice, "", "not_residential"},
		{demo.CaseBerth, "", "not_residential"},
		{demo.CasePitch, described, "not_residential"},
	} {
		query := l.of(t, c.name) + c.more
		full, available := l.get(t, "homevalue?"+query), l.get(t, "homevalue/available?"+query)
		available.wantSuccess(t)
		available.want(t, "data.available", c.reason == "")
		if c.reason == "" {
			full.wantSuccess(t)
			conformAnswer(t, full)
			continue
		}
		full.wantFailure(t, 404, c.reason)
		full.wantFields(t, "params", homeFields...)
		available.want(t, "meta.reason", c.reason)
	}
	a, _ := l.town.Case(demo.CaseAmbiguous)
	bare := fmt.Sprintf("postalCode=%s&houseNumber=%d", a.PostalCode, a.HouseNumber)
	ambiguous := l.get(t, "homevalue?"+bare)
	ambiguous.wantFailure(t, 404, "ambiguous_address", "ambiguous_address")
	l.get(t, "house-images?"+bare).wantFailure(t, 404, "ambiguous_address", "ambiguous_address")
	available := l.get(t, "homevalue/available?"+bare)
	available.want(t, "data.available", false)
	available.want(t, "meta.reason", "ambiguous_address")
	nowhere := l.get(t, "homevalue/available?postalCode=9999ZZ&houseNumber=1")
	nowhere.want(t, "data.available", false)
	nowhere.want(t, "meta.reason", "address_not_found")
}

func conformDates(t *testing.T, l *liveDemo) {
	home := l.of(t, demo.CaseOrdinary)
	day := func(d gevel.Date) reply { return l.get(t, "homevalue?"+home+"&valuationDate="+d.String()) }
	today, year := day(townDay), day(townDay.AddMonths(-12))
	for _, got := range []reply{today, year, day(townDay.AddMonths(-36)), day(townDay.AddMonths(-59))} {
		got.wantSuccess(t)
		conformAnswer(t, got)
		got.want(t, "data.valueDate", got.at("params.valuationDate"))
	}
	if today.at("meta.modelVersion") == year.at("meta.modelVersion") {
		t.Errorf("today and a year ago are valued by one model, %v", today.at("meta.modelVersion"))
	}
	today.want(t, "data", l.get(t, "homevalue?"+home).at("data"))
	day(townDay+1).wantFailure(t, 400, "valuationDate")
	day(townDay.AddMonths(-12*7)).wantFailure(t, 400, "valuationDate")
	l.get(t, "homevalue/available?"+home+"&valuationDate="+(townDay+1).String()).wantFailure(t, 400, "valuationDate")
	// The limit for a build year depends on the valuation date.
	l.get(t, "homevalue?"+home+"&valuationDate=2024-01-01&buildYear=2028").wantFailure(t, 400, "buildYear")
	l.get(t, "homevalue?"+home+"&valuationDate=2024-01-01&buildYear=2027").wantSuccess(t)
}

// conformOverrides checks where overrides are shown, and in which direction they move the value.
func conformOverrides(t *testing.T, l *liveDemo) {
	home := l.of(t, demo.CaseOrdinary)
	bare := l.get(t, "homevalue?"+home)
	given := l.get(t, "homevalue?"+home+"&buildType=Hoekwoning&buildYear=1931&useSurface=131&parcelSurface=333"+
		"&volume=401&numberOfRooms=6&energyLabel=B&monument=true")
	given.wantSuccess(t)
	for _, name := range []string{"buildType", "buildYear", "useSurface", "parcelSurface"} {
		given.want(t, "data."+name, bare.at("data."+name))
	}
	for name, want := range map[string]any{
		"inputBuildType": "Hoekwoning", "inputBuildYear": 1931, "inputUseSurface": 131, "inputParcelSurface": 333,
		"energyLabel": "B", "rooms": 6, "monument": true, "volume": 401,
	} {
		given.want(t, "data."+name, want)
	}
	for _, name := range []string{"inputBuildType", "inputBuildYear", "inputUseSurface", "inputParcelSurface"} {
		bare.want(t, "data."+name, nil)
	}
	for name, ascending := range map[string][]string{
		"useSurface":    {"40", "60", "80", "100", "101", "110", "150", "220", "400", "900", "2700"},
		"parcelSurface": {"0", "50", "100", "150", "200", "400", "1000", "10000", "1000000"},
		"energyLabel":   {"G", "F", "E", "D", "C", "B", "A", "A+", "A++", "A+++", "A++++", "A+++++"},
	} {
		predicted, weighted := 0.0, 0.0
		for _, value := range ascending {
			got := l.get(t, "homevalue?"+home+"&"+name+"="+value)
			got.wantSuccess(t)
			if p := got.number("data.predictedValue"); p < predicted {
				t.Errorf("%s: the predicted value falls from %v to %v", got.asked, predicted, p)
			}
			if w := got.number("data.weightedValue"); w < 0.99*weighted {
				t.Errorf("%s: the weighted value falls from %v to %v", got.asked, weighted, w)
			}
			predicted, weighted = got.number("data.predictedValue"), got.number("data.weightedValue")
		}
	}
}
