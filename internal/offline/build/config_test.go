package build_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/priceseries"
	"github.com/gevel/gevel/internal/source/sales"
)

const needed = "sources:\n  bag: bag.zip\n  sales: [{file: sales.csv}]\n"

// declares is a build file up to the first declaration, in line 5.
const declares = needed + "characteristics:\n  "

func TestABuildFileHasDefaults(t *testing.T) {
	path := writeBuildFile(t, needed)
	got, err := build.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	want := build.Config{
		Editions: dir + "/editions", Seed: 1, AsOf: gevel.NoDate, ValuedFrom: gevel.NoDate, Vintages: 5, MaxRejectShare: 0.5,
		Sources: sections(map[string]source.Settings{
			"bag": pathOf(dir + "/bag.zip"), "sales": &sales.Settings{{File: dir + "/sales.csv"}},
			"price_series": &priceseries.Settings{KnownAfter: 31},
		}),
		Screening: sales.DefaultScreening(),
		Limits: build.Limits{
			HomesFall: 0.05, SalesFall: 0.25, FillRateFall: 0.05, RejectsRise: 0.1, HitRateFall: 0.05, ValueFactor: 1.25,
			DaysBack: 31,
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("config (-want +got):\n%s", diff)
	}
}

func TestABuildFileSetsEverything(t *testing.T) {
	path := writeBuildFile(t, `
editions: /elsewhere
seed: 7
season: unknown
as_of: 2023-09-01
vintages: 0
max_reject_share: 0.25
screening: {min_price: 1, area_factor: 0, deal_homes: 0, resale_months: 0}
limits: {homes_fall: 0, sales_fall: 1, fill_rate_fall: 0.1, rejects_rise: 0.2, hit_rate_fall: 0.3, value_factor: 0,
         days_back: 0}
characteristics:
  num_maintenance:
    {label: maintenance, doc: "Maintenance, 1 to 6", unit: "", kind: count, least: 1, most: 6, rising: true, callers: true}
  cat_view: {label: view}
sources:
  bag: bag/delivery.zip
  municipalities: names.csv
  cbs:
    price_index: index.csv
    average_prices: [one.csv, ../two.csv]
    neighbourhoods:
      - {addresses: pc6hnr.zip, figures: kwb-2023.csv, published: 2024-12-15}
    characteristics: []
    columns: {num_cbs_cars: g_pau_hh}
  sales:
    - file: one.csv
    - file: ../two.csv
      preset: nvm
      mapping:
        rules:
          cat_state: {keep: [sold, 606], refuse: {"1": withdrawn}, otherwise: not_sold}
          price: {least: 1.5, otherwise: low}
        columns: {price: Koopsom}
        values: {build_type: {T: Tussenwoning, Onbekend: }}
        delimiter: ";"
        decimal: ","
        date: DD/MM/YYYY
  monuments: {file: monuments.csv}
  price_series: {file: asking.csv, known_after: 10}
  characteristics:
    - file: woz.csv.gz
      mapping: {columns: {num_woz: WOZ}}
    - {file: ground.csv, known_date: always}
    - {file: noise.csv, known_date: 2024-03-01}
`)
	got, err := build.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	dir, least := filepath.Dir(path), 1.5
	want := build.Config{
		Editions: "/elsewhere", Seed: 7, Season: index.UnknownSeason, AsOf: gevel.NewDate(2023, 9, 1), ValuedFrom: gevel.NoDate, MaxRejectShare: 0.25,
		Screening: sales.Screening{MinPrice: 1},
		Limits:    build.Limits{SalesFall: 1, FillRateFall: 0.1, RejectsRise: 0.2, HitRateFall: 0.3},
		Characteristics: map[string]build.Characteristic{
			"num_maintenance": {
				Label: "maintenance", Doc: "Maintenance, 1 to 6", Kind: "count",
				Least: bound(1), Most: bound(6), Rising: true, Callers: true,
			},
			"cat_view": {Label: "view"},
		},
		Sources: sections(map[string]source.Settings{
			"price_series": &priceseries.Settings{File: dir + "/asking.csv", KnownAfter: 10},
			"monuments":    &facts.MonumentSettings{File: dir + "/monuments.csv"},
			"characteristics": &facts.Settings{
				{File: dir + "/woz.csv.gz", Mapping: flatfile.Mapping{Columns: map[string]string{"num_woz": "WOZ"}}},
				{File: dir + "/ground.csv", KnownDate: "always"},
				{File: dir + "/noise.csv", KnownDate: "2024-03-01"},
			},
			"bag": pathOf(dir + "/bag/delivery.zip"), "municipalities": pathOf(dir + "/names.csv"),
			"cbs": &cbs.Settings{
				PriceIndex:    source.Files{dir + "/index.csv"},
				AveragePrices: source.Files{dir + "/one.csv", filepath.Join(dir, "../two.csv")},
				Neighbourhoods: []cbs.Neighbourhoods{
					{Addresses: dir + "/pc6hnr.zip", Figures: dir + "/kwb-2023.csv", Published: "2024-12-15"},
				},
				Characteristics: []string{}, Columns: map[string]string{"num_cbs_cars": "g_pau_hh"},
			},
			"sales": &sales.Settings{
				{File: dir + "/one.csv"},
				{File: filepath.Join(dir, "../two.csv"), Preset: "nvm", Mapping: sales.Mapping{
					Rules: map[string]sales.Rule{
						"cat_state": {
							Keep: []string{"sold", "606"}, Refuse: map[string]string{"1": "withdrawn"}, Otherwise: "not_sold",
						},
						"price": {Least: &least, Otherwise: "low"},
					},
					Mapping: flatfile.Mapping{
						Columns: map[string]string{"price": "Koopsom"}, Delimiter: ";", Decimal: ",", Date: "DD/MM/YYYY",
						Values: map[string]map[string]string{"build_type": {"T": "Tussenwoning", "Onbekend": ""}},
					},
				}},
			},
		}),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("config (-want +got):\n%s", diff)
	}
}

func bound(n int) *int { return &n }

func pathOf(path string) *source.Path { return (*source.Path)(&path) }

// sections are the settings of a build file that gives some, the others as without a section.
func sections(given map[string]source.Settings) build.Sources {
	all := build.Sources{}
	for _, s := range build.StandardTable() {
		all[s.Section()] = s.Settings()
	}
	maps.Copy(all, given)
	return all
}

// badBuildFiles are texts, and what the error must say: line, key, fault.
var badBuildFiles = []struct {
	text string
	want []string
}{
	{"", []string{"is empty"}},
	{"# nothing\n", []string{"is empty"}},
	{"gevel", []string{"line 1", "string was used where mapping is expected"}},
	{"seed: 1\n", []string{"sources.bag: is missing"}},
	{"sources:\n  bag: b\n", []string{"sources.sales: is missing"}},
	{"sources:\n  bag: b\n  sales: []\n", []string{"line 3: sources.sales: is missing"}},
	{
		"sources:\n  bag: b\n  sales:\n    - file: a\n    - mapping: {}\n",
		[]string{"line 5: sources.sales[1]: file is missing"},
	},
	{
		needed + "  characteristics: [{known_date: always}]\n",
		[]string{"line 4: sources.characteristics[0]: file is missing"},
	},
	{
		needed + "  monuments: {known_date: always}\n", []string{"line 4: sources.monuments: file is missing"},
	},
	{
		needed + "  characteristics:\n    - file: a\n      known_date: soon\n",
		[]string{`line 6: sources.characteristics[0].known_date: "soon" is no date`, "nor is it always"},
	},
	{
		needed + "  characteristics:\n    - file: a\n      mapping: {columns: {price: Koopsom}}\n",
		[]string{`line 6: sources.characteristics[0]: mapping: columns names "price"`},
	},
	{
		needed + "  characteristics:\n    - file: a\n      mapping: {rules: {}}\n",
		[]string{"line 6", `unknown field "rules"`},
	},
	{
		needed + "  cbs:\n    neighbourhoods:\n      - {addresses: a.csv}\n",
		[]string{"line 6: sources.cbs.neighbourhoods[0]: figures is missing"},
	},
	{
		needed + "  cbs:\n    neighbourhoods:\n      - {addresses: a.csv, figures: b.csv, published: soon}\n",
		[]string{"line 6: sources.cbs.neighbourhoods[0].published:", `soon`},
	},
	{
		needed + "  cbs: {characteristics: [num_cbs_wos]}\n",
		[]string{`line 4: sources.cbs.characteristics: "num_cbs_wos" is none of num_cbs_address_density, num_cbs_woz`},
	},
	{needed + "  cbs: {columns: {cat_x: y}}\n", []string{`line 4: sources.cbs.columns: "cat_x" is no characteristic`}},
	{needed + "  cbs: {price_index: {a: b}}\n", []string{"line 4"}},
	{needed + "  buildings: {as_of: 2025-09-03}\n", []string{"line 4: sources.buildings: files is missing"}},
	{needed + "  buildings: {files: [a.csv, \"\"]}\n", []string{"line 4: sources.buildings.files: a file has no name"}},
	{needed + "  buildings: {files: a.csv, as_of: soon}\n", []string{"line 4: sources.buildings.as_of:", "soon"}},
	{needed + "sede: 1\n", []string{"line 4", `unknown field "sede"`, ">  4 | sede: 1"}},
	{"sources:\n  bog: b\n", []string{"line 2", `unknown field "bog"`}},
	{needed + "screening:\n  least: 1\n", []string{"line 5", `unknown field "least"`}},
	{needed + "seed: 1\nseed: 2\n", []string{"line 5", `"seed" already defined`}},
	{needed + "vintages: many\n", []string{"line 4", `"many" stands where a whole number is due`, "vintages: many"}},
	{needed + "vintages: 5.5\n", []string{"line 4: vintages: 5.5 is no whole number"}},
	{needed + "vintages: 31\n", []string{"line 4: vintages: 31 is not between 0 and 30"}},
	{needed + "vintages: -1\n", []string{"line 4: vintages: -1 is not between 0 and 30"}},
	{needed + "seed: -1\n", []string{"line 4", "-1 is out of range", "seed: -1"}},
	{needed + "seed:\n", []string{"line 4: seed has no value"}},
	{needed + "editions: ''\n", []string{"line 4: editions: is empty"}},
	{needed + "as_of: 2023-02-30\n", []string{"line 4: as_of", `"2023-02-30" is no date`}},
	{needed + "as_of: [2023]\n", []string{"line 4", "stands where text is due", "as_of: [2023]"}},
	{needed + "season: spring\n", []string{`line 4: season: "spring" is neither dutch nor unknown`}},
	{needed + "max_reject_share: half\n", []string{"line 4", `"half" stands where a number is due`}},
	{needed + "max_reject_share: 1.5\n", []string{"line 4: max_reject_share: 1.5 is not between 0 and 1"}},
	{needed + "max_reject_share: .nan\n", []string{"line 4: max_reject_share: NaN is not between 0 and 1"}},
	{needed + "screening:\n  min_price: 2.5\n", []string{"line 5: screening.min_price: 2.5 is no whole number"}},
	{needed + "screening:\n  area_factor: 0.5\n", []string{"line 5: screening: area factor 0.5 is not above 1"}},
	{needed + "limits:\n  homes: 1\n", []string{"line 5", `unknown field "homes"`}},
	{needed + "limits:\n  sales_fall: -1\n", []string{"line 5: limits.sales_fall: -1 is not between 0 and 1"}},
	{needed + "limits:\n  rejects_rise: 5\n", []string{"line 5: limits.rejects_rise: 5 is not between 0 and 1"}},
	{needed + "limits:\n  hit_rate_fall: .nan\n", []string{"line 5: limits.hit_rate_fall: NaN is not"}},
	{needed + "limits:\n  value_factor: 0.5\n", []string{"line 5: limits.value_factor: 0.5 is not above 1"}},
	{needed + "limits:\n  days_back: -1\n", []string{"line 5: limits.days_back: -1 is not between 0 and 36500"}},
	{needed + "limits:\n  days_back: 36501\n", []string{"line 5: limits.days_back: 36501 is not between"}},
	{needed + "limits:\n  days_back: 1.5\n", []string{"line 5: limits.days_back: 1.5 is no whole number"}},
	{needed + "---\nseed: 1\n", []string{"line 5", "a second document"}},
	{
		"sources:\n  bag: b\n  sales:\n    - file: a\n      mapping:\n        delimiter: xx\n",
		[]string{"line 6", "sources.sales[0]: mapping: delimiter"},
	},
	{
		"sources:\n  bag: b\n  sales:\n    - file: a\n      mapping:\n        columns:\n          koopsom: price\n",
		[]string{"sources.sales[0]: mapping: columns names \"koopsom\""},
	},
	{
		"sources:\n  bag: b\n  sales:\n    - file: a\n      preset: funda\n",
		[]string{`line 5: sources.sales[0].preset: "funda" is no preset; there are kadaster, nvm`},
	},
	{
		"sources:\n  bag: b\n  sales:\n    - file: a\n      mapping:\n        rules:\n          auction: {keep: [no]}\n",
		[]string{"sources.sales[0]: mapping: rules: auction: otherwise is"},
	},
	{
		declares + "maintenance: {}\n",
		[]string{"line 5: characteristics.maintenance: is no column", "num_ or cat_"},
	},
	{declares + "num_Large: {}\n", []string{"line 5: characteristics.num_Large: is no column"}},
	{declares + "num a: {}\n", []string{"line 5: characteristics.num a: is no column"}},
	{
		declares + "build_year: {}\n",
		[]string{"line 5: characteristics.build_year: is a characteristic that gevel knows"},
	},
	{declares + "num_a:\n    knid: count\n", []string{"line 6", `unknown field "knid"`}},
	{declares + "num_a:\n    kind: colour\n", []string{
		`line 6: characteristics.num_a.kind: "colour" is none of number, count, area, year, yes/no`,
	}},
	{declares + "num_a: {kind: grade}\n", []string{`line 5: characteristics.num_a.kind: "grade" is none of`}},
	{
		declares + "cat_a: {kind: count}\n",
		[]string{`line 5: characteristics.cat_a.kind: "count" is not category`},
	},
	{
		declares + "cat_a: {rising: true}\n",
		[]string{"line 5: characteristics.cat_a.rising: names are in no order"},
	},
	{
		declares + "cat_a: {unit: m2}\n",
		[]string{"line 5: characteristics.cat_a.unit: a characteristic of the kind category has none"},
	},
	{
		declares + "num_a: {kind: yes/no, least: 0, most: 1}\n",
		[]string{"line 5: characteristics.num_a: a characteristic of the kind yes/no has no bounds"},
	},
	{
		declares + "num_a:\n    most: 1\n    least: 6\n",
		[]string{"line 7: characteristics.num_a.least: 6 is not below 1, the most"},
	},
	{declares + "num_a: {least: 1}\n", []string{"line 5: characteristics.num_a: least and most go together"}},
	{
		declares + "num_a: {kind: count, least: -1, most: 6}\n",
		[]string{"characteristics.num_a.least: -1 is not from 0 to 16777216"},
	},
	{
		declares + "num_a: {least: 0, most: 2000000000000}\n",
		[]string{"characteristics.num_a.most: 2000000000000 is not from -1000000000000 to"},
	},
	{
		declares + "num_a: {kind: year, most: 2030}\n",
		[]string{"line 5: characteristics.num_a.most: a year can't be after the valuation date"},
	},
	{
		declares + "num_a: {kind: year, rising: true}\n",
		[]string{"line 5: characteristics.num_a.rising: a later year may be worth less"},
	},
	{
		declares + "num_a: {least: 1.5, most: 2}\n",
		[]string{"line 5: characteristics.num_a.least: 1.5 is no whole number"},
	},
	{
		declares + "num_a: {rising: perhaps}\n",
		[]string{"line 5", `"perhaps" stands where true or false is due`},
	},
	{declares + "num_a: {label: }\n", []string{"line 5: label has no value"}},
	{needed + "characteristics: [num_a]\n", []string{"line 4"}},
	{"\tseed: 1\n", []string{"line 1", "tab character"}},
}

func TestTheErrorOfABadBuildFileNamesLineAndKey(t *testing.T) {
	for _, tt := range badBuildFiles {
		_, err := build.ReadConfig(writeBuildFile(t, tt.text))
		if err == nil {
			t.Errorf("%q is understood", tt.text)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q gives %q, which does not say %q", tt.text, err, want)
			}
		}
	}
}

