package bag

import (
	"archive/zip"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

// FuzzHistory invents what a register said of homes over time: occurrences that overlap, reach back, were taken back, leave a
// gap, have a stand-in or no day of registration, of few and of many. The state on a day, and what was known on it of days
// before, is the same in whatever order the file has them, and as in a register that knows only what was registered before
// the day.
func FuzzHistory(f *testing.F) {
	for seed := range uint64(fuzzSeeds) {
		random, bytes := rand.New(rand.NewPCG(seed, 1)), make([]byte, 400<<(seed%4))
		for i := range bytes {
			bytes[i] = byte(random.UintN(256))
		}
		f.Add(bytes)
	}
	f.Fuzz(checkHistory)
}

// checkHistory compares what is invented from bytes with its reverse, and with what was known on a day.
func checkHistory(t *testing.T, bytes []byte) {
	from := inventor{bytes}
	said := from.register()
	day := from.day(gevel.NewDate(2012, 6, 1))
	then := knownBefore(said, day)
	all, known, whole := readUnits(t, things(said)...), readUnits(t, things(then)...), isWhole(then)
	slices.Reverse(said)
	reversed := readUnits(t, things(said)...)
	for n := 1; n <= inventedHomes; n++ {
		for _, on := range []gevel.Date{day, day - 1000, day + 1000} {
			if got, want := stateOn(reversed, n, on), stateOn(all, n, on); got != want {
				t.Errorf("in reverse order home %d is on %s\n%s, else\n%s", n, on, got, want)
			}
		}
		if !whole {
			continue
		}
		if got, want := stateOn(all, n, day), stateOn(known, n, day); got != want {
			t.Errorf("home %d is on %s\n%s, by what was known then\n%s", n, day, got, want)
		}
		for _, before := range []gevel.Date{day, day - 100} {
			for _, valid := range []gevel.Date{day, day - 100, day - 1000} {
				m := gevel.Moment{Before: before, Valid: valid}
				got, in := stateAt(all, n, m)
				want, was := stateAt(known, n, m)
				if got != want || in != was {
					t.Errorf("before %s, home %d was on %s\n%s, by what was known then\n%s", before, n, valid, got+in, want+was)
				}
			}
		}
	}
}

// readUnits reads these things as a delivery, with the units in buildings.
func readUnits(t *testing.T, things ...thing) *Register {
	t.Helper()
	path := written(t, "village.zip", packed(t, village(t, zip.Store, things...)...))
	r, err := Read(t.Context(), path, Options{Units: true})
	if err != nil {
		t.Fatal(err)
	}
	requireNothingLost(t, r)
	return r
}

// What is invented: seeds of the test, and homes of a register.
const (
	fuzzSeeds     = 80
	inventedHomes = 3
)

// saying is an occurrence with its days; 0 is none. One that is silent names no day of registration.
type saying struct {
	thing
	begin, end, known, endKnown, inactive gevel.Date
	silent                                bool
}

// inventor invents a register from bytes; of none it has zeros.
type inventor struct{ bytes []byte }

func (v *inventor) below(n int) int {
	if len(v.bytes) == 0 {
		return 0
	}
	is := int(v.bytes[0])
	v.bytes = v.bytes[1:]
	return is % n
}

// day is some day after another.
func (v *inventor) day(after gevel.Date) gevel.Date {
	return after + gevel.Date(v.below(200)*v.below(20))
}

// number is a number, or at times what stands in for it.
func (v *inventor) number(n int, standIn string) string {
	if v.below(6) == 5 {
		return standIn
	}
	return fmt.Sprint(n)
}

func (v *inventor) register() (said []saying) {
	for n := 1; n <= inventedHomes; n++ {
		said = append(said, v.occurrences(true, func() thing {
			in := [][]int{{1}, {2}, {1, 2}, {3}}[v.below(4)]
			o := vbo(n, v.number(50+v.below(80), "999999"), in...)
			o.status = []string{
				"Verblijfsobject in gebruik", "Verblijfsobject in gebruik", "Verblijfsobject gevormd", "Verbouwing verblijfsobject",
				"Verblijfsobject buiten gebruik", "Verblijfsobject ingetrokken",
			}[v.below(6)]
			return o
		})...)
		said = append(said, v.occurrences(false, func() thing { return num(n, fmt.Sprint(10*n+v.below(5)), "3511AB", 1) })...)
	}
	for n := 1; n <= 3; n++ {
		said = append(said, v.occurrences(true, func() thing {
			o := pnd(n, v.number(1900+v.below(100), "9999"), float64(8*n), 8)
			o.status = []string{
				"Pand in gebruik", "Verbouwing pand", "Sloopvergunning verleend", "Bouw gestart", "Pand buiten gebruik", "Pand gesloopt",
			}[v.below(6)]
			return o
		})...)
	}
	return said
}

// occurrences invents what was said of an object, in the order of registration. It may come late, and some may be taken back.
// Where they are many, less time lies between them.
func (v *inventor) occurrences(mayBeLate bool, is func() thing) (said []saying) {
	known := gevel.NewDate(2005, 1, 1)
	if mayBeLate && v.below(3) == 0 {
		known = v.day(gevel.NewDate(2012, 1, 1))
	}
	most, apart := 5, 200
	switch v.below(8) {
	case 0:
		most, apart = 80, 30
	case 1, 2, 3:
		most = 2
	}
	for n := range 1 + v.below(most) {
		o := saying{thing: is(), known: known, begin: known}
		o.occurrence = n + 1
		switch v.below(4) {
		case 0:
			o.silent = true
		case 1:
			o.begin -= gevel.Date(v.below(250))
		}
		if n > 0 {
			if last := &said[n-1]; last.inactive == 0 {
				last.end, last.endKnown = o.begin, known+gevel.Date(v.below(3)*v.below(100))
				if last.silent {
					last.endKnown = last.end
				}
			}
		}
		if v.below(5) == 0 {
			o.inactive = known + gevel.Date(v.below(250))
		}
		said = append(said, o)
		known += gevel.Date(1 + v.below(apart)*v.below(4))
	}
	if said[0].kind == "Nummeraanduiding" || v.below(4) > 0 { // else all of it may be taken back
		said[len(said)-1].inactive = 0
	}
	return said
}

// knownBefore returns what was registered before a day.
func knownBefore(said []saying, day gevel.Date) (known []saying) {
	for _, o := range said {
		if o.known >= day {
			continue
		}
		if o.endKnown >= day {
			o.end = 0
		}
		if o.inactive >= day {
			o.inactive = 0
		}
		known = append(known, o)
	}
	return known
}

// isWhole reports whether no object ended with nothing after it, and each number has an occurrence. A delivery of any other day
// has no row for such an object and rejects a home without a number, by name; but the register ends an occurrence by
// registering the next, and withdraws by one that has no end.
func isWhole(said []saying) bool {
	ended := map[string]bool{}
	for _, o := range said {
		open := o.end == 0 && o.inactive == 0
		if was, seen := ended[o.id]; o.inactive == 0 || o.kind == "Nummeraanduiding" {
			ended[o.id] = !open && (was || !seen)
		}
	}
	return !slices.Contains(slices.Collect(maps.Values(ended)), true)
}

// things returns occurrences as a delivery has them.
func things(said []saying) (list []thing) {
	add := func(o *thing, name string, day gevel.Date) {
		if day != 0 {
			o.extra += fmt.Sprintf("<h:%[1]s>%[2]sT09:00:00.000</h:%[1]s>", name, day)
		}
	}
	for _, s := range said {
		o := s.thing
		if o.begin = s.begin.String(); s.end != 0 {
			o.end = s.end.String()
		}
		if !s.silent {
			add(&o, "tijdstipRegistratieLV", s.known)
			if s.end != 0 {
				add(&o, "tijdstipEindRegistratieLV", s.endKnown)
			}
		}
		add(&o, "tijdstipInactief", s.inactive)
		list = append(list, o)
	}
	return list
}

// stateOn returns what a register says of a home on a day, by what was known before it.
func stateOn(r *Register, n int, day gevel.Date) string {
	var steps []gevel.StatusStep
	for _, s := range r.Statuses {
		if s.Home == gevel.BAGID(id("01", n)) {
			steps = append(steps, s)
		}
	}
	for _, d := range r.Dwellings {
		status := gevel.StatusAt(steps, gevel.OnDay(day))
		if d.ID != gevel.BAGID(id("01", n)) || !status.Stands() {
			continue
		}
		then := d.On(day, gevel.Standard())
		state := fmt.Sprintf("%q %d m2 of %d at %v, %s", status, then.UseSurface.V, then.BuildYear.V, then.At, then.BuildType)
		for _, a := range r.Addresses {
			if a.ObjectID == d.ID && a.BorneOn(day) {
				state += fmt.Sprintf(", %d", a.HouseNumber)
			}
		}
		return state
	}
	return "no home"
}

// stateAt returns what a register says of a home at a moment, and of the surfaces by which it shares its buildings.
func stateAt(r *Register, n int, m gevel.Moment) (state, in string) {
	i := slices.IndexFunc(r.Dwellings, func(d gevel.Dwelling) bool { return d.ID == gevel.BAGID(id("01", n)) })
	var steps []gevel.StatusStep
	for _, s := range r.Statuses {
		if i >= 0 && s.Home == r.Dwellings[i].ID {
			steps = append(steps, s)
		}
	}
	if i < 0 || !gevel.StatusAt(steps, m).Stands() {
		return "no home", ""
	}
	for _, u := range r.Units {
		surface := int64(u.Surface)
		if surface < NotInUse {
			surface = m.Last(r.Pasts[NotInUse-1-surface])
		}
		if u.Home == int32(i) && surface != NotInUse {
			in += fmt.Sprintf(", %d m2 in %d", surface, u.Building%1e10)
		}
	}
	then := r.Dwellings[i].Seen(m, gevel.Standard())
	if !gevel.StatusAt(steps, m).Used() {
		in = "" // in none: it has what it has next
	}
	return fmt.Sprintf("%d m2 of %d, %s", then.UseSurface.V, then.BuildYear.V, then.BuildType), in
}
