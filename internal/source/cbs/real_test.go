package cbs

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// realFiles is the folder of CBS's real files, which may be missing.
const realFiles = "../../../../shared/data/cbs"

func TestTheFilesOfCBSAreRead(t *testing.T) {
	for _, test := range []struct {
		file, key        string
		figures, unknown int // unknown: municipalities that did not exist, or where nothing was sold
		region           Region
		period           string
		value            float64
	}{
		{"bestaande_koopwoningen.csv", KeyPriceIndex, 488, 0, Country, "2023KW03", 180},
		{"bestaande_koopwoningen.csv", KeyAveragePrices, 488, 0, Country, "2022JJ00", 428591},
		{"GemVerkoopProv.csv", KeyAveragePrices, 336, 0, "PV31", "2022JJ00", 330567},
		{"GemVerkoop.csv", KeyAveragePrices, 13200, 7632, "GM0193", "2022JJ00", 414535},
	} {
		path := filepath.Join(realFiles, test.file)
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			t.Skip("the files of CBS are not here")
		}
		p, err := ReadPrices(t.Context(), path, test.key)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Figures) != test.figures || p.Rejects.Count(ReasonNoFigure) != test.unknown ||
			p.Rejects.Total() != test.unknown || p.Faults.Total() > 0 {
			t.Errorf("%s: %d figures, rejects %v, faults %v", test.file, len(p.Figures), p.Rejects.List(), p.Faults.List())
		}
		if got := valueOf(p, test.region, test.period); got != test.value {
			t.Errorf("%s: %s of %s is %v, want %v", test.file, test.region, test.period, got, test.value)
		}
	}
}

func valueOf(p *Prices, region Region, period string) float64 {
	for _, f := range p.Figures {
		if f.Region == region && f.Period.String() == period {
			return f.Value
		}
	}
	return 0
}
