package search_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/search"
)

// town is a few addresses in an edition's order.
type town struct {
	list   []gevel.Address
	places [][4]string
	place  []int
}

func newTown(list ...gevel.Address) *town {
	t := &town{list: list}
	slices.SortFunc(t.list, func(a, b gevel.Address) int {
		return strings.Compare(sortKey(a), sortKey(b))
	})
	seen := map[[4]string]int{}
	for _, a := range t.list {
		p := [4]string{a.Street, a.City, a.Municipality, a.Province}
		if _, ok := seen[p]; !ok {
			seen[p] = len(t.places)
			t.places = append(t.places, p)
		}
		t.place = append(t.place, seen[p])
	}
	return t
}

func sortKey(a gevel.Address) string {
	return fmt.Sprintf("%s %05d %s %s", a.PostalCode, a.HouseNumber, a.HouseLetter, a.HouseNumberExt)
}

func (t *town) Len() int                 { return len(t.list) }
func (t *town) At(row int) gevel.Address { return t.list[row] }
func (t *town) Number(row int) int       { return t.list[row].HouseNumber }
func (t *town) Borne(row int) bool       { return t.list[row].Until == 0 }
func (t *town) Place(row int) int        { return t.place[row] }
func (t *town) Places() int              { return len(t.places) }

func (t *town) PlaceAt(place int) (street, city, municipality, province string) {
	p := t.places[place]
	return p[0], p[1], p[2], p[3]
}

func (t *town) WithPrefix(code string) (first, end int) {
	first = sort.Search(len(t.list), func(i int) bool { return string(t.list[i].PostalCode) >= code })
	end = first
	for end < len(t.list) && strings.HasPrefix(string(t.list[end].PostalCode), code) {
		end++
	}
	return first, end
}

func (t *town) WithID(id gevel.BAGID) (gevel.Address, bool) {
	for _, a := range t.list {
		if a.ObjectID == id || a.NumberID == id {
			return a, true
		}
	}
	return gevel.Address{}, false
}

func address(street string, number int, suffix, code, city string) gevel.Address {
	a := gevel.Address{
		Street: street, HouseNumber: number, PostalCode: gevel.PostalCode(code), City: city, Municipality: city,
		Kind: gevel.Home, Main: true, InUse: true,
		ObjectID: gevel.BAGID(fmt.Sprintf("%016d", len(street)*1000+number)),
	}
	if len(suffix) == 1 && suffix >= "A" {
		a.HouseLetter = suffix
	} else {
		a.HouseNumberExt = suffix
	}
	return a
}

var someTown = newTown(
	address("Kerkstraat", 12, "", "1017GP", "Amsterdam"),
	address("Kerkstraat", 12, "A", "1017GP", "Amsterdam"),
	address("Kerkstraat", 12, "II", "1017GP", "Amsterdam"),
	address("Kerkstraat", 12, "HS", "1017GP", "Amsterdam"),
	address("Kerkstraat", 120, "", "1017GS", "Amsterdam"),
	address("Nieuwe Kerkstraat", 12, "", "1018DW", "Amsterdam"),
	address("Kerkstraat", 12, "", "5611GH", "Eindhoven"),
	address("Plein 1944", 3, "", "6511JC", "Nijmegen"),
	address("Plein 1944", 30, "", "6511JC", "Nijmegen"),
	address("1e Helmersstraat", 7, "B", "1054CX", "Amsterdam"),
	address("Lange Voorhout", 74, "", "2514EH", "'s-Gravenhage"),
	address("Curaçaostraat", 5, "", "1058BA", "Amsterdam"),
	address("Jan van Galenstraat", 100, "", "1056BV", "Amsterdam"),
	address("Æbelø-plein", 1, "", "9000AA", "Oosterwolde"),
)

