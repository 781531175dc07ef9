package bag

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
)

// joiner joins settled tables into a register: city to municipality, street to
// city, number to street, object to number, building to object.
type joiner struct {
	*tables
	towns     map[key]town
	streetMap map[key]streetIn
	claimed   []bool // of tables.numbers: an object bears it
	addresses []gevel.Address
	homes     []homeRow
	buildings *buildingIndex
}

// town is a city with the names of its municipality and province.
type town struct{ city, municipality, province string }

// streetIn is a street and the city it lies in.
type streetIn struct {
	name string
	town town
}

// homeRow is a dwelling and the object it was made of.
type homeRow struct {
	dwelling gevel.Dwelling
	object   *object
}

// register joins the tables and derives the types.
func (t *tables) register(ctx context.Context, names municipalityNames) (*Register, error) {
	j, err := t.join(ctx, names)
	if err != nil {
		return nil, err
	}
	types, err := j.buildings.types(ctx)
	if err != nil {
		return nil, err
	}
	return j.finish(types), ctx.Err()
}

// join joins the tables. Whatever does not join is rejected under its reason.
func (t *tables) join(ctx context.Context, names municipalityNames) (*joiner, error) {
	j := &joiner{tables: t, buildings: newBuildingIndex(t)}
	if err := j.joinPlaces(names); err != nil {
		return nil, err
	}
	j.joinStreets()
	j.joinNumbers()
	if err := j.joinObjects(ctx); err != nil {
		return nil, err
	}
	j.rejectUnclaimed()
	return j, nil
}

// reject counts an object that joins nothing. It was counted as read only.
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

func (j *joiner) joinPlaces(names municipalityNames) error {
	j.counts[GemeenteWoonplaats].Used = len(j.cityRelations)
	j.counts[Woonplaats].Used = len(j.cities)
	j.towns = make(map[key]town, len(j.cities))
	for _, p := range j.cities {
		t := town{city: p.name}
		code := j.municipality
		if i, ok := find(j.cityRelations, p.key); ok {
			code = j.cityRelations[i].municipality
		}
		m, ok, err := names.of(code.text(codeDigits))
		if err != nil {
			return err
		}
		if ok {
			t.municipality, t.province = m.Name, m.Province
		} else {
			j.fault(Woonplaats, p.key, ReasonNoMunicipality, "municipality "+code.text(codeDigits))
		}
		j.towns[p.key] = t
	}
	return nil
}

func (j *joiner) joinStreets() {
	j.streetMap = make(map[key]streetIn, len(j.streets))
	for _, s := range j.streets {
		t, ok := j.towns[s.city]
		if !ok {
			j.reject(OpenbareRuimte, s.key, ReasonNoCity, "woonplaats "+s.city.text(codeDigits))
			continue
		}
		j.streetMap[s.key] = streetIn{s.name, t}
	}
	j.counts[OpenbareRuimte].Used = len(j.streetMap)
}

// joinNumbers drops the numbers whose street or city is not there.
func (j *joiner) joinNumbers() {
	j.numbers = slices.DeleteFunc(j.numbers, func(n number) bool {
		if _, ok := j.streetMap[n.street]; !ok {
			j.reject(Nummeraanduiding, n.key, ReasonNoStreet, "openbare ruimte "+n.street.text(idDigits))
			return true
		}
		if _, ok := j.towns[n.city]; !ok && n.city != 0 {
			j.reject(Nummeraanduiding, n.key, ReasonNoCity, "woonplaats "+n.city.text(codeDigits))
			return true
		}
		return false
	})
	j.claimed = make([]bool, len(j.numbers))
}

// joinObjects makes the addresses of the objects, and the dwellings among them.
func (j *joiner) joinObjects(ctx context.Context) error {
	const checkEvery = 1 << 16 // objects between two looks at the context
	j.addresses = make([]gevel.Address, 0, len(j.numbers))
	for i := range j.objects {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		j.joinObject(&j.objects[i])
	}
	return nil
}

