package bag

import (
	"context"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
)

// joiner joins settled tables into a register: city to municipality, street to
// city, number to street, object to number, building to object.
type joiner struct {
	*tables
	// footprints is Options.Footprints.
	footprints  func(Footprint) error
	cityStreets cityStreets
	claimed     []bool                  // of tables.numbers: an object bears it
	built       []built                 // of tables.objects
	statuses    []gevel.StatusStep      // by home
	facts       map[uint32][]gevel.Fact // of homes that differed, by row of tables.objects
	arrivals    []arrival
	pasts       map[uint32][]sharing    // of units that differed, by row of tables.objects
	steps       [][]gevel.Step          // of these in each building
	moves       map[uint32][]gevel.Move // of homes, by row of tables.objects
	spans       map[addressRow][]span   // of addresses that were not always borne
	rows        []addressRow
	homes       []homeRow
	// units are the units in buildings, in the order of the objects; nil unless Options asked for them.
	units *[]Unit
}

// register joins the tables and derives the types. It passes on footprints and notes the units in buildings
// if opt asks for them.
func (t *tables) register(ctx context.Context, names municipalityNames, opt Options) (*Register, error) {
	j := &joiner{
		tables: t, footprints: opt.Footprints, facts: map[uint32][]gevel.Fact{}, pasts: map[uint32][]sharing{},
		moves: map[uint32][]gevel.Move{}, spans: map[addressRow][]span{},
	}
	if opt.Units {
		j.units = new([]Unit)
	}
	if err := j.join(ctx, names); err != nil {
		return nil, err
	}
	return j.finish(ctx), ctx.Err()
}

// join joins the tables. It rejects what does not join.
func (j *joiner) join(ctx context.Context, names municipalityNames) error {
	if err := j.joinCities(names); err != nil {
		return err
	}
	j.joinStreets()
	j.joinNumbers(joinSpan(ctx, 24, 28))
	if err := j.joinBuildings(ctx); err != nil {
		return err
	}
	if err := j.joinObjects(ctx); err != nil {
		return err
	}
	j.rejectUnclaimed()
	return nil
}

// reject counts an object that does not join; until now it counted as read only.
func (j *joiner) reject(o ObjectType, k key, reason string, what string) {
	j.counts[o].Rejected++
	j.rejects.Add(reason, label(o, k), what)
}

func (j *joiner) fault(o ObjectType, k key, reason string, what string) {
	j.counts[o].Faults++
	j.rejects.Add(reason, label(o, k), what)
}

func label(o ObjectType, k key) string {
	if o == Woonplaats || o == GemeenteWoonplaats {
		return o.String() + " " + k.text(codeDigits)
	}
	return o.String() + " " + k.text(idDigits)
}

// joinNumbers drops the numbers whose street or city is missing.
func (j *joiner) joinNumbers(ctx context.Context) {
	i, all := 0, len(j.numbers)
	j.numbers = slices.DeleteFunc(j.numbers, func(n number) bool {
		atRow(ctx, i, all)
		i++
		street, ok := j.cityStreets.byStreet[n.street]
		ok = ok && (n.withdrawn || !j.cityStreets.list[street].withdrawn)
		if _, city := j.cityStreets.towns[key(n.city)]; n.withdrawn {
			return !ok || !city && n.city != 0
		}
		if !ok {
			j.reject(Nummeraanduiding, n.key, ReasonNoStreet, "openbare ruimte "+n.street.text(idDigits))
			return true
		}
		if _, ok := j.cityStreets.towns[key(n.city)]; !ok && n.city != 0 {
			j.reject(Nummeraanduiding, n.key, ReasonNoCity, "woonplaats "+key(n.city).text(codeDigits))
			return true
		}
		return false
	})
	j.claimed = make([]bool, len(j.numbers))
}

// joinObjects builds the addresses of the objects, and the homes among them.
func (j *joiner) joinObjects(ctx context.Context) error {
	addresses, homes := len(j.objects), 0
	for i := range j.objects {
		if j.objects[i].kind == gevel.Home {
			homes++
		}
	}
	for i := range j.further {
		addresses += len(j.further[i].secondary)
	}
	j.rows, j.homes = make([]addressRow, 0, addresses), make([]homeRow, 0, homes)
	ctx = joinSpan(ctx, 48, 60)
	numbers := finder[number]{rows: j.numbers}
	for i := range j.objects {
		atRow(ctx, i, len(j.objects))
		if i%tick == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		j.joinObject(uint32(i), &numbers)
	}
	return nil
}

func (j *joiner) joinObject(i uint32, numbers *finder[number]) {
	o := &j.objects[i]
	if o.withdrawn && !slices.ContainsFunc(past(j.past).of(o.key), func(o occurred) bool { return o.status != gevel.Gone }) {
		return
	}
	main, ok := numbers.find(o.main)
	if ok && j.numbers[main].withdrawn && !o.withdrawn {
		ok = false
	}
	switch {
	case !ok && o.withdrawn:
		return
	case !ok:
		j.reject(o.objectType(), o.key, ReasonNoMainAddress, "nummeraanduiding "+o.main.text(idDigits))
		return
	case !o.withdrawn:
		j.counts[o.objectType()].Used++
	}
	j.addWhereabouts(i, j.whereaboutsOf(past(j.past).of(o.key), o, uint32(main), numbers), true)
	if o.more {
		for _, k := range j.further[o.building].secondary {
			if n, ok := numbers.find(k); ok && (o.withdrawn || !j.numbers[n].withdrawn) {
				j.addWhereabouts(i, j.whereaboutsOf(nil, o, uint32(n), numbers), false)
			} else if !o.withdrawn {
				j.fault(o.objectType(), o.key, FaultNoSecondaryAddress, "nummeraanduiding "+k.text(idDigits))
			}
		}
	}
	if j.isOrWasHome(o) {
		j.homes = append(j.homes, homeRow{
			object: i, number: uint32(main), at: o.at, surface: o.surface, built: j.built[i],
		})
	}
}

// addAddress adds an address that an object bears or bore: a row of the numbers, as it was then.
func (j *joiner) addAddress(n uint32, as *number, o uint32, main bool, on span) {
	of := j.objects[o]
	if on.until == gevel.Never {
		j.claimed[n] = j.claimed[n] || !of.withdrawn
	} else { // so that nothing lists it
		of.withdrawn = true
	}
	row := addressRow{
		postal: as.postal, designation: newDesignation(as, &of, main), ext: as.ext,
		number: n, object: o, street: j.cityStreets.of(as),
	}
	if on != always {
		row.designation |= datedBit
		j.spans[row] = append(j.spans[row], on)
	}
	j.rows = append(j.rows, row)
}

// rejectUnclaimed rejects the numbers that no object bears.
func (j *joiner) rejectUnclaimed() {
	for i := range j.numbers {
		n := &j.numbers[i]
		switch {
		case n.withdrawn:
		case j.claimed[i]:
			j.counts[Nummeraanduiding].Used++
		default:
			j.reject(Nummeraanduiding, n.key, ReasonNoObject, fmt.Sprintf("house number %d", n.house))
		}
	}
}