func TestAddressesAreFoundAsPeopleTypeThem(t *testing.T) {
	x := search.New(someTown)
	for _, tt := range []struct{ query, first string }{
		{"kerkstraat 12 amsterdam", "Kerkstraat 12, 1017GP Amsterdam"},
		{"Amsterdam, Kerkstraat 12", "Kerkstraat 12, 1017GP Amsterdam"},
		{"12 kerkstraat", "Kerkstraat 12, 1017GP Amsterdam"},
		{"kerkstr 12 eind", "Kerkstraat 12, 5611GH Eindhoven"},
		{"KERKSTRAAT 12-a", "Kerkstraat 12A, 1017GP Amsterdam"},
		{"kerkstraat 12 A", "Kerkstraat 12A, 1017GP Amsterdam"},
		{"kerkstraat 12a", "Kerkstraat 12A, 1017GP Amsterdam"},
		{"kerkstraat 12/a amsterdam", "Kerkstraat 12A, 1017GP Amsterdam"},
		{"kerkstraat 12II", "Kerkstraat 12-II, 1017GP Amsterdam"},
		{"kerkstraat 12-2", "Kerkstraat 12-II, 1017GP Amsterdam"},
		{"kerkstraat 12 hs", "Kerkstraat 12-HS, 1017GP Amsterdam"},
		{"kerkstraat 12 e", "Kerkstraat 12, 5611GH Eindhoven"},
		{"1017gp 12", "Kerkstraat 12, 1017GP Amsterdam"},
		{"1017 GP 12 a", "Kerkstraat 12A, 1017GP Amsterdam"},
		{"12 1017 gp", "Kerkstraat 12, 1017GP Amsterdam"},
		{"1017 g", "Kerkstraat 12, 1017GP Amsterdam"},
		{"5611", "Kerkstraat 12, 5611GH Eindhoven"},
		{"kerkstraat 1", "Kerkstraat 12, 1017GP Amsterdam"},
		{"nieuwe kerk", "Nieuwe Kerkstraat 12, 1018DW Amsterdam"},
		{"plein 1944 3", "Plein 1944 3, 6511JC Nijmegen"},
		{"plein 1944", "Plein 1944 3, 6511JC Nijmegen"},
		{"1e helmers 7b", "1e Helmersstraat 7B, 1054CX Amsterdam"},
		{"lange voorhout den haag", "Lange Voorhout 74, 2514EH 's-Gravenhage"},
		{"voorhout 74 's-gravenhage", "Lange Voorhout 74, 2514EH 's-Gravenhage"},
		{"voorhout sgravenhage", "Lange Voorhout 74, 2514EH 's-Gravenhage"},
		{"curacaostraat 5", "Curaçaostraat 5, 1058BA Amsterdam"},
		{"CURAÇAO", "Curaçaostraat 5, 1058BA Amsterdam"},
		{"janvangalen 100", "Jan van Galenstraat 100, 1056BV Amsterdam"},
		{"aebelo plein", "Æbelø-plein 1, 9000AA Oosterwolde"},
		{string(someTown.list[0].ObjectID), someTown.list[0].String()},
	} {
		got := x.Find(tt.query, 5)
		if len(got.Addresses) == 0 || got.Addresses[0].String() != tt.first {
			t.Errorf("%q finds %v, want %s first", tt.query, got.Addresses, tt.first)
		}
	}
	for _, query := range []string{"", " ", "12", "xyz", "kerkstraat 13", "kerkstraat utrecht", "9999zz 1", "0000000000000000"} {
		if got := x.Find(query, 5); len(got.Addresses) > 0 || got.More {
			t.Errorf("%q finds %v", query, got.Addresses)
		}
	}
}

func TestWholeNamesComeBeforeBegunOnesAndNumbersBeforeLongerOnes(t *testing.T) {
	x := search.New(someTown)
	got := x.Find("kerkstraat 12", 20)
	var list []string
	for _, a := range got.Addresses {
		list = append(list, a.String())
	}
	want := []string{
		"Kerkstraat 12, 1017GP Amsterdam", "Kerkstraat 12, 5611GH Eindhoven", "Nieuwe Kerkstraat 12, 1018DW Amsterdam",
		"Kerkstraat 12A, 1017GP Amsterdam", "Kerkstraat 12-HS, 1017GP Amsterdam", "Kerkstraat 12-II, 1017GP Amsterdam",
		"Kerkstraat 120, 1017GS Amsterdam",
	}
	for i := range want {
		if !slices.Contains(list, want[i]) {
			t.Errorf("%q lacks %s", list, want[i])
		}
	}
	if len(list) == 0 || list[0] != want[0] || list[len(list)-1] != want[len(want)-1] || got.More {
		t.Errorf("the order is %q", list)
	}
	if got := x.Find("kerkstraat 12", 2); len(got.Addresses) != 2 || !got.More {
		t.Errorf("of many 2 are %v, more: %v", got.Addresses, got.More)
	}
}

