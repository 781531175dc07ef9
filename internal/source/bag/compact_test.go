package bag

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

// A country has ten million rows of each table, so a byte more is ten megabytes.
func TestRowsAreSmall(t *testing.T) {
	for name, c := range map[string]struct{ got, want uintptr }{
		"number":     {unsafe.Sizeof(number{}), 40},
		"object":     {unsafe.Sizeof(object{}), 48},
		"building":   {unsafe.Sizeof(building{}), 24},
		"addressRow": {unsafe.Sizeof(addressRow{}), 24},
		"occurred":   {unsafe.Sizeof(occurred{}), 64},
		"homeRow":    {unsafe.Sizeof(homeRow{}), 24},
	} {
		if c.got > c.want {
			t.Errorf("%s takes %d bytes, want %d at most", name, c.got, c.want)
		}
	}
}

func TestPackedPostalCodesReadAndSortAsTheirTexts(t *testing.T) {
	code := rapid.StringMatching(`([1-9][0-9]{3}[A-Z]{2})?`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := gevel.PostalCode(code.Draw(t, "a")), gevel.PostalCode(code.Draw(t, "b"))
		if got := packPostal(a).code(); got != a {
			t.Errorf("%q comes back as %q", a, got)
		}
		if got, want := cmp.Compare(packPostal(a), packPostal(b)), cmp.Compare(a, b); got != want {
			t.Errorf("%q and %q compare as %d, want %d", a, b, got, want)
		}
	})
}

// Letters of either case, extensions of any length, ids: rows must sort as their addresses do.
func TestRowsSortAsTheirAddresses(t *testing.T) {
	draw := func(t *rapid.T) (addressRow, gevel.Address) {
		n := number{
			house:  rapid.Int32Range(gevel.MinHouseNumber, gevel.MaxHouseNumber).Draw(t, "house"),
			postal: packPostal(gevel.PostalCode(rapid.StringMatching(`(1[01]11A[AB])?`).Draw(t, "postal"))),
		}
		if rapid.Bool().Draw(t, "short") {
			n.house = n.house%3 + 1
		}
		copy(n.ext[:], rapid.StringMatching(`[0-9a-zA-Z]{0,4}`).Draw(t, "ext"))
		if letter := rapid.StringMatching(`[a-zA-Z]?`).Draw(t, "letter"); letter != "" {
			n.letter = letter[0]
		}
		o := object{kind: gevel.ObjectKind(rapid.IntRange(1, int(gevel.Pitch)).Draw(t, "kind"))}
		main := rapid.Bool().Draw(t, "main")
		row := addressRow{
			postal: n.postal, designation: newDesignation(&n, &o, main), ext: n.ext,
			number: rapid.Uint32Range(0, 2).Draw(t, "number"), object: rapid.Uint32Range(0, 2).Draw(t, "object"),
		}
		rows := []number{{version: version{key: 1}}, {version: version{key: 20}}, {version: version{key: 300}}}
		s := rowTables{numbers: idsOf(rows), objects: idsOf(rows), streets: []cityStreet{{}}, exts: map[[4]byte]string{}}
		want := gevel.Address{
			NumberID: s.numbers.of(row.number), ObjectID: s.objects.of(row.object), PostalCode: n.postal.code(),
			HouseNumber: int(n.house), HouseLetter: strings.Trim(string(rune(n.letter)), "\x00"),
			HouseNumberExt: unfilled(n.ext[:]), Kind: o.kind, Main: main,
		}
		if diff := gocmp.Diff(want, s.addresses(t.Context(), []addressRow{row})[0]); diff != "" {
			t.Errorf("address (-want +got):\n%s", diff)
		}
		return row, want
	}
	rapid.Check(t, func(t *rapid.T) {
		rowA, a := draw(t)
		rowB, b := draw(t)
		want := cmp.Or(
			cmp.Compare(a.PostalCode, b.PostalCode), cmp.Compare(a.HouseNumber, b.HouseNumber),
			cmp.Compare(a.HouseLetter, b.HouseLetter), cmp.Compare(a.HouseNumberExt, b.HouseNumberExt),
			cmp.Compare(a.NumberID, b.NumberID), cmp.Compare(a.ObjectID, b.ObjectID),
		)
		if got := compareRows(rowA, rowB); got != want {
			t.Errorf("%v and %v compare as %d, want %d", a, b, got, want)
		}
	})
}

func TestFinderFindsWhereverItLookedLast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfDistinct(rapid.Uint64Range(0, 60), rapid.ID).Draw(t, "keys")
		slices.Sort(keys)
		rows := make([]building, len(keys))
		for i, k := range keys {
			rows[i].key = key(k)
		}
		f := finder[building]{rows: rows}
		for _, k := range rapid.SliceOf(rapid.Uint64Range(0, 61)).Draw(t, "sought") {
			want, there := slices.BinarySearch(keys, k)
			if got, ok := f.find(key(k)); ok != there || got != want {
				t.Fatalf("%d among %v: %d, %t; want %d, %t", k, keys, got, ok, want, there)
			}
		}
	})
}

func TestGroundPlansGiveBackEveryOutline(t *testing.T) {
	ringOf := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) point {
		return point{rapid.Int32().Draw(t, "x"), rapid.Int32().Draw(t, "y")}
	}), 1, 9)
	rapid.Check(t, func(t *rapid.T) {
		drawn := rapid.SliceOf(rapid.SliceOfN(ringOf, 0, 3)).Draw(t, "outlines")
		var plans groundPlans
		var refs []planRef
		var outlines []outline
		for _, rings := range drawn {
			var o outline
			for _, r := range rings {
				o = append(o, r)
			}
			refs, outlines = append(refs, plans.add(o)), append(outlines, o)
		}
		for i, o := range outlines {
			if diff := gocmp.Diff(o, plans.outline(refs[i], nil), gocmp.AllowUnexported(point{})); diff != "" {
				t.Fatalf("outline %d (-want +got):\n%s", i, diff)
			}
		}
	})
}

// Each step of the joining must move the bar: it must not stand still once all is read.
func TestProgressMovesWhileJoining(t *testing.T) {
	path := filepath.Join(t.TempDir(), "country.zip")
	writeCountry(t, path, 1_000)
	steps, last := 0, int64(0)
	_, err := Read(context.Background(), path, Options{Progress: func(done, total int64) {
		if read := total * 4 / 5; done > max(last, read) {
			steps++
		}
		last = done
	}})
	if err != nil {
		t.Fatal(err)
	}
	const least = 12
	if steps < least {
		t.Errorf("the joining was reported in %d steps, want %d at least", steps, least)
	}
}
