package build_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/sales"
)

// readDelivery reads a file of testdata as a build file says, without a register.
func readDelivery(t *testing.T, file, says string) *sales.Result {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	c, err := build.ReadConfig(writeBuildFile(t,
		fmt.Sprintf("sources:\n  bag: b\n  sales:\n    - {file: %s, %s}\n", path, says)))
	if err != nil {
		t.Fatal(err)
	}
	sources, extras, err := build.SalesSources(&c)
	if err != nil {
		t.Fatal(err)
	}
	got, err := sales.Read(t.Context(), sources[0], sales.Options{AsOf: townDay, Extras: extras})
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows != len(got.Sales)+got.Rejects.Total() {
		t.Errorf("%d rows are not %d sales and %v", got.Rows, len(got.Sales), got.Rejects.List())
	}
	return got
}

// told returns what the sales say, a line each.
func told(r *sales.Result) (lines []string) {
	for _, s := range r.Sales {
		home := r.Attributes.Describe(&s.Characteristics)
		lines = append(lines, fmt.Sprintf("%s %s %d: %s", s.DwellingID, s.Date, s.Price, home))
	}
	return lines
}

func rejects(r *sales.Result) map[string]int {
	counts := map[string]int{}
	for _, reject := range r.Rejects.List() {
		counts[reject.Reason] = reject.Count
	}
	return counts
}

