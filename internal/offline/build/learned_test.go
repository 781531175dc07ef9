package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/testing/rezip"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// learned is the day on which the register of these tests learns something.
const learned = "2025-02-20"

// TestWhatTheRegisterLearnsLaterMovesNoAnswer has the register learn of changes of all kinds on one day. Answers and refusals
// about that day and the days before it stay the same to the bit; answers about the day after move.
func TestWhatTheRegisterLearnsLaterMovesNoAnswer(t *testing.T) {
	config := func(t *testing.T, name string) build.Config {
		c, err := build.ReadConfig(filepath.Join(writeAllSources(t), "gevel.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if name == "of a building" || name == "elsewhere" { // the parcel of a home's building, and its bounds, are as delivered
			parcelsOf(c.Sources).File = ""
		}
		return c
	}
	of := func(t *testing.T, c build.Config) *valuation.Valuer {
		c.Vintages = 1
		return openValuer(t, mustRun(t, c))
	}
	without, before := of(t, config(t, "elsewhere")), of(t, config(t, ""))
	for name, kinds := range map[string][]func(*learning, string) string{
		"of another size or age": {(*learning).larger, (*learning).older, (*learning).correctedLongAgo, (*learning).takenBack},
		"come and gone": {
			(*learning).anotherUse, (*learning).gone, (*learning).split, (*learning).merged, (*learning).newShop, (*learning).newHome,
		},
		"of a building": {
			(*learning).inAnotherBuilding, (*learning).inTwoBuildings, (*learning).unmeasured, (*learning).closed,
		},
		"demolished":        {(*learning).demolished, (*learning).larger},
		"built":             {(*learning).built},
		"no home":           {(*learning).shopGone, (*learning).shopCloses},
		"a home at last":    {(*learning).shopLived},
		"elsewhere":         {(*learning).moved, (*learning).renumbered, (*learning).recoded},
		"in another street": {(*learning).inAnotherStreet},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, before := config(t, name), before
			if parcelsOf(c.Sources).File == "" {
				before = without
			}
			l := newLearning(kinds...)
			l.learn(t, *bagOf(c.Sources))
			after := of(t, c)
			day, err := gevel.ParseDate(learned)
			if err != nil {
				t.Fatal(err)
			}
			for _, on := range []gevel.Date{before.Oldest(), gevel.NewDate(2024, time.December, 31), day} {
				if n, asked := answersApart(t, before, after, on); n > 0 {
					t.Errorf("%d of %d answers about %s differ", n, asked, on)
				}
			}
			if n, _ := answersApart(t, before, after, day+1); n == 0 {
				t.Errorf("no answer about %s differs", day+1)
			}
		})
	}
}

