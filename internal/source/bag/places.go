package bag

// town is a city with the names of its municipality and province.
type town struct{ city, municipality, province string }

// place is a street and the town it lies in.
type place struct {
	street string
	town   town
}

// places are the streets of a register. Addresses refer to them by index.
type places struct {
	list     []place
	towns    map[key]town
	byStreet map[key]uint32
	// elsewhere has the numbers with their own city, which overrules the street's.
	elsewhere map[elsewhere]uint32
}

// elsewhere is a street with a city other than its own.
type elsewhere struct {
	street key
	city   uint16
}

// of returns the place of a number whose street and city are known.
func (p *places) of(n *number) uint32 {
	own := p.byStreet[n.street]
	if n.city == 0 {
		return own
	}
	pair := elsewhere{n.street, n.city}
	i, ok := p.elsewhere[pair]
	if !ok {
		i = uint32(len(p.list))
		p.list = append(p.list, place{p.list[own].street, p.towns[key(n.city)]})
		p.elsewhere[pair] = i
	}
	return i
}

func (j *joiner) joinPlaces(names municipalityNames) error {
	j.counts[GemeenteWoonplaats].Used = len(j.cityRelations)
	j.counts[Woonplaats].Used = len(j.cities)
	j.places.towns = make(map[key]town, len(j.cities))
	relations := finder[cityRelation]{rows: j.cityRelations}
	for _, p := range j.cities {
		t := town{city: p.name}
		code := j.municipality
		if i, ok := relations.find(p.key); ok {
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
		j.places.towns[p.key] = t
	}
	return nil
}

func (j *joiner) joinStreets() {
	j.places.byStreet = make(map[key]uint32, len(j.streets))
	j.places.elsewhere = map[elsewhere]uint32{}
	j.places.list = make([]place, 0, len(j.streets))
	for _, s := range j.streets {
		t, ok := j.places.towns[s.city]
		if !ok {
			j.reject(OpenbareRuimte, s.key, ReasonNoCity, "woonplaats "+s.city.text(codeDigits))
			continue
		}
		j.places.byStreet[s.key] = uint32(len(j.places.list))
		j.places.list = append(j.places.list, place{s.name, t})
	}
	j.counts[OpenbareRuimte].Used = len(j.places.list)
}
