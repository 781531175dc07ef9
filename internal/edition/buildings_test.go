package edition

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/footprint"
)

// speltBuildings says all of the footprints of a table.
func speltBuildings(t *footprint.Table) (all []string) {
	for c := t.Cursor(); c.Next(); {
		all = append(all, fmt.Sprint(c.Row, c.Year, c.Homes, c.Group, c.Number, c.Height, c.First, c.Outline()))
	}
	return all
}

func TestEveryBuildingComesBack(t *testing.T) {
	c := inventContents(500, 1)
	e := opened(t, c)
	want, got := speltBuildings(c.Buildings), speltBuildings(e.Buildings())
	if len(want) < 900 || !slices.Equal(got, want) {
		t.Errorf("%d buildings come back as %d, or otherwise", len(want), len(got))
	}
}

func TestAnEditionWithoutBuildingsHasNoTableOfThem(t *testing.T) {
	c := inventContents(20, 1)
	for _, none := range []*footprint.Table{nil, inventBuildings(nil)} {
		c.Buildings = none
		e := opened(t, c)
		if _, ok := e.Manifest().Files[buildingsName]; ok || e.Buildings().Len() != 0 {
			t.Error("there is a table of buildings")
		}
	}
}

// foreignBuilding is a row of the table as another program may write it.
type foreignBuilding struct {
	X       *int32  `parquet:"corner_x,optional"`
	Y       *int32  `parquet:"corner_y,optional"`
	Year    *int32  `parquet:"build_year,optional"`
	Homes   *int32  `parquet:"homes,optional"`
	Group   *string `parquet:"build_group,optional,dict"`
	Outline *[]byte `parquet:"outline,optional,dict"`
	ID      *string `parquet:"building_id,optional"`
	Height  *int32  `parquet:"height,optional"`
}

func TestBuildingsOfOtherProgramsAreChecked(t *testing.T) {
	square := []byte{8, 8, 0, 0, 8, 7, 0}
	good := func(x int32) foreignBuilding {
		return foreignBuilding{X: new(x), Y: new(int32(1_800_000)), Homes: new(int32(1)), Group: new("detached"), Outline: &square}
	}
	for name, tt := range map[string]struct {
		change func(b *foreignBuilding)
		want   string
	}{
		"whole":           {func(*foreignBuilding) {}, ""},
		"no outline":      {func(b *foreignBuilding) { b.Outline = new([]byte{0}) }, ""},
		"null outline":    {func(b *foreignBuilding) { b.Outline = nil }, "column outline in row 1: there is no value"},
		"cut short":       {func(b *foreignBuilding) { b.Outline = new(square[:5]) }, "in row 1: 5 bytes: is no outline"},
		"too long":        {func(b *foreignBuilding) { b.Outline = new(append(bytes.Clone(square), 1)) }, "in row 1: 8 bytes: is no outline"},
		"odd group":       {func(b *foreignBuilding) { b.Group = new("castle") }, `"castle" is no house type group`},
		"no homes":        {func(b *foreignBuilding) { b.Homes, b.Group = nil, nil }, ""},
		"not in order":    {func(b *foreignBuilding) { b.X = new(int32(1)) }, "is not sorted at row 1"},
		"beyond the grid": {func(b *foreignBuilding) { b.X = new(int32(1 << 30)) }, "lies outside the country"},
		"odd id":          {func(b *foreignBuilding) { b.ID = new("0518010000000001") }, "is no id of a building"},
		"odd height":      {func(b *foreignBuilding) { b.Height = new(int32(1 << 20)) }, "is no height"},
		"odd year":        {func(b *foreignBuilding) { b.Year = new(int32(1 << 20)) }, "is no year"},
	} {
		rows := []foreignBuilding{good(400_000), good(400_100)}
		tt.change(&rows[1])
		path := filepath.Join(t.TempDir(), buildingsName)
		overwrite(t, path, parquetOf(t, rows, parquet.PageBufferSize(1)))
		table, err := readFrom(t.Context(), path, readBuildings)
		switch {
		case tt.want == "" && (err != nil || table.Len() != 2):
			t.Errorf("%s: %v", name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), buildingsName)):
			t.Errorf("%s: refused with %v, want %s", name, err, tt.want)
		}
	}
}

// TestBuildingsTakeLittleRoomOnDisk holds the table to what docs/data.md says of it.
func TestBuildingsTakeLittleRoomOnDisk(t *testing.T) {
	c := inventContents(5000, 1)
	c.Sales = market.NewSales(c.Attributes, nil)
	dir := t.TempDir()
	m := writeContents(t, dir, c)
	each := float64(m.Files[buildingsName].Bytes) / float64(c.Buildings.Len())
	if each > 30 {
		t.Errorf("a building takes %.1f bytes on disk", each)
	}
	t.Logf("%.1f bytes on disk, %.1f in memory", each, float64(c.Buildings.Bytes())/float64(c.Buildings.Len()))
}
