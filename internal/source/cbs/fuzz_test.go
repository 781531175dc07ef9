package cbs

import (
	"os"
	"testing"
)

// FuzzReadPrices reads any text: reading never panics, and the counts add up.
func FuzzReadPrices(f *testing.F) {
	for _, seed := range []string{
		"\uFEFF\"ID\";\"Perioden\";\"PrijsindexBestaandeKoopwoningen_1\"\r\n\"0\";\"1995MM01\";\"    41.3\"\r\n",
		"ID;RegioS;Perioden;GemiddeldeVerkoopprijs_1\n0;NL01  ;1995JJ00;93750\n1;GM1680;1995JJ00;.\n",
		"Id;Measure;ValueAttribute;Value;StringValue;RegioS;Perioden\n0;M001505_2;None;124.6;;NL01;2023MM04\n",
		"\"\";\"Prijsindex verkoopprijzen\"\n\"Perioden\";\"2020=100\"\n2023 april*;124,6\n\"Bron: CBS\"\n",
		`{"odata.metadata":"x","value":[{"Perioden":"2023MM04","PrijsindexVerkoopprijzen_1":124.6},null],"odata.nextLink":"x"}`,
		`[{"Measure":"M001505_2","Value":1e3,"Perioden":"2023MM04"},{"Measure":[],"Value":{}}]`,
	} {
		f.Add(seed)
	}
	path := write(f, "prices", "")
	f.Fuzz(func(t *testing.T, text string) {
		rewrite(t, path, text)
		for _, key := range []string{KeyPriceIndex, KeyAveragePrices} {
			p, err := ReadPrices(t.Context(), path, key)
			if err != nil {
				continue
			}
			if p.Rows != len(p.Figures)+p.Rejects.Total() {
				t.Errorf("%d figures and %v of %d rows", len(p.Figures), p.Rejects.List(), p.Rows)
			}
			for _, figure := range p.Figures {
				if again, ok := ParsePeriod(figure.Period.String()); !ok || again != figure.Period || !(figure.Value > 0) {
					t.Errorf("figure %+v", figure)
				}
			}
		}
	})
}

func rewrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