func TestTheErrorOfAMissingBuildFileNamesIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gevel.yaml")
	_, err := build.ReadConfig(path)
	if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

func FuzzReadConfig(f *testing.F) {
	f.Add(needed)
	for _, tt := range badBuildFiles {
		f.Add(tt.text)
	}
	path := filepath.Join(f.TempDir(), "gevel.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := build.ReadConfig(path)
		if err != nil {
			return
		}
		if c.Editions == "" || *bagOf(c.Sources) == "" || len(salesOf(c.Sources)) == 0 || c.Vintages < 0 || c.Vintages > 30 ||
			!(c.MaxRejectShare >= 0 && c.MaxRejectShare <= 1) {
			t.Errorf("%q is understood as %+v", text, c)
		}
	})
}

// writeBuildFile writes a build file and returns its path.
func writeBuildFile(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "gevel.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDeepTextsAreRefusedBeforeTheyAreParsed(t *testing.T) {
	for name, text := range map[string]string{
		"lists":     "sources: " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"mappings":  "sources: " + strings.Repeat("{a: ", 100_000),
		"dashes":    "sources:\n" + strings.Repeat("- ", 100_000) + "a",
		"questions": strings.Repeat("? ", 100_000) + "a",
	} {
		if _, err := build.ReadConfig(writeBuildFile(t, text)); err == nil || !strings.Contains(err.Error(), "stand in one another") {
			t.Errorf("%s: got %.200v, want that they are too deep", name, err)
		}
	}
	if _, err := build.ReadConfig(writeBuildFile(t, strings.Repeat(" ", 2<<20))); err == nil || !strings.Contains(err.Error(), "larger than 1048576 bytes") {
		t.Errorf("got %v, want that the file is too large", err)
	}
}

func TestABuildFileOfHundredsOfThousandsOfNodesIsRefusedAtOnce(t *testing.T) {
	for name, text := range map[string]string{
		"lists in lists": strings.Repeat(strings.Repeat("- ", 50)+"a\n", 9000), "keys": strings.Repeat("? ", 400_000),
		"anchors": strings.Repeat("&a ", 300_000), "tags": strings.Repeat("!!a ", 200_000), "one list": "a: [" + strings.Repeat("1,", 400_000) + "]",
	} {
		if _, err := build.ReadConfig(writeBuildFile(t, text)); err == nil || len(err.Error()) > 300 {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := build.ReadConfig(writeBuildFile(t, "seed: "+strings.Repeat("9", 100_000)+"\n"))
	if err == nil || len(err.Error()) > 1000 {
		t.Errorf("a long number is answered with %d letters", len(err.Error()))
	}
}

func TestAByteOrderMarkBeforeABuildFileIsNoPartOfIt(t *testing.T) {
	if _, err := build.ReadConfig(writeBuildFile(t, "\ufeff"+needed)); err != nil {
		t.Error(err)
	}
}