func TestEachAddressIsFoundByWhatIsWrittenOnAnEnvelope(t *testing.T) {
	x := search.New(someTown)
	for _, a := range someTown.list {
		if got := x.Find(a.String(), 3); len(got.Addresses) == 0 || got.Addresses[0] != a {
			t.Errorf("%s finds %v", a, got.Addresses)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, query := range []string{
		"kerkstraat 12 a", "1017 gp", "'s-gravenhage", "1 1 1 1 1 1", "ÆØ 12", "\xff\xfe", "plein 1944 3",
		"kerkstrat 12-14", "1eHelmers 2 hoog", "2594AN265A nederland", "jan v.d. galenstr. nr 1", strings.Repeat("van 1234 ab ", 16),
	} {
		f.Add(query, 8)
	}
	x := search.New(someTown)
	f.Fuzz(func(t *testing.T, query string, limit int) {
		limit = 1 + (limit&0xf+16)%16
		got := x.Find(query, limit)
		if len(got.Addresses) > limit || got.More && len(got.Addresses) < limit {
			t.Errorf("%q finds %d of at most %d, more: %v", query, len(got.Addresses), limit, got.More)
		}
		again := x.Find(query, limit)
		if !slices.Equal(got.Addresses, again.Addresses) {
			t.Errorf("%q finds %v, and then %v", query, got.Addresses, again.Addresses)
		}
		seen := map[gevel.Address]bool{}
		for _, a := range got.Addresses {
			if seen[a] || !utf8.ValidString(a.Street) {
				t.Errorf("%q finds %s twice", query, a)
			}
			seen[a] = true
		}
	})
}

// country is an invented country with the columns that an edition keeps of addresses.
type country struct {
	places    [][3]string
	place     []int32
	number    []int32
	codes     []string
	firstRow  []int32
	codeOfRow []int32
}

const homesOfCode = 22

func newCountry(homes int) *country {
	rng := rand.New(rand.NewPCG(1, 2))
	syllables := []string{
		"ka", "ber", "win", "dor", "lin", "stra", "mol", "hoe", "vel", "rijs", "oud", "nij", "zee",
		"dijk", "gro", "te",
	}
	name := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(syllables[rng.IntN(len(syllables))])
		}
		return strings.ToUpper(b.String()[:1]) + b.String()[1:]
	}
	kinds := []string{"straat", "laan", "weg", "plein", "hof"}
	streets := make([]string, 200_000)
	for i := range streets {
		streets[i] = name(2+rng.IntN(3)) + kinds[rng.IntN(len(kinds))]
		if rng.IntN(4) == 0 {
			streets[i] = "Burgemeester van " + streets[i]
		}
	}
	c := &country{}
	for len(c.place) < homes {
		city := name(2)
		for range 20 + rng.IntN(200) {
			place := int32(len(c.places))
			c.places = append(c.places, [3]string{streets[rng.IntN(len(streets))], city, city})
			for number, n := 1, 5+rng.IntN(60); number <= n; number++ {
				if number%homesOfCode == 1 {
					i := len(c.codes)
					c.codes = append(c.codes, fmt.Sprintf("%04d%c%c", 1000+i/676, 'A'+i/26%26, 'A'+i%26))
					c.firstRow = append(c.firstRow, int32(len(c.place)))
				}
				c.place, c.number = append(c.place, place), append(c.number, int32(number))
				c.codeOfRow = append(c.codeOfRow, int32(len(c.codes)-1))
			}
		}
	}
	c.firstRow = append(c.firstRow, int32(len(c.place)))
	return c
}

