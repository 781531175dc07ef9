package energy

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// columnsOfTests are enough for every fault.
const columnsOfTests = "" +
	"Registratiedatum;Energieklasse;Gebouwklasse;BAGVerblijfsobjectID;BAGLigplaatsID;BAGStandplaatsID;" +
	"Postcode;Huisnummer;Huisletter;Huisnummertoevoeging;Opnamedatum;GeldigTot;Gebouwtype;Gebouwsubtype;" +
	"Berekeningstype;GebruiksoppervlakteThermischeZone;PrimaireFossieleEnergie;Projectnaam\n"

// rowOf returns a good row, with some columns replaced.
func rowOf(values map[string]string) string {
	row := map[string]string{
		"Registratiedatum": "20240102", "Energieklasse": "B", "Gebouwklasse": "W",
		"BAGVerblijfsobjectID": "0221010000330226", "Postcode": "6981CH", "Huisnummer": "4", "Berekeningstype": "NTA 8800",
	}
	for name, v := range values {
		row[name] = v
	}
	var fields []string
	for name := range strings.SplitSeq(strings.TrimSpace(columnsOfTests), ";") {
		fields = append(fields, row[name])
	}
	return strings.Join(fields, ";") + "\n"
}

type values = map[string]string

// TestEachDirtyRowIsRejectedUnderItsReason reads a dirty row between two good ones.
func TestEachDirtyRowIsRejectedUnderItsReason(t *testing.T) {
	noHome := func(v values) values {
		for _, name := range []string{"BAGVerblijfsobjectID", "Postcode", "Huisnummer"} {
			if _, given := v[name]; !given {
				v[name] = ""
			}
		}
		return v
	}
	for name, test := range map[string]struct{ row, reason, what string }{
		"too few fields":  {"20240102;B;W\n", ReasonNoHome, "neither an id nor an address"},
		"too many fields": {strings.TrimSpace(rowOf(nil)) + ";x;y\n", ReasonMalformedRow, " fields under 18 columns"},
		"a quote left open": {
			"20240102;B;W;\"x\n", ReasonMalformedRow, "a quote is left open",
		},
		"a quote in the end": {
			strings.TrimSpace(rowOf(nil)) + ";\"\n", ReasonMalformedRow, "a quote is left open",
		},
		"no building class": {rowOf(values{"Gebouwklasse": ""}), ReasonUnknownBuildingClass, `Gebouwklasse is ""`},
		"other building": {
			rowOf(values{"Gebouwklasse": "X\x1b"}), ReasonUnknownBuildingClass, `Gebouwklasse is "X\x1b", neither`,
		},
		"no class":        {rowOf(values{"Energieklasse": " "}), ReasonNoClass, "no Energieklasse"},
		"unknown class":   {rowOf(values{"Energieklasse": "H"}), ReasonUnknownClass, `Energieklasse is "H"`},
		"class below all": {rowOf(values{"Energieklasse": "A++++++"}), ReasonUnknownClass, `is "A++++++"`},
		"no day": {
			rowOf(values{"Registratiedatum": ""}), ReasonBadRegistrationDay, `Registratiedatum is ""`,
		},
		"no such day": {
			rowOf(values{"Registratiedatum": "20230229"}), ReasonBadRegistrationDay, `"20230229"`,
		},
		"no such month": {
			rowOf(values{"Registratiedatum": "20231301"}), ReasonBadRegistrationDay, `"20231301"`,
		},
		"stand-in day": {
			rowOf(values{"Registratiedatum": "00010101"}), ReasonBadRegistrationDay, `"00010101"`,
		},
		"day of letters": {
			rowOf(values{"Registratiedatum": "2024-1-02\x00"}), ReasonBadRegistrationDay, `"2024-1-02\x00"`,
		},
		"future": {
			rowOf(values{"Registratiedatum": "20260502"}), ReasonFutureRegistration,
			"registered on 2026-05-02, after 2026-05-01",
		},
		"nothing to go by": {rowOf(noHome(values{})), ReasonNoHome, "neither an id nor an address"},
		"id too long": {
			rowOf(noHome(values{"BAGVerblijfsobjectID": "02210100003302261"})), ReasonNoHome,
			`bagverblijfsobjectid: "02210100003302261"`,
		},
		"id too short": {
			rowOf(noHome(values{"BAGVerblijfsobjectID": "221010000330"})), ReasonNoHome, `"221010000330" is no`,
		},
		"id of a building": {
			rowOf(noHome(values{"BAGVerblijfsobjectID": "0221100000330226"})), ReasonNoHome,
			"whose fifth and sixth digit are not 01",
		},
		"address of a remark": {
			rowOf(noHome(values{"Postcode": "6981CH", "Huisnummer": "achter 4"})), ReasonNoHome,
			`the address is "6981CH achter 4  "`,
		},
		"postal code alone": {rowOf(noHome(values{"Postcode": "6981CH"})), ReasonNoHome, "the address is"},
		"a long value":      {rowOf(values{"Energieklasse": strings.Repeat("é", 500)}), ReasonUnknownClass, "..."},
	} {
		labels, s := readText(t, columnsOfTests+rowOf(nil)+test.row+rowOf(nil))
		got := samples(s.Rejects, test.reason)
		if len(labels) != 2 || s.Rows != 3 || len(got) != 1 || s.Faults.Total() != 0 {
			t.Errorf("%s: %d labels, rejects %v, faults %v", name, len(labels), s.Rejects.List(), s.Faults.List())
			continue
		}
		if !strings.HasPrefix(got[0], "labels.csv line 3: ") || !strings.Contains(got[0], test.what) || hasControl(got[0]) {
			t.Errorf("%s: sample is %q, want line 3 and %q", name, got[0], test.what)
		}
	}
}

