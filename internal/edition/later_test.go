package edition

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

// TestEditionsWithALaterBAG lists editions after which older deliveries of the BAG came.
func TestEditionsWithALaterBAG(t *testing.T) {
	for _, tt := range []struct {
		days []gevel.Date // of the BAG, the newest edition first
		want []int
	}{
		{[]gevel.Date{12, 8, 8, 12, 11}, []int{0}},
		{[]gevel.Date{8, 8, 12, 12, 11}, []int{0, 2}},
		{[]gevel.Date{8, 10, 9, 12}, []int{0, 1, 3}},
		{[]gevel.Date{damaged, 8, damaged, 12}, []int{0, 1, 3}},
		{nil, nil},
	} {
		var dirs, want []string
		for _, day := range tt.days {
			dirs = append(dirs, ofBAG(t, day))
		}
		for _, i := range tt.want {
			want = append(want, dirs[i])
		}
		if got := WithLaterBAG(dirs); !slices.Equal(got, want) {
			t.Errorf("of days %v of the BAG there are %v, want %v of %v", tt.days, got, want, dirs)
		}
	}
}

// damaged stands for an edition whose manifest can't be read.
const damaged gevel.Date = -1

// ofBAG makes the manifest of an edition with a BAG of a day, and returns its directory.
func ofBAG(t *testing.T, day gevel.Date) string {
	t.Helper()
	m, dir := Manifest{Format: FormatVersion, AsOf: map[string]gevel.Date{SourceBAG: day}}, t.TempDir()
	id, err := m.contentID()
	if err != nil {
		t.Fatal(err)
	}
	m.ID = id
	text, err := m.text()
	if err != nil {
		t.Fatal(err)
	}
	if day == damaged {
		text = text[1:]
	}
	if err := os.WriteFile(filepath.Join(dir, ManifestName), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}