func (c *country) Len() int           { return len(c.place) }
func (c *country) Number(row int) int { return int(c.number[row]) }
func (c *country) Borne(int) bool     { return true }
func (c *country) Place(row int) int  { return int(c.place[row]) }
func (c *country) Places() int        { return len(c.places) }

func (c *country) At(row int) gevel.Address {
	p := c.places[c.place[row]]
	return gevel.Address{
		Street: p[0], City: p[1], Municipality: p[2], HouseNumber: int(c.number[row]), Kind: gevel.Home,
		PostalCode: gevel.PostalCode(c.codes[c.codeOfRow[row]]),
	}
}

func (c *country) PlaceAt(place int) (street, city, municipality, province string) {
	p := c.places[place]
	return p[0], p[1], p[2], ""
}

func (c *country) WithPrefix(code string) (first, end int) {
	lo := sort.SearchStrings(c.codes, code)
	hi := lo + sort.Search(len(c.codes)-lo, func(i int) bool { return !strings.HasPrefix(c.codes[lo+i], code) })
	return int(c.firstRow[lo]), int(c.firstRow[hi])
}

func (c *country) WithID(gevel.BAGID) (gevel.Address, bool) { return gevel.Address{}, false }

// BenchmarkFind measures queries of all sorts over ten million invented addresses, and the memory of the
// index.
func BenchmarkFind(b *testing.B) {
	c := newCountry(10_000_000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	x := search.New(c)
	runtime.GC()
	runtime.ReadMemStats(&after)
	kept := float64(after.HeapAlloc-before.HeapAlloc) / 1e6
	b.Logf("%d addresses, %d streets of cities; the index takes %.1f MB", c.Len(), c.Places(), kept)
	b.Run("New", func(b *testing.B) {
		for b.Loop() {
			search.New(c)
		}
	})
	a := c.At(c.Len() / 2)
	for _, query := range []string{
		a.String(), fmt.Sprintf("%s %d %s", a.Street, a.HouseNumber, a.City[:3]), fmt.Sprintf("%s %d", a.PostalCode, a.HouseNumber),
		a.Street, a.City, "b", "b 1", "burgemeester van 99999", "ka 12 ber", string(a.PostalCode[:4]), string(a.PostalCode[:4]) + " 60",
		"1 1 1 1 1 1 1 1 1 1 1 1", "b b b b b 1 2 3 4", strings.Repeat("ka be ", 12), strings.Repeat("van 1234 ab ", 8),
		strings.Replace(a.String(), "e", "a", 1), "Burgemeester van " + a.Street[1:] + " 12",
	} {
		b.Run(query, func(b *testing.B) {
			for b.Loop() {
				x.Find(query, 8)
			}
		})
	}
}

func TestAShorterListIsTheBeginningOfALongerOne(t *testing.T) {
	x := search.New(someTown)
	for _, query := range []string{"kerkstraat 12", "1017", "plein 1944 3", "kerkstraat 1", "1017gp 12"} {
		long := x.Find(query, 20).Addresses
		for n := 1; n <= len(long); n++ {
			if got := x.Find(query, n).Addresses; !slices.Equal(got, long[:n]) {
				t.Errorf("%q: the first %d are %v, of more %v", query, n, got, long[:n])
			}
		}
	}
}

func TestAddressesOfAMunicipalityLieEvenlyAmongAll(t *testing.T) {
	x := search.New(someTown)
	all := x.InMunicipality("Amsterdam", 100)
	if len(all) != 9 {
		t.Errorf("there are %v", all)
	}
	for n := 1; n <= len(all); n++ {
		some := x.InMunicipality("Amsterdam", n)
		for k, a := range some {
			if len(some) != n || a != all[k*len(all)/n] {
				t.Errorf("%d of %d are %v", n, len(all), some)
				break
			}
		}
	}
	if got := x.InMunicipality("Utrecht", 5); len(got) != 0 {
		t.Errorf("of a municipality without addresses there are %v", got)
	}
}