func TestADeliveryOfKadasterIsReadAsItIs(t *testing.T) {
	got := readDelivery(t, "kadaster.csv", "preset: kadaster")
	want := []string{
		"518010000000001 2019-04-05 310000: Tussenwoning, lot 145 m2",
		"0518010000000012 2019-04-06 225000: Appartement, lot 0 m2, leasehold yes",
		"2593VW 12 B 2019-04-07 199500: ",
		"0518010000000013 2019-04-08 650000: 2-onder-1-kapwoning, lot 1250 m2, leasehold yes",
		"0518010000000013 2019-04-19 100000: lot 210 m2", // its words name no type
	}
	if diff := cmp.Diff(want, told(got)); diff != "" {
		t.Errorf("sales (-want +got):\n%s", diff)
	}
	wantRejects := map[string]int{
		"package_deal": 1, "rented_out": 1, "family_sale": 1, "auction": 2, "other_mutation": 1,
		"not_a_home": 2,
		"encumbered": 1, "other_right": 1, "bad_package_deal": 1, "bad_sale_date": 1, "bad_price": 2,
	}
	if diff := cmp.Diff(wantRejects, rejects(got)); diff != "" {
		t.Errorf("rejects (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"City", "TransactionPriceIndexed"}, got.Ignored); diff != "" {
		t.Errorf("ignored (-want +got):\n%s", diff)
	}
	if !slices.Contains(got.Recognised, "OuterSurfaceArea as parcel_surface") {
		t.Errorf("recognised are %q", got.Recognised)
	}
}

func TestADeliveryOfNVMIsReadAsItIs(t *testing.T) {
	got := readDelivery(t, "nvm.csv", "preset: nvm")
	want := []string{
		"518010000000001 2019-01-05 310000: Tussenwoning, built 1931, 98 m2, lot 145 m2, 5 rooms, " +
			"maintenance inside 7, maintenance outside 9",
		"518010000000012 2019-01-06 225000: Galerijflat, built 1968, 61 m2, lot 0 m2, 3 rooms, listed monument",
		"518010000000013 2019-01-12 410000: 2-onder-1-kapwoning, built 1931, 130 m2, lot 260 m2, 6 rooms, maintenance outside 5",
		"518010000000013 2019-01-13 410000: 2-onder-1-kapwoning, built 1931, lot 260 m2, 6 rooms, maintenance inside 5",
	}
	if diff := cmp.Diff(want, told(got)); diff != "" {
		t.Errorf("sales (-want +got):\n%s", diff)
	}
	if got.Sales[0].ID != "1001" {
		t.Errorf("the sale of number 1001 is %s", got.Sales[0].ID)
	}
	wantRejects := map[string]int{
		"price_out_of_range": 2, "surface_out_of_range": 2, "price_per_m2_out_of_range": 1,
		"duplicate_sale_id": 1,
	}
	if diff := cmp.Diff(wantRejects, rejects(got)); diff != "" {
		t.Errorf("rejects (-want +got):\n%s", diff)
	}
	k := got.Attributes.Column("num_maintenance_inside")
	if a := got.Attributes[k]; !a.Rising || a.Parameter == "" || a.Least != 1 || a.Most != 9 || a.Kind != gevel.Count {
		t.Errorf("maintenance inside is %+v", a)
	}
}

func TestAMappingOverridesKeysOfItsPreset(t *testing.T) {
	got := readDelivery(t, "kadaster.csv", `preset: kadaster, mapping: {
      columns: {price: TransactionPriceIndexed},
      values: {build_type: {T: Hoekwoning}},
      rules: {mutation_code: {keep: [606, "583"], otherwise: odd}, rented_out: {}}}`)
	if diff := cmp.Diff([]string{"518010000000001 2019-04-05 402000: Hoekwoning, lot 145 m2"}, told(got)); diff != "" {
		t.Errorf("sales (-want +got):\n%s", diff)
	}
	if counts := rejects(got); counts["odd"] != 2 || counts["rented_out"] != 0 || counts["family_sale"] != 1 {
		t.Errorf("rejects %v", counts)
	}
}

func TestWhatADeliveryLacksOfItsPresetIsListed(t *testing.T) {
	got := readDelivery(t, "nvm.csv",
		"preset: kadaster, mapping: {columns: {sale_date: datumondertekeningakte}, date: YYYY-MM-DD}")
	want := []string{
		"BuildingCode", "BusinessRight", "FamilyTransaction", "MoreRealEstate", "MutationVariety", "RentedOut", "Street",
	}
	if diff := cmp.Diff(want, got.Absent); diff != "" {
		t.Errorf("absent (-want +got):\n%s", diff)
	}
	for _, want := range []string{
		"transactieprijs as price", "soortwoning as build_type", "postcode as postal_code",
	} {
		if !slices.Contains(got.Recognised, want) {
			t.Errorf("%q is not among %q", want, got.Recognised)
		}
	}
}

func TestEveryPresetIsABuildFilesOwn(t *testing.T) {
	for _, name := range build.PresetNames() {
		c, err := build.ReadConfig(writeBuildFile(t, "sources:\n  bag: b\n  sales: [{file: s, preset: "+name+"}]\n"))
		if err != nil || salesOf(c.Sources)[0].Preset != name {
			t.Errorf("%s: %+v, %v", name, salesOf(c.Sources), err)
		}
	}
}

func TestAPresetsCharacteristicsAreThoseOfTheEdition(t *testing.T) {
	c := townConfig(t)
	none := map[string]string{}
	for points := 1; points <= 9; points++ {
		none[fmt.Sprint(points)] = ""
	}
	salesOf(c.Sources)[0].Preset = "nvm"
	salesOf(c.Sources)[0].Mapping = sales.Mapping{Mapping: flatfile.Mapping{
		Columns: map[string]string{
			"num_maintenance_inside": "num_maintenance", "num_maintenance_outside": "num_maintenance",
		},
		Values: map[string]map[string]string{"num_maintenance_outside": none},
	}}
	c.Characteristics = map[string]build.Characteristic{}
	table := openValuer(t, mustRun(t, c)).Edition().Sales().Attributes
	for column, parameter := range map[string]string{
		"num_maintenance_inside": "num_maintenance_inside", "num_maintenance_outside": "", // known of no sale
	} {
		if a := table[table.Column(column)]; a.Parameter != parameter || a.Label == column || !a.Rising {
			t.Errorf("the edition has %+v", a)
		}
	}
}