func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c == 0x7f })
}

// TestALabelIsKeptWithoutAPartThatCannotBeRead reads rows with one dirty part.
func TestALabelIsKeptWithoutAPartThatCannotBeRead(t *testing.T) {
	for name, test := range map[string]struct {
		row         values
		fault, what string
		want        func(*Label) bool
	}{
		"malformed id": {
			values{"BAGVerblijfsobjectID": "2210100x"},
			FaultMalformedID, `"2210100x" is no`,
			func(l *Label) bool { return l.ID == "" && l.Address.HouseNumber == 4 },
		},
		"id of a building": {
			values{"BAGVerblijfsobjectID": "0221100000330226"},
			FaultWrongKindOfID, "are not 01",
			func(l *Label) bool { return l.ID == "" },
		},
		"berth beside": {
			values{"BAGVerblijfsobjectID": "0221020000330152", "BAGLigplaatsID": "221020000330152"},
			FaultWrongKindOfID, "are not 01", func(l *Label) bool { return l.ID == "0221020000330152" },
		},
		"no postal code": {values{"Postcode": ""}, FaultMalformedAddress, `" 4  "`, noAddress},
		"postal code":    {values{"Postcode": "0981CH"}, FaultMalformedAddress, `"0981CH 4  "`, noAddress},
		"house number 0": {values{"Huisnummer": "0"}, FaultMalformedAddress, `"6981CH 0  "`, noAddress},
		"house number":   {values{"Huisnummer": "123456"}, FaultMalformedAddress, "123456", noAddress},
		"two letters": {
			values{"Huisnummer": "4A", "Huisletter": "B"}, FaultMalformedAddress, `"6981CH 4A B "`, noAddress,
		},
		"a remark": {
			values{"Huisnummertoevoeging": "boven de winkel"}, FaultMalformedAddress, "boven de winkel", noAddress,
		},
		"control": {values{"Huisletter": "\x1b"}, FaultMalformedAddress, `\x1b`, noAddress},
		"survey day": {
			values{"Opnamedatum": "gisteren"},
			FaultBadSurveyDay, `opnamedatum is "gisteren"`,
			func(l *Label) bool { return l.Surveyed == gevel.NoDate },
		},
		"surveyed in future": {
			values{"Opnamedatum": "20260502"},
			FaultBadSurveyDay, "surveyed on 2026-05-02, after",
			func(l *Label) bool { return l.Surveyed == gevel.NoDate },
		},
		"surveyed after registration": {
			values{"Registratiedatum": "20200110", "Opnamedatum": "20200203"},
			FaultBadSurveyDay, "surveyed on 2020-02-03, after the registration on 2020-01-10",
			func(l *Label) bool { return l.Surveyed == gevel.NoDate && l.Registered == gevel.NewDate(2020, 2, 3) },
		},
		"valid until": {
			values{"GeldigTot": "20340230"},
			FaultBadValidUntil, `"20340230"`,
			func(l *Label) bool { return l.ValidUntil == gevel.NoDate },
		},
		"type": {
			values{"Gebouwtype": "Kasteel\n"[:7]},
			FaultUnknownBuildType, `"Kasteel"`,
			func(l *Label) bool { return l.Type == 0 },
		},
		"subtype of either": {
			values{"Gebouwtype": "Twee-onder-een-kap / rijwoning hoek", "Gebouwsubtype": "Toren"},
			FaultUnknownBuildType, `"Toren"`, func(l *Label) bool { return l.Type == 0 },
		},
	} {
		labels, s := readText(t, columnsOfTests+rowOf(test.row))
		got := samples(s.Faults, test.fault)
		if len(labels) != 1 || s.Rejects.Total() != 0 || len(got) != 1 || s.Faults.Total() != 1 {
			t.Errorf("%s: %d labels, rejects %v, faults %v", name, len(labels), s.Rejects.List(), s.Faults.List())
			continue
		}
		if !strings.HasPrefix(got[0], "labels.csv line 2: ") || !strings.Contains(got[0], test.what) || hasControl(got[0]) {
			t.Errorf("%s: sample is %q, want line 2 and %q", name, got[0], test.what)
		}
		if !test.want(&labels[0]) || labels[0].Class != gevel.LabelB {
			t.Errorf("%s: label is %+v", name, labels[0])
		}
	}
}