// writeAllSources writes a town with all its registers to a folder.
func writeAllSources(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if _, err := demo.WriteCountry(t.Context(), dir, demo.Options{Seed: 1, Date: townDay, Dwellings: demo.MinDwellings}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// answersApart returns how many answers about a day differ, of all addresses that one of two editions has.
func answersApart(t *testing.T, before, after *valuation.Valuer, day gevel.Date) (n, asked int) {
	t.Helper()
	queries := map[gevel.AddressQuery]bool{}
	for _, v := range []*valuation.Valuer{before, after} {
		for a := range v.Edition().Addresses {
			q := a.Query()
			if v == before || a.From == 0 { // a query by id finds a home at its later addresses, too
				queries[q] = true
			}
			q.ObjectID = ""
			queries[q] = true
		}
	}
	explained := [...]*explain.Explainer{explain.New(before), explain.New(after)}
	valued := map[[2]gevel.Address]bool{} // an answer is of the address that a query finds: each is valued once
	for q := range queries {
		then, thenErr := before.Edition().FindOn(q, day)
		now, nowErr := after.Edition().FindOn(q, day)
		if found := [...]gevel.Address{then, now}; thenErr == nil && nowErr == nil {
			if valued[found] {
				continue
			}
			valued[found] = true
		}
		in := gevel.Inquiry{AddressQuery: q, Date: day}
		want, wantErr := before.Value(in)
		got, gotErr := after.Value(in)
		for _, v := range []*gevel.Valuation{&want, &got} {
			v.Edition, v.Dwelling.Facts, v.Dwelling.Moves, v.Dwelling.NumberID = "", nil, nil, ""
			addresses := []*gevel.Address{&v.Address} // the list has what each is used for today; no answer shows it
			for i := range v.References {
				addresses = append(addresses, &v.References[i].Address)
			}
			for _, a := range addresses {
				a.Kind = gevel.Home
			}
		}
		if q.HouseNumber%10 == 3 && wantErr == nil && gotErr == nil { // it takes its time
			a, errA := explained[0].Explain(in)
			b, errB := explained[1].Explain(in)
			for _, list := range [][]explain.Characteristic{a.Characteristics, b.Characteristics} {
				for i := range list {
					list[i].Since = gevel.Opt[gevel.Date]{} // no answer has it
				}
			}
			if fmt.Sprint(a.Steps, a.Characteristics, errA) != fmt.Sprint(b.Steps, b.Characteristics, errB) {
				if n++; day.String() <= learned {
					t.Logf("%v on %s is explained otherwise:\n%s", q, day, cmp.Diff(a.Characteristics, b.Characteristics, cmpopts.EquateNaNs()))
				}
			}
		}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) { // NaN is equal
			if n++; n == 1 && day.String() <= learned {
				t.Logf("%v on %s: %v %v\n%s", q, day, wantErr, gotErr, cmp.Diff(want, got, cmpopts.EquateNaNs()))
			}
		}
	}
	return n, len(queries)
}

// learning changes an extract.
type learning struct {
	kinds    []func(*learning, string) string
	day      string // on which it does
	rest     int    // of so many occurrences one is changed
	n        int
	renamed  map[string]bool // numbers that homes lose
	numbers  string          // those that they get
	surface  int             // of a unit that was merged into the next
	street   string          // of the first
	building string          // of the unit before
	units    map[string]int  // by building
	beside   map[string]bool // buildings beside which one is built
	changed  map[int]int     // by kind
}

var (
	occurrence  = regexp.MustCompile(`(?s)<sl:stand>.*?</sl:stand>`)
	ordinal     = regexp.MustCompile(`(voorkomenidentificatie>)(\d+)`)
	useSurface  = regexp.MustCompile(`(oppervlakte>)(\d{1,3})<`) // larger units stay as they are
	buildYear   = regexp.MustCompile(`(oorspronkelijkBouwjaar>)([12]\d{3})<`)
	began       = regexp.MustCompile(`((?:beginGeldigheid|tijdstipRegistratie(?:LV)?)>)\d{4}-\d\d-\d\d`)
	registered  = regexp.MustCompile(`(tijdstipRegistratie(?:LV)?>)\d{4}-\d\d-\d\d`)
	status      = regexp.MustCompile(`(status>)[^<]+`)
	use         = regexp.MustCompile(`(gebruiksdoel>)[^<]+`)
	position    = regexp.MustCompile(`(gml:pos>)(\d+)`)
	house       = regexp.MustCompile(`(huisnummer>)(\d+)`)
	postcode    = regexp.MustCompile(`(postcode>\d{4})[A-Z]{2}`)
	mainNumber  = regexp.MustCompile(`(Hoofdadres><[^>]*>)(\d{16})`)
	unitID      = regexp.MustCompile(`(identificatie domein="NL.IMBAG.Verblijfsobject">\d{4}01)\d{2}`)
	numberID    = regexp.MustCompile(`(identificatie domein="NL.IMBAG.Nummeraanduiding">\d{4}20)\d{2}`)
	buildingRef = regexp.MustCompile(`<[^<]*PandRef[^>]*>\d{16}</[^>]*PandRef>`)
	buildingID  = regexp.MustCompile(`identificatie domein="NL.IMBAG.Pand">(\d{16})`)
	inBuilding  = regexp.MustCompile(`PandRef[^>]*>(\d{16})`)
	corner      = regexp.MustCompile(`([ >])(\d+)\.\d+ \d+\.\d+ 0\.0`)
	street      = regexp.MustCompile(`(OpenbareRuimteRef[^>]*>)(\d{16})`)
)

// newLearning has a register learn changes of some kinds.
func newLearning(kinds ...func(*learning, string) string) *learning {
	return &learning{
		kinds: kinds, day: learned, rest: 3, renamed: map[string]bool{}, units: map[string]int{}, beside: map[string]bool{}, changed: map[int]int{},
	}
}

// learn changes an occurrence that is current in each so many.
func (l *learning) learn(t *testing.T, extract string) {
	t.Helper()
	content, err := os.ReadFile(extract)
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range []string{"VBO", "PND", "NUM"} { // numbers last: units may add some
		content = rezip.Rewrite(t, content, func(name string, text []byte) []byte {
			if !strings.Contains(name, object) || strings.Contains(name, "IA") {
				return text
			}
			for _, building := range inBuilding.FindAllSubmatch(text, -1) {
				l.units[string(building[1])]++
			}
			changed := occurrence.ReplaceAllStringFunc(string(text), func(is string) string {
				if l.n++; l.n%l.rest != 0 && !l.renamed[idOf(is)] && !isShop(is) && !l.isBlock(is) &&
					!l.beside[idOfBuilding(is)] || strings.Contains(is, "eindGeldigheid") ||
					began.FindString(is) > "beginGeldigheid>"+l.day { // ended, or announced
					return is
				}
				kind := l.n / l.rest % len(l.kinds)
				to := strings.ReplaceAll(l.kinds[kind](l, is), learned, l.day)
				if to != is {
					l.changed[kind]++
				}
				return to
			})
			if object == "NUM" {
				changed = strings.Replace(changed, "</sl:standBestand>", l.numbers+"</sl:standBestand>", 1)
			}
			return []byte(changed)
		})
	}
	if err := os.WriteFile(extract, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if len(l.changed) < min(len(l.kinds), 6) {
		t.Fatalf("occurrences were changed in %v ways of %d", l.changed, len(l.kinds))
	}
}

// closed ends an occurrence on a day.
func closed(is string, day string) string {
	return strings.NewReplacer(
		"</Historie:beginGeldigheid>", "</Historie:beginGeldigheid><Historie:eindGeldigheid>"+day+"</Historie:eindGeldigheid>",
		"</Historie:tijdstipRegistratie>", "</Historie:tijdstipRegistratie><Historie:eindRegistratie>"+learned+"T10:00:00.000</Historie:eindRegistratie>",
		"</Historie:tijdstipRegistratieLV>", "</Historie:tijdstipRegistratieLV><Historie:tijdstipEindRegistratieLV>"+learned+
			"T10:00:00.000</Historie:tijdstipEindRegistratieLV>").Replace(is)
}

// next is the occurrence behind another, of the day.
func next(is string) string {
	return began.ReplaceAllString(times(ordinal, is, plus(1)), "${1}"+learned)
}

// another is a unit that comes to where one is.
func another(is string) string {
	return began.ReplaceAllString(unitID.ReplaceAllString(times(ordinal, is, func(int) int { return 1 }), "${1}88"), "${1}"+learned)
}

// idOf returns the id of a number.
func idOf(is string) string {
	if m := numberID.FindString(is); m != "" {
		_, after, _ := strings.Cut(is, m)
		return m[len(m)-8:] + after[:8]
	}
	return ""
}

func plus(n int) func(int) int { return func(was int) int { return was + n } }

// times changes a number in a text.
func times(of *regexp.Regexp, text string, change func(int) int) string {
	return of.ReplaceAllStringFunc(text, func(found string) string {
		at := of.FindStringSubmatch(found)
		n, _ := strconv.Atoi(at[2])
		return at[1] + fmt.Sprint(change(n)) + found[len(at[1])+len(at[2]):]
	})
}

func isUnit(is string) bool {
	return strings.Contains(is, "<Objecten:Verblijfsobject>") && useSurface.MatchString(is)
}

func isNumber(is string) bool { return strings.Contains(is, "<Objecten:Nummeraanduiding>") }

func larger(n int) int { return n * 13 / 10 }

func (l *learning) larger(is string) string {
	if !isUnit(is) {
		return is
	}
	return closed(is, learned) + times(useSurface, next(is), larger)
}

func (l *learning) older(is string) string {
	if !buildYear.MatchString(is) {
		return is
	}
	return closed(is, learned) + times(buildYear, next(is), plus(-30))
}

func (l *learning) correctedLongAgo(is string) string {
	if !isUnit(is) && !buildYear.MatchString(is) {
		return is
	}
	const day = "2021-05-05"
	then := strings.Replace(next(is), "beginGeldigheid>"+learned, "beginGeldigheid>"+day, 1)
	return closed(is, day) + times(buildYear, times(useSurface, then, larger), plus(-30))
}

func (l *learning) takenBack(is string) string {
	if !isUnit(is) {
		return is
	}
	back := strings.Replace(is, "</Historie:beginGeldigheid>", "</Historie:beginGeldigheid><Historie:tijdstipInactief>"+learned+
		"T10:00:00.000</Historie:tijdstipInactief>", 1)
	then := times(ordinal, registered.ReplaceAllString(is, "${1}"+learned), plus(1))
	return back + times(useSurface, then, larger)
}

func (l *learning) anotherUse(is string) string {
	if !isUnit(is) {
		return is
	}
	return closed(is, learned) + use.ReplaceAllString(next(is), "${1}winkelfunctie")
}

func (l *learning) gone(is string) string {
	if !isUnit(is) {
		return is
	}
	return closed(is, learned) + status.ReplaceAllString(next(is), "${1}Verblijfsobject ingetrokken")
}

func (l *learning) moved(is string) string {
	if !isUnit(is) {
		return is
	}
	return closed(is, learned) + times(position, next(is), plus(35))
}

func (l *learning) renumbered(is string) string {
	if !isNumber(is) {
		return is
	}
	return closed(is, learned) + times(house, next(is), plus(600))
}

func (l *learning) recoded(is string) string {
	if !isNumber(is) {
		return is
	}
	return closed(is, learned) + postcode.ReplaceAllString(next(is), "${1}ZZ")
}

// inAnotherStreet gives the home a new number in the street of the one before.
func (l *learning) inAnotherStreet(is string) string {
	switch {
	case isUnit(is):
		return closed(is, learned) + mainNumber.ReplaceAllStringFunc(next(is), func(ref string) string {
			l.renamed[ref[len(ref)-16:]] = true
			return ref[:len(ref)-10] + "77" + ref[len(ref)-8:]
		})
	case l.renamed[idOf(is)]:
		anew := began.ReplaceAllString(numberID.ReplaceAllString(is, "${1}77"), "${1}"+learned)
		if l.street == "" {
			l.street = street.FindStringSubmatch(is)[2]
		}
		l.numbers += street.ReplaceAllString(times(house, anew, plus(700)), "${1}"+l.street)
		return closed(is, learned) + status.ReplaceAllString(next(is), "${1}Naamgeving ingetrokken")
	}
	return is
}

// split takes three tenths of the home for another at its number.
func (l *learning) split(is string) string {
	if !isUnit(is) {
		return is
	}
	other := times(useSurface, another(is), func(n int) int { return n * 3 / 10 })
	return closed(is, learned) + times(useSurface, next(is), func(n int) int { return n * 7 / 10 }) + other
}

// merged joins the home with a copy of it that is withdrawn.
func (l *learning) merged(is string) string {
	if !isUnit(is) {
		return is
	}
	if l.surface == 0 { // this one is withdrawn, and the next takes its place
		l.surface, _ = strconv.Atoi(useSurface.FindStringSubmatch(is)[2])
		return closed(is, learned) + status.ReplaceAllString(next(is), "${1}Verblijfsobject ingetrokken")
	}
	larger := closed(is, learned) + times(useSurface, next(is), plus(l.surface))
	l.surface = 0
	return larger
}

func (l *learning) newShop(is string) string {
	if !isUnit(is) {
		return is
	}
	return is + use.ReplaceAllString(another(is), "${1}winkelfunctie")
}

func (l *learning) newHome(is string) string {
	if !isUnit(is) {
		return is
	}
	return is + another(is)
}

// inAnotherBuilding has the home in the building of the home before.
func (l *learning) inAnotherBuilding(is string) string {
	m := inBuilding.FindStringSubmatch(is)
	if !isUnit(is) {
		return is
	}
	was := l.building
	if l.building = m[1]; was == "" || was == m[1] {
		return is
	}
	return closed(is, learned) + strings.Replace(next(is), m[1], was, 1)
}

func (l *learning) inTwoBuildings(is string) string {
	m := buildingRef.FindString(is)
	if !isUnit(is) || l.building == "" || strings.Contains(m, l.building) {
		return is
	}
	own := inBuilding.FindStringSubmatch(is)[1]
	return closed(is, learned) + strings.Replace(next(is), m, m+strings.Replace(m, own, l.building, 1), 1)
}

// built adds a home in a building of its own, a step from that of another home.
func (l *learning) built(is string) string {
	switch id := idOfBuilding(is); {
	case isUnit(is):
		was := inBuilding.FindStringSubmatch(is)[1]
		l.beside[was] = true
		other := another(is)
		return is + strings.ReplaceAll(times(position, other, plus(6)), was, was[:6]+"88"+was[8:])
	case l.beside[id]:
		delete(l.beside, id)
		other := began.ReplaceAllString(strings.ReplaceAll(is, id, id[:6]+"88"+id[8:]), "${1}"+learned)
		return is + times(corner, other, plus(6))
	}
	return is
}

// isBlock reports whether an occurrence is of a building with many flats.
func (l *learning) isBlock(is string) bool {
	return l.units[idOfBuilding(is)] > 5
}

// idOfBuilding returns the id of a building, "" of what is none.
func idOfBuilding(is string) string {
	if m := buildingID.FindStringSubmatch(is); m != nil {
		return m[1]
	}
	return ""
}

// demolished has a building demolished, and the homes in it stay.
func (l *learning) demolished(is string) string {
	if !buildYear.MatchString(is) {
		return is
	}
	return closed(is, learned) + status.ReplaceAllString(next(is), "${1}Pand gesloopt")
}

// unmeasured adds a home whose surface is not known.
func (l *learning) unmeasured(is string) string {
	if !isUnit(is) {
		return is
	}
	other := another(is)
	return is + useSurface.ReplaceAllString(other, "${1}999999<")
}

func (l *learning) closed(is string) string {
	if !isUnit(is) {
		return is
	}
	return closed(is, learned) + status.ReplaceAllString(next(is), "${1}Verblijfsobject buiten gebruik")
}

// isShop reports whether a unit is no home. There are few: each is changed.
func isShop(is string) bool {
	return strings.Contains(is, "<Objecten:Verblijfsobject>") && !strings.Contains(is, "woonfunctie")
}

func (l *learning) shopGone(is string) string {
	if !isShop(is) {
		return is
	}
	return closed(is, learned) + status.ReplaceAllString(next(is), "${1}Verblijfsobject ingetrokken")
}

func (l *learning) shopCloses(is string) string {
	if !isShop(is) {
		return is
	}
	return closed(is, learned) + status.ReplaceAllString(next(is), "${1}Verblijfsobject buiten gebruik")
}

// shopLived says that a shop has been a home for years.
func (l *learning) shopLived(is string) string {
	const day = "2021-05-05"
	if !isShop(is) {
		return is
	}
	then := strings.Replace(next(is), "beginGeldigheid>"+learned, "beginGeldigheid>"+day, 1)
	return closed(is, day) + use.ReplaceAllString(then, "${1}woonfunctie")
}
