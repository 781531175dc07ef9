package bag

// town is a city with the names of its municipality and province.
type town struct{ city, municipality, province string }

// cityStreet is a street and its town.
type cityStreet struct {
	street string
	town   town
}

// cityStreets are the streets of a register. Addresses refer to them by index.
type cityStreets struct {
	list     []cityStreet
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

// of returns the index of the street and town of a number whose street and city are known.
func (p *cityStreets) of(n *number) uint32 {
	own := p.byStreet[n.street]
	if n.city == 0 {
		return own
	}
	pair := elsewhere{n.street, n.city}
	i, ok := p.elsewhere[pair]
	if !ok {
		i = uint32(len(p.list))
		p.list = append(p.list, cityStreet{p.list[own].street, p.towns[key(n.city)]})
		p.elsewhere[pair] = i
	}
	return i
}

func (j *joiner) joinCities(names municipalityNames) error {
	j.counts[GemeenteWoonplaats].Used = len(j.cityRelations)
	j.counts[Woonplaats].Used = len(j.cities)
	j.cityStreets.towns = make(map[key]town, len(j.cities))
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
			j.fault(Woonplaats, p.key, FaultNoMunicipality, "municipality "+code.text(codeDigits))
		}
		j.cityStreets.towns[p.key] = t
	}
	return nil
}

func (j *joiner) joinStreets() {
	j.cityStreets.byStreet = make(map[key]uint32, len(j.streets))
	j.cityStreets.elsewhere = map[elsewhere]uint32{}
	j.cityStreets.list = make([]cityStreet, 0, len(j.streets))
	for _, s := range j.streets {
		t, ok := j.cityStreets.towns[s.city]
		if !ok {
			j.reject(OpenbareRuimte, s.key, ReasonNoCity, "woonplaats "+s.city.text(codeDigits))
			continue
		}
		j.cityStreets.byStreet[s.key] = uint32(len(j.cityStreets.list))
		j.cityStreets.list = append(j.cityStreets.list, cityStreet{s.name, t})
	}
	j.counts[OpenbareRuimte].Used = len(j.cityStreets.list)
}