func noAddress(l *Label) bool { return l.Address == gevel.AddressQuery{} && l.ID != "" }

// TestAQuoteSpoilsNoOtherRow reads quotes as people leave them in names of projects.
func TestAQuoteSpoilsNoOtherRow(t *testing.T) {
	name := func(s string) string { return rowOf(values{"Projectnaam": s}) }
	for text, labelled := range map[string]int{
		name(`De "IJssel"`):                     1, // within a field
		name(`"De IJssel" fase 2`):              1, // an end that is none
		name(`"De IJssel`):                      1, // never ended: a letter as any other
		name(`"De ""IJssel""; fase 2"`):         1, // as it should be
		name("\"De\nIJssel\r\nfase 2\""):        1, // over lines
		name(`""`):                              1,
		name(`"`):                               1,
		"20240102;B;W;\"De\n" + name(`IJssel"`): 1, // the two lines are no row together
		strings.Repeat("\"\n", 20):              0, // longer than any row
	} {
		labels, s := readText(t, columnsOfTests+rowOf(nil)+text+rowOf(nil))
		if len(labels) != labelled+2 {
			t.Errorf("%q: %d labels between two others, rejects %v", text, len(labels)-2, s.Rejects.List())
		}
		if rejected := s.Rows - len(labels); rejected != s.Rejects.Count(ReasonMalformedRow) {
			t.Errorf("%q: rejects %v of %d rows", text, s.Rejects.List(), s.Rows)
		}
	}
}

func TestAFileOfDirtyRowsIsCountedInFull(t *testing.T) {
	const rows = 10_000
	_, s := readText(t, columnsOfTests+strings.Repeat(rowOf(values{"Energieklasse": "?"}), rows))
	if s.Rejects.Count(ReasonUnknownClass) != rows || len(samples(s.Rejects, ReasonUnknownClass)) != gevel.RejectSamples {
		t.Errorf("rejects are %v", s.Rejects.List())
	}
	if got := samples(s.Rejects, ReasonUnknownClass)[0]; !strings.HasPrefix(got, "labels.csv line 2:") {
		t.Errorf("first sample is %q", got)
	}
}

func TestOnlyHomesAreLabelled(t *testing.T) {
	for class, homes := range map[string]int{"W": 1, "Woningbouw": 1, "U": 0, "u": 0, "Utiliteitsbouw": 0} {
		// What is no home is not looked at any further.
		labels, s := readText(t, columnsOfTests+rowOf(values{"Gebouwklasse": class}))
		_, other := readText(t, columnsOfTests+rowOf(values{"Gebouwklasse": class, "Energieklasse": ""}))
		if len(labels) != homes || s.NotHomes != 1-homes || other.Rejects.Total() != homes {
			t.Errorf("%s: %d labels, %d other buildings, rejects %v", class, len(labels), s.NotHomes, other.Rejects.List())
		}
	}
}
