package energy

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

func collect(t testing.TB, text string) (*Labels, *Summary) {
	t.Helper()
	labels, s, err := Collect(t.Context(), write(t, "labels.csv", []byte(text)), Options{AsOf: today})
	if err != nil {
		t.Fatal(err)
	}
	return labels, s
}

func TestAHomesHistoryIsInOrderWithTheLastSurveyOfADay(t *testing.T) {
	labels, s := collect(t, fixture(t))
	want := History{ofFixture[0], ofFixture[2], ofFixture[3]}
	if diff := cmp.Diff(want, historyOf(labels, "0221010000330226")); diff != "" {
		t.Errorf("history differs (-want +got):\n%s", diff)
	}
	if labels.Repeated != 1 || len(labels.entries) != s.Labels-1 {
		t.Errorf("%d labels of %d, %d repeated", len(labels.entries), s.Labels, labels.Repeated)
	}
	var homes []gevel.BAGID
	var all []Label
	for h := range labels.Homes() {
		homes = append(homes, h[0].ID)
		all = append(all, h...)
	}
	inOrder := []gevel.BAGID{"", "", "0221010000330226", "0221020000330152", "0221030000330172"}
	if !slices.Equal(homes, inOrder) {
		t.Errorf("homes are %q, want %q", homes, inOrder)
	}
	var wantAll []Label
	for _, i := range []int{6, 7, 0, 2, 3, 5, 4} {
		wantAll = append(wantAll, ofFixture[i])
	}
	if diff := cmp.Diff(wantAll, all); diff != "" {
		t.Errorf("labels by home differ:\n%s", diff)
	}
}

// historyOf returns the labels of the home with an id.
func historyOf(l *Labels, id gevel.BAGID) History {
	for h := range histories(l) {
		if h[0].ID == id {
			return h
		}
	}
	return nil
}

// TestTheOrderOfRowsChangesNothingInMemory shuffles rows, many for the same home and day.
func TestTheOrderOfRowsChangesNothingInMemory(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	pick := func(values ...string) string { return values[dice.IntN(len(values))] }
	var rows []string
	for range 8000 {
		rows = append(rows, rowOf(values{
			"BAGVerblijfsobjectID": pick("", "", "0221010000330226", "0003010000330227", "9999010000330227"),
			"Registratiedatum":     pick("20200101", "20200102"), "Opnamedatum": pick("", "20200101", "20191231"),
			"Energieklasse": pick("A", "B", "G"), "GeldigTot": pick("", "20300101", "20291231"),
			"Postcode": pick("6981CH", "1000AA", "9999ZZ"), "Huisnummer": pick("4", "5", "40"),
			"Huisletter": pick("", "A", "B"), "Huisnummertoevoeging": pick("", "1", "II"),
			"Gebouwtype": pick("", "Appartement"),
		}))
	}
	first, _ := collect(t, columnsOfTests+strings.Join(rows, ""))
	dice.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	second, _ := collect(t, columnsOfTests+strings.Join(rows, ""))
	a, b := slices.Collect(histories(first)), slices.Collect(histories(second))
	if diff := cmp.Diff(a, b); diff != "" || len(a) != 3*3*3*3+3 {
		t.Errorf("%d homes differ:\n%s", len(a), diff)
	}
	if first.Repeated != second.Repeated || len(first.entries)+first.Repeated != len(rows) {
		t.Errorf("%d labels and %d repeated of %d rows", len(first.entries), first.Repeated, len(rows))
	}
	for _, h := range a {
		if len(h) != 2 || h[0].Registered >= h[1].Registered || h[1].Surveyed != day("2020-01-01") {
			t.Errorf("history is %+v", h)
		}
	}
}

// histories returns copies.
func histories(l *Labels) func(func(History) bool) {
	return func(yield func(History) bool) {
		for h := range l.Homes() {
			if !yield(slices.Clone(h)) {
				return
			}
		}
	}
}

func TestALabelTakes32Bytes(t *testing.T) {
	if size := unsafe.Sizeof(entry{}); size != 32 {
		t.Errorf("an entry takes %d bytes", size)
	}
}

func TestAnyPostalCodeIsPackedAndUnpacked(t *testing.T) {
	for _, code := range []gevel.PostalCode{"1000AA", "1000AB", "1000BA", "1234ZZ", "6981CH", "9999ZZ"} {
		if got := unpackCode(packCode(code)); got != code {
			t.Errorf("%s becomes %s", code, got)
		}
	}
	if most := packCode("9999ZZ"); most >= 1<<(64-numberBits-suffixBits) {
		t.Errorf("9999ZZ is %d, too large", most)
	}
	if gevel.MaxHouseNumber >= 1<<numberBits {
		t.Error("the largest house number does not fit")
	}
}
