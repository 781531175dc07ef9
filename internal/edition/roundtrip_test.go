package edition

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
)

func writeContents(t testing.TB, dir string, c invented) Manifest {
	t.Helper()
	m, _, err := Write(t.Context(), dir, c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// opened writes contents and opens them.
func opened(t testing.TB, c invented) *Edition {
	t.Helper()
	dir := t.TempDir()
	e, err := Open(t.Context(), filepath.Join(dir, writeContents(t, dir, c).ID))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestEveryAddressComesBack(t *testing.T) {
	c := inventContents(500, 1)
	odd := gevel.Address{
		NumberID: "0000200000000001", ObjectID: "9999010000000001", HouseNumber: 99999,
		HouseLetter: "é", HouseNumberExt: "日本", Street: "Straat\nmet \"regels\"; ,", Kind: gevel.Pitch,
	}
	c.Addresses = append(c.Addresses, odd, gevel.Address{NumberID: odd.NumberID, ObjectID: odd.ObjectID})
	e := opened(t, c)
	var got []gevel.Address
	for row := range e.addresses.Len() {
		got = append(got, e.addresses.At(row))
	}
	want := slices.Clone(c.Addresses)
	slices.SortFunc(want, func(a, b gevel.Address) int { return compareAddresses(&a, &b) })
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("addresses (-written +read):\n%s", diff)
	}
}

func TestEveryDwellingComesBack(t *testing.T) {
	c := inventContents(500, 1)
	c.Dwellings = append(c.Dwellings, gevel.Dwelling{ID: "0000010000000000", NumberID: "0000200000000000"})
	e := opened(t, c)
	want := slices.Clone(c.Dwellings)
	slices.SortFunc(want, func(a, b gevel.Dwelling) int { return cmp.Compare(a.ID, b.ID) })
	want[0].Sources = make([]gevel.Source, gevel.StandardAttributes) // none, said at length
	if diff := gocmp.Diff(want, slices.Collect(e.Dwellings)); diff != "" {
		t.Errorf("dwellings (-written +read):\n%s", diff)
	}
}

func TestTheOnlyPlaceKnownIsThePosition(t *testing.T) {
	at, place := gevel.Point{X: 1, Y: 2}, gevel.Point{X: 3, Y: 4}
	e := opened(t, invented{
		Contents: Contents{Sales: market.NewSales(gevel.Standard(), []gevel.Sale{
			{ID: "1", Price: 1, At: at},
			{ID: "2", Price: 1, At: at, Place: place},
		})},
		Dwellings: []gevel.Dwelling{
			{ID: inventID("01", 1), NumberID: inventID("20", 1), At: at},
			{ID: inventID("01", 2), NumberID: inventID("20", 2), At: at, Place: place},
		},
	})
	want := []gevel.Point{at, place}
	homes := slices.Collect(e.Dwellings)
	if got := []gevel.Point{homes[0].Place, homes[1].Place}; !slices.Equal(got, want) {
		t.Errorf("places of dwellings are %v, want %v", got, want)
	}
	if s := e.Sales(); !slices.Equal(s.Place, want) || s.Home(1, nil).Place != place {
		t.Errorf("places of sales are %v, want %v", s.Place, want)
	}
}

func TestUnknownIsNotZero(t *testing.T) {
	unknown := gevel.Characteristics{}
	zero := gevel.Characteristics{
		BuildYear: gevel.Some(0), UseSurface: gevel.Some(0), ParcelSurface: gevel.Some(0),
		Volume: gevel.Some(0), Rooms: gevel.Some(0), Monument: gevel.Some(false),
	}
	e := opened(t, invented{
		Contents: Contents{Sales: market.NewSales(gevel.Standard(), nil)},
		Dwellings: []gevel.Dwelling{
			{ID: inventID("01", 1), NumberID: inventID("20", 1), Characteristics: unknown},
			{ID: inventID("01", 2), NumberID: inventID("20", 2), Characteristics: zero},
		},
	})
	for id, want := range map[gevel.BAGID]gevel.Characteristics{inventID("01", 1): unknown, inventID("01", 2): zero} {
		if got, ok := e.Dwelling(id); !ok || !gocmp.Equal(got.Characteristics, want) {
			t.Errorf("Dwelling(%s) = %+v, %t, want %+v", id, got.Characteristics, ok, want)
		}
	}
}

// salesOptions compare sales, also what they keep to themselves.
var salesOptions = gocmp.Options{
	cmpopts.EquateNaNs(),
	gocmp.Transformer("names", func(n *gevel.Names) []string {
		if n == nil {
			return nil
		}
		return slices.Collect(n.All)
	}),
	cmpopts.IgnoreUnexported(gevel.Attribute{}),
	gocmp.Transformer("texts", func(l market.TextList) []string {
		texts := make([]string, l.Len())
		for i := range texts {
			texts[i] = l.At(i)
		}
		return texts
	}),
	cmpopts.IgnoreTypes(&geo.Grid{}),
	gocmp.Exporter(func(t reflect.Type) bool {
		return t == reflect.TypeFor[market.Sales]() || t.PkgPath() == "github.com/gevel/gevel/internal/market"
	}),
}

func TestEverySaleComesBackWithItsCodes(t *testing.T) {
	c := inventContents(500, 1)
	got := opened(t, c).Sales()
	// Models keep what they learned by row and by code, so both stay as they were.
	if diff := gocmp.Diff(c.Sales, got, salesOptions); diff != "" {
		t.Errorf("sales (-written +read):\n%s", diff)
	}
}

func TestUnusualSalesComeBack(t *testing.T) {
	table := withColumns("num_b", "num_a", "cat_é", "cat_")
	sold := []gevel.Sale{
		{
			ID: "“1”", DwellingID: "no BAG id", Date: -10_000, KnownDate: gevel.NoDate, Price: math.MaxInt64,
			At: gevel.Point{X: -1e9, Y: 1e-300}, Characteristics: gevel.Characteristics{Extra: extrasOf(table, math.NaN(),
				-0.5, "x", "")},
		},
		{Price: 1, Street: "A", City: "", Characteristics: gevel.Characteristics{Extra: extrasOf(table, 0.0, math.NaN(), "",
			"y")}},
		{Price: 1, Street: "", City: "B", Characteristics: gevel.Characteristics{Extra: extrasOf(table, 0.0, 0.0, "", "")}},
	}
	c := invented{Contents: Contents{Sales: market.NewSales(table, sold)}}
	s := opened(t, c).Sales()
	if diff := gocmp.Diff(c.Sales, s, salesOptions); diff != "" {
		t.Errorf("sales (-written +read):\n%s", diff)
	}
	var columns []string
	for _, a := range s.Attributes[len(gevel.Standard()):] {
		columns = append(columns, a.Column)
	}
	if want := []string{"num_a", "num_b", "cat_", "cat_é"}; !slices.Equal(columns, want) {
		t.Errorf("extras are %v, want %v", columns, want)
	}
	row := slices.Index(s.Price, math.MaxInt64)
	var texts []string
	h := s.Home(row, nil)
	for k := range s.Attributes {
		if a := &s.Attributes[k]; a.IsExtra() {
			texts = append(texts, a.Text(a.Get(&h.Characteristics)))
		}
	}
	if want := []string{"-0.5", "", "", "x"}; !slices.Equal(texts, want) {
		t.Errorf("extras of the odd sale are %q, want %q", texts, want)
	}
	if s.Known[row] != s.Date[row] {
		t.Errorf("a sale of %v is known on %v, want not before it is made", s.Date[row], s.Known[row])
	}
}

func TestManifestAndModelsComeBack(t *testing.T) {
	c := inventContents(50, 1)
	c.Rejects["sales"] = []gevel.Reject{{Reason: "odd", Count: 1, Samples: []string{"no UTF-8: \xff\xfe", "<&>\u2028"}}}
	c.AsOf["sales"] = gevel.NoDate
	e := opened(t, c)
	m := e.Manifest()
	if m.ID != e.ID() || m.Format != FormatVersion || m.MadeBy != "test" || m.CodeVersion != 7 || m.Seed != 1 ||
		m.AsOf["sales"] != gevel.NoDate {
		t.Errorf("manifest is %+v", m)
	}
	facts := 0
	for _, d := range c.Dwellings {
		facts += len(d.Facts)
	}
	if got, want := m.Rows, map[string]int{"addresses": 52, "buildings": 100, "dwellings": 50, "facts": facts, "sales": 50, "neighbourhoods": 0, "price_series": 50, "prices": 2, "statuses": len(c.Statuses)}; !gocmp.Equal(got, want) {
		t.Errorf("rows are %v, want %v", got, want)
	}
	if got := e.PriceCheck(); !gocmp.Equal(got, pricecheck.Lines(c.Prices)) || len(got) != 2 {
		t.Errorf("prices beside those of CBS are %+v", got)
	}
	if got, want := e.Models(), []string{"2023.model", "2024.model"}; !slices.Equal(got, want) {
		t.Errorf("models are %v, want %v", got, want)
	}
	if got, err := e.Model("2023.model"); err != nil || string(got) != "a model" {
		t.Errorf("model is %q, %v", got, err)
	}
	if _, err := e.Model("1999.model"); err == nil {
		t.Error("a model that is not there was found")
	}
}

func TestSameContentsGiveTheSameBytes(t *testing.T) {
	c, shuffled := inventContents(300, 1), inventContents(300, 1)
	slices.Reverse(shuffled.Addresses)
	slices.Reverse(shuffled.Dwellings)
	one, two := t.TempDir(), t.TempDir()
	writeContents(t, two, inventContents(10, 2)) // gives the second one a parent
	first, second := writeContents(t, one, c), writeContents(t, two, shuffled)
	if first.ID != second.ID {
		t.Fatalf("ids are %s and %s", first.ID, second.ID)
	}
	if first.Parent != "" || second.Parent == "" {
		t.Errorf("parents are %q and %q", first.Parent, second.Parent)
	}
	for name := range first.Files {
		if read(t, one, first.ID, name) != read(t, two, first.ID, name) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestOtherContentsGiveAnotherID(t *testing.T) {
	ids := map[string]string{}
	for name, change := range map[string]func(*invented){
		"as it is":     func(*invented) {},
		"address":      func(c *invented) { c.Addresses[3].Street += " " },
		"dwelling":     func(c *invented) { c.Dwellings[3].Rooms = gevel.Some(77) },
		"sale":         func(c *invented) { c.Sales.Price[3]++ },
		"model":        func(c *invented) { c.Models["2023.model"] = []byte("a modem") },
		"seed":         func(c *invented) { c.Seed++ },
		"parameters":   func(c *invented) { c.Parameters = []byte(`{"vintages":[1]}`) },
		"code version": func(c *invented) { c.CodeVersion++ },
		"rejects":      func(c *invented) { c.Rejects["bag"][0].Count++ },
		"another day":  func(c *invented) { c.AsOf["bag"]++ },
	} {
		c := inventContents(20, 1)
		change(&c)
		id := writeContents(t, t.TempDir(), c).ID
		if other, ok := ids[id]; ok {
			t.Errorf("%q and %q give the same id", name, other)
		}
		ids[id] = name
	}
}

// An edition has the same id whichever name of the key its manifest bears.
func TestEditionWithTheEarlierKeyOpens(t *testing.T) {
	dir := t.TempDir()
	m := writeContents(t, dir, inventContents(20, 1))
	path := filepath.Join(dir, m.ID, ManifestName)
	text := read(t, path)
	earlier := strings.Replace(text, `"code_version": 7`, `"model_version": 7`, 1)
	if earlier == text {
		t.Fatalf("the manifest has no code version:\n%s", text)
	}
	overwrite(t, path, []byte(earlier))
	e, err := Open(t.Context(), filepath.Join(dir, m.ID))
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Manifest(); got.ID != m.ID || got.CodeVersion != 7 {
		t.Errorf("edition %s of code version %d, want %s of 7", got.ID, got.CodeVersion, m.ID)
	}
	altered := strings.Replace(earlier, `"model_version": 7`, `"model_version": 8`, 1)
	if _, err := parseManifest([]byte(altered)); err == nil || !strings.Contains(err.Error(), "was altered") {
		t.Errorf("another code version under the earlier key gives %v, want that the manifest was altered", err)
	}
}

func TestAnotherProgramGivesTheSameID(t *testing.T) {
	dir, c := t.TempDir(), inventContents(20, 1)
	first := writeContents(t, dir, c)
	c.MadeBy = "test 2"
	second := writeContents(t, dir, c)
	if second.ID != first.ID || second.MadeBy != "test" {
		t.Errorf("another program makes edition %s by %s, want that of the first, %s", second.ID, second.MadeBy, first.ID)
	}
}

func read(t testing.TB, elements ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestExtrasOfDwellingsComeBack gives some dwellings extras by a table in another order than
// the sales' table, which has one more extra and numbers the names differently.
func TestExtrasOfDwellingsComeBack(t *testing.T) {
	c := inventContents(20, 1)
	c.Attributes = withColumns("cat_view", "num_maintenance")
	odd := func(i int) float64 { return float64(i) + 0.5 }
	views := []string{"park", "", "sea"} // no sale has the sea
	want := map[gevel.BAGID][]string{}
	for i := range c.Dwellings {
		d := &c.Dwellings[i]
		if i < 10 {
			d.Extra = extrasOf(c.Attributes, views[i%3], odd(i))
			want[d.ID] = []string{"num_maintenance " + strconv.FormatFloat(odd(i), 'g', -1, 64), "num_woz ", "cat_view " + views[i%3]}
			continue
		}
		want[d.ID] = []string{"num_maintenance ", "num_woz ", "cat_view "}
	}
	e := opened(t, c)
	table := e.Sales().Attributes
	for d := range e.Dwellings {
		var got []string
		for k := len(gevel.Standard()); k < len(table); k++ {
			got = append(got, table[k].Column+" "+table[k].Text(table[k].Get(&d.Characteristics)))
		}
		if !slices.Equal(got, want[d.ID]) {
			t.Errorf("dwelling %s has %q, want %q", d.ID, got, want[d.ID])
		}
	}
	if diff := gocmp.Diff(c.Sales, e.Sales(), salesOptions); diff != "" {
		t.Errorf("sales (-written +read):\n%s", diff)
	}
}
