// What one row of a file of homes asks, and what it is answered.

package main

import "github.com/gevel/gevel"

// value values one row, or notes why it can't be.
func (p *portfolio) value(r *homeRow) {
	err := p.ask(r)
	if err == nil {
		return
	}
	r.reason, r.message = gevel.CodeOf(err), asTyped(err, columnName).Error()
}

func (p *portfolio) ask(r *homeRow) error {
	if r.fault != "" {
		return &gevel.Error{Code: gevel.Invalid, Message: r.fault}
	}
	text := func(column string) string { return p.homes.value(r, column) }
	home, faults := readHome(text)
	date, err := p.readDate(text("valuation_date"))
	if err != nil {
		faults = append(faults, gevel.Detail{Reason: "valuation_date", Message: err.Error()})
	}
	overrides, more := readOverrides(text, date.Year())
	if err := invalidInput(append(faults, more...), columnName); err != nil {
		return err
	}
	r.valuation, err = p.appraiser.value(home, overrides, date)
	return err
}

func columnName(column string) string { return column }

// readDate reads a row's own valuation date. With an error it returns the date of
// the run, so that the other columns can be looked at too.
func (p *portfolio) readDate(text string) (gevel.Date, error) {
	if text == "" {
		return p.days.valued, nil
	}
	date, err := gevel.ParseDate(text)
	if err == nil {
		err = p.days.check(date)
	}
	if err != nil {
		return p.days.valued, err
	}
	return date, nil
}

// readHome reads which home a row means: by its id where it has one, since an id
// is never ambiguous, else by its address.
func readHome(text func(column string) string) (home namedHome, faults []gevel.Detail) {
	fault := func(column string, err error) {
		if err != nil {
			faults = append(faults, gevel.Detail{Reason: column, Message: err.Error()})
		}
	}
	for _, column := range []string{"bag_id", "dwelling_id"} {
		if id := text(column); id != "" {
			var err error
			home.id, err = gevel.ParseBAGID(id)
			fault(column, err)
			return home, faults
		}
	}
	code, err := gevel.ParsePostalCode(text("postal_code"))
	fault("postal_code", err)
	number, err := wholeWithin(text("house_number"), gevel.MinHouseNumber, gevel.MaxHouseNumber)
	fault("house_number", err)
	home.address = gevel.AddressQuery{
		PostalCode: code, HouseNumber: number.V,
		HouseLetter: text("house_letter"), HouseNumberExt: text("house_number_ext"),
	}
	return home, faults
}