func (j *joiner) joinObject(o *object) {
	buildings := j.buildings.join(j, o)
	i, ok := find(j.numbers, o.main)
	if !ok {
		j.reject(o.objectType(), o.key, ReasonNoMainAddress, "nummeraanduiding "+o.main.text(idDigits))
		return
	}
	j.counts[o.objectType()].Used++
	id := o.key.id()
	main := j.addAddress(i, o, id)
	main.Main = true
	if o.more != nil {
		for _, k := range o.more.secondary {
			if i, ok := find(j.numbers, k); ok {
				j.addAddress(i, o, id)
			} else {
				j.fault(o.objectType(), o.key, ReasonNoSecondaryAddress, "nummeraanduiding "+k.text(idDigits))
			}
		}
	}
	if o.kind == gevel.Home {
		j.homes = append(j.homes, homeRow{j.dwelling(o, id, main.NumberID, buildings), o})
	}
}

// addAddress makes the address of number i for an object.
func (j *joiner) addAddress(i int, o *object, id gevel.BAGID) *gevel.Address {
	n := j.numbers[i]
	s := j.streetMap[n.street]
	if n.city != 0 {
		s.town = j.towns[n.city]
	}
	j.claimed[i] = true
	j.addresses = append(j.addresses, gevel.Address{
		NumberID:       n.key.id(),
		ObjectID:       id,
		PostalCode:     gevel.PostalCode(unfilled(n.postal[:])),
		HouseNumber:    int(n.house),
		HouseLetter:    unfilled([]byte{n.letter}),
		HouseNumberExt: unfilled(n.ext[:]),
		Street:         s.name,
		City:           s.town.city,
		Municipality:   s.town.municipality,
		Province:       s.town.province,
		Kind:           o.kind,
		InUse:          o.inUse,
	})
	return &j.addresses[len(j.addresses)-1]
}

// dwelling makes the dwelling of a unit with a residential use.
func (j *joiner) dwelling(o *object, id, numberID gevel.BAGID, buildings []int) gevel.Dwelling {
	d := gevel.Dwelling{ID: id, NumberID: numberID}
	if o.at != (point{}) {
		d.At = o.at.metres()
	}
	if o.surface > 0 {
		d.UseSurface = gevel.Some(int(o.surface))
	}
	if year := j.buildings.year(buildings, o.at); year > 0 {
		d.BuildYear = gevel.Some(int(year))
	}
	return d
}

// rejectUnclaimed rejects the numbers that no object bears.
func (j *joiner) rejectUnclaimed() {
	for i, n := range j.numbers {
		if j.claimed[i] {
			j.counts[Nummeraanduiding].Used++
		} else {
			j.reject(Nummeraanduiding, n.key, ReasonNoObject, fmt.Sprintf("house number %d", n.house))
		}
	}
}

// finish gives the dwellings their type, and puts all in order.
func (j *joiner) finish(types []gevel.BuildType) *Register {
	r := &Register{
		AsOf: j.asOf, Addresses: j.addresses, Rejects: j.rejects,
		Dwellings: make([]gevel.Dwelling, len(j.homes)), // in the order of their ids, as the objects are
		Objects:   map[ObjectType]Count{},
	}
	for i, h := range j.homes {
		h.dwelling.BuildType = j.buildings.typeOf(h.object, types)
		r.Dwellings[i] = h.dwelling
	}
	slices.SortFunc(r.Addresses, compareAddresses)
	for o, count := range j.counts {
		if count != (Count{}) {
			r.Objects[ObjectType(o)] = count
		}
	}
	return r
}

// compareAddresses orders addresses as a look-up by postal code wants them.
func compareAddresses(a, b gevel.Address) int {
	return cmp.Or(
		cmp.Compare(a.PostalCode, b.PostalCode),
		cmp.Compare(a.HouseNumber, b.HouseNumber),
		cmp.Compare(a.HouseLetter, b.HouseLetter),
		cmp.Compare(a.HouseNumberExt, b.HouseNumberExt),
		cmp.Compare(a.NumberID, b.NumberID),
		cmp.Compare(a.ObjectID, b.ObjectID),
	)
}
