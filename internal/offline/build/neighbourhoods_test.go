package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/cbs"
)

// writeNeighbourhoods writes the files of CBS of a year for a town: its postal codes lie in three
// neighbourhoods, of which one has no WOZ value. scale is of the figures.
func writeNeighbourhoods(t *testing.T, c *build.Config, year, scale int) cbs.Neighbourhoods {
	t.Helper()
	r, err := bag.Read(t.Context(), *bagOf(c.Sources), bag.Options{Progress: func(int64, int64) {}})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(*bagOf(c.Sources))
	var addresses strings.Builder
	fmt.Fprintf(&addresses, "PC6;Huisnummer;Buurt%d;Wijk%d;Gemeente%d\n", year, year, year)
	for _, a := range r.Addresses {
		if a.PostalCode == "" {
			continue
		}
		part := int(a.PostalCode[5]) % 3
		fmt.Fprintf(&addresses, "%s;%d;0998010%d;099801;0998\n", a.PostalCode, a.HouseNumber, part)
	}
	addresses.WriteString("1000AA;1;03630000;036300;0363\n1000AA;nul;03630000;036300;0363\n")
	figures := fmt.Sprintf("gwb_code_10;regio;g_wozbag;ste_oad;p_koopw\nNL00;Nederland;379;2000;57\n"+
		"GM0998;Stad;%d;1500;.\nWK099801;Wijk;.;1600;.\n"+
		"BU09980100;Noord;%d;2500;.\nBU09980101;Zuid;%d;-99997;.\nBU09980102;Oost;.;2700;veel\n",
		3*scale, 2*scale, 4*scale)
	s := cbs.Neighbourhoods{
		Addresses: filepath.Join(dir, fmt.Sprintf("pc6hnr%d0801_gwb.csv", year)),
		Figures:   filepath.Join(dir, fmt.Sprintf("kwb-%d.csv", year)),
	}
	for path, text := range map[string]string{s.Addresses: addresses.String(), s.Figures: figures} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestFiguresOfNeighbourhoodsBecomeCharacteristics builds a town with those of one year, and with those
// of a second that were published lately.
func TestFiguresOfNeighbourhoodsBecomeCharacteristics(t *testing.T) {
	c := townConfig(t)
	cbsOf(c.Sources).Neighbourhoods = []cbs.Neighbourhoods{writeNeighbourhoods(t, &c, 2019, 100)}
	first := mustRun(t, c)
	checkSummary(t, first)
	before := openValuer(t, first)
	checkNeighbourhoods(t, first, 1)
	later := writeNeighbourhoods(t, &c, 2023, 150)
	later.Published = "2025-03-01"
	cbsOf(c.Sources).Neighbourhoods = append(cbsOf(c.Sources).Neighbourhoods, later)
	c.Editions = t.TempDir()
	second := mustRun(t, c)
	checkNeighbourhoods(t, second, 1.5)
	published := gevel.NewDate(2025, time.March, 1)
	checkSameAnswers(t, before, openValuer(t, second), []gevel.Date{gevel.NewDate(2025, time.January, 1), published - 1, published})
}

// checkNeighbourhoods checks what the homes of an edition know of their neighbourhoods last.
func checkNeighbourhoods(t *testing.T, s *build.Summary, scale float64) {
	t.Helper()
	e := openValuer(t, s).Edition()
	table := e.Sales().Attributes
	if table.Column("num_cbs_owner_occupied") >= 0 {
		t.Error("no area has a share of owner-occupied homes, and the edition has the characteristic")
	}
	woz, density := table.Column("num_cbs_woz"), table.Column("num_cbs_address_density")
	homes := map[[2]float64]int{}
	placed := 0
	for d := range e.Dwellings {
		if a, _ := e.MainAddress(d.ID); a.PostalCode == "" {
			continue
		}
		placed++
		homes[[2]float64{table[woz].Get(&d.Characteristics), table[density].Get(&d.Characteristics)}]++
		if known := d.ProvenanceOn(townDay, woz); known.Source != gevel.FromCBS {
			t.Fatalf("%s has its WOZ value from %v", d.ID, known)
		}
		early := d.On(gevel.NewDate(2021, time.January, 1), table)
		if table[woz].Known(&early.Characteristics) {
			t.Fatalf("figures of 2019 are known on %s", gevel.NewDate(2021, time.January, 1))
		}
	}
	for _, of := range [][2]float64{{200 * scale, 2500}, {400 * scale, 1600}, {300 * scale, 2700}} {
		if homes[of] < 40 {
			t.Errorf("%d homes have %v, of %v", homes[of], of, homes)
		}
	}
	counts := found[build.NeighbourhoodCounts](t, s)
	last := counts[len(counts)-1]
	if last.Homes != placed || last.Areas != 5 || last.FromAround != 2 {
		t.Errorf("summary is %+v", last)
	}
	if n := s.Counts["cbs_figures"]; n.NoHomes != len(counts) || n.Faults != len(counts) {
		t.Errorf("counts of figures are %+v", n)
	}
}

func TestFilesOfTwoYearsAreRefused(t *testing.T) {
	c := townConfig(t)
	first, second := writeNeighbourhoods(t, &c, 2019, 100), writeNeighbourhoods(t, &c, 2020, 100)
	for want, sources := range map[string][]cbs.Neighbourhoods{
		"is of 2020":                                        {{Addresses: first.Addresses, Figures: second.Figures}},
		"are both of 2019; give each year once":             {first, first},
		"belongs to sources.cbs.neighbourhoods[].addresses": {{Addresses: first.Figures, Figures: first.Addresses}},
	} {
		cbsOf(c.Sources).Neighbourhoods = sources
		if _, err := build.Run(t.Context(), c, options()); gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want one that says %q", err, want)
		}
	}
}
