package sales

import (
	"math"
	"os"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

func FuzzRead(f *testing.F) {
	f.Add([]byte("sale_id,sale_date,price\na,2020-01-01,100000\n\"b"))
	f.Add([]byte("\uFEFFsale_date;price;lat;lon;num_x\n20200101;€ 1.000,5;52,1;4,3;-\n20200101;1;1e9;\xff;NaN\n"))
	f.Add([]byte("sale_date;price;parcel_surface;lat;lon\n20200101;350.000;1.250;52.070;4.3\n20200101;1.350.000;12,5;52.0705;4.32\n"))
	f.Add([]byte("sale_date,price,dwelling_id,postal_code,house_number,ownership_share\n01-01-2020,1,0518010000000001,2593VW,12-A,1/3\n"))
	f.Add([]byte("x,y,price,sale_date\n0,0,1,2020-01-01\n1,,1,2020-01-01\n"))
	f.Add([]byte("Koopsom;Datum;Postcode;Huisnummer;Oppervlakte;Recht\n350.000;31-01-2020;2593 VW;12A;98,6;EP\n1;20200101;;;;x\n"))
	f.Add([]byte(zipped(f, "sale_date,price\n2020-01-01,100000\n")))
	low, high := 1e4, 1e6
	preset := Mapping{
		Mapping: flatfile.Mapping{
			Columns: map[string]string{"ownership_right": "Recht", "cat_right": "Recht", "sale_id": "nummer"},
		},
		Rules: map[string]Rule{
			"cat_right": {Keep: []string{"EP", "VE"}, Refuse: map[string]string{"x": "none"}, Otherwise: "other"},
			"price":     {Least: &low, Otherwise: "low"}, pricePerM2: {Most: &high, Otherwise: "high"},
		},
	}
	path := write(f, "sales.csv", "")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, register := range []flatfile.Register{nil, newHamlet()} {
			got, err := Read(t.Context(), Source{Path: path, Preset: preset}, Options{
				AsOf: delivery, Register: register,
				Screening: DefaultScreening(),
			})
			if err != nil {
				continue
			}
			if got.Rows != len(got.Sales)+got.Corrections+got.Rejects.Total() {
				t.Fatalf("%d rows are not %d sales and %v", got.Rows, len(got.Sales), got.Rejects.List())
			}
			for _, s := range got.Sales {
				checkSale(t, got, s)
			}
		}
	})
}

func checkSale(t *testing.T, r *Result, s *gevel.Sale) {
	switch {
	case s.ID == "", s.Price < 1, s.Date < flatfile.FirstDay, s.Date > delivery, s.KnownDate < s.Date, s.KnownDate > delivery:
		t.Errorf("sale %+v has no id, price or day", s)
	case math.IsNaN(s.At.X + s.At.Y), math.IsInf(s.At.X+s.At.Y, 0):
		t.Errorf("sale %s lies at %v", s.ID, s.At)
	case len(s.Extra) > r.Attributes.Extras():
		t.Errorf("sale %s has %d extras, of %d", s.ID, len(s.Extra), r.Attributes.Extras())
	}
	for _, v := range s.Extra {
		if math.IsInf(float64(v), 0) {
			t.Errorf("sale %s has an extra %v", s.ID, v)
		}
	}
}
