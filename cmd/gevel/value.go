// gevel value: what a home would sell for, or each home of a file.

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/api"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/valuer"
)

// valueCmd is gevel value.
type valueCmd struct {
	editionsFlag
	overrideFlags
	Home    []string    `arg:"" optional:"" name:"home" help:"An address (1234AB 12 A-2) or a BAG id; or a file of homes, .csv or .csv.gz."`
	File    string      `placeholder:"FILE" help:"A file of homes, whatever its name ends in."`
	Output  string      `short:"o" placeholder:"FILE" help:"Where the values of a file of homes go: .csv or .parquet (default: standard output, as CSV)."`
	Date    *gevel.Date `placeholder:"DATE" help:"The valuation date (default: today in Amsterdam)."`
	JSON    bool        `name:"json" help:"Print the valuation of one home as the API's data, with its meta."`
	Explain bool        `help:"Say why: the price in steps, what it rests on, and why it is as sure as it is."`
}

// Help describes the file of homes.
func (*valueCmd) Help() string {
	return `A file of homes names each by bag_id (or dwelling_id), or by postal_code,
house_number, house_letter and house_number_ext. It may tell more of a home than the
register knows: build_type, build_year, use_surface, parcel_surface, volume, rooms,
energy_label, monument; and the valuation_date. Columns are known by name, in any
order; empty is unknown.

All columns come out again, in order, and after them value, predicted, low80, high80
(whole euros), fsd, accuracy, confidence_class; and for a home that can't be valued the
reason and a message. No row is left out, and the file appears whole or not at all.`
}

// Validate is asked by kong once the flags are read.
func (cmd *valueCmd) Validate() error {
	if cmd.file() != "" {
		return cmd.validateFile()
	}
	switch {
	case len(cmd.Home) == 0:
		return errors.New("name a home, such as 1234AB 12 A-2, or a file of homes")
	case cmd.Output != "":
		return errors.New("--output is for a file of homes")
	}
	return nil
}

func (cmd *valueCmd) validateFile() error {
	flag, given := cmd.first()
	switch {
	case cmd.File != "" && len(cmd.Home) > 0:
		return errors.New("name a home or a file of homes, not both")
	case cmd.JSON:
		return errors.New("--json is for one home")
	case cmd.Explain:
		return errors.New("--explain is for one home")
	case given:
		return fmt.Errorf("%s is for one home; in a file of homes it is a column", flag)
	}
	return nil
}

// file returns the file of homes, "" when one home is named. No address ends as
// such a file does.
func (cmd *valueCmd) file() string {
	if cmd.File == "" && len(cmd.Home) == 1 {
		name := strings.ToLower(cmd.Home[0])
		if strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".csv.gz") {
			return cmd.Home[0]
		}
	}
	return cmd.File
}

// Run values the home or the file.
func (cmd *valueCmd) Run(c *console) error {
	if cmd.file() != "" {
		return cmd.valueFile(c)
	}
	home, err := parseHomeOrID(strings.Join(cmd.Home, " "))
	if err != nil {
		return err
	}
	days, err := cmd.days(c)
	if err != nil {
		return err
	}
	overrides, faults := readOverrides(cmd.text, days.valued.Year())
	if err := invalidInput(faults, flagName); err != nil {
		return err
	}
	a, err := openAppraiser(cmd.Editions)
	if err != nil {
		return err
	}
	c.warnOfOldSales(a.Edition().Sales(), days.valued)
	if cmd.Explain {
		return cmd.explain(c, a, home, gevel.Inquiry{Overrides: overrides, Date: days.valued})
	}
	v, err := a.value(home, overrides, days.valued)
	if err != nil {
		return asTyped(err, flagName)
	}
	if cmd.JSON {
		return c.printJSON(api.Render(v, overrides))
	}
	return printValuation(c.stdout, v, overrides)
}

// namedHome is a home as a caller names it: by an id, or by an address.
type namedHome struct {
	id      gevel.BAGID // of the dwelling or of an address, "" when it is named by address
	address gevel.AddressQuery
}

func parseHomeOrID(text string) (namedHome, error) {
	if id, err := gevel.ParseBAGID(text); err == nil {
		return namedHome{id: id}, nil
	}
	q, ok := parseHome(text)
	if !ok {
		return namedHome{}, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("%q is neither an address such as 1234AB 12 A-2 nor a BAG id of 16 digits", text),
		}
	}
	return namedHome{address: q}, nil
}

// days bound the valuation dates that can be asked for.
type days struct {
	today  gevel.Date
	valued gevel.Date // the valuation date, where a home has none of its own
}

func (cmd *valueCmd) days(c *console) (days, error) {
	d := days{today: gevel.DayOf(c.now())}
	d.valued = d.today
	if cmd.Date != nil {
		d.valued = *cmd.Date
	}
	if err := d.check(d.valued); err != nil {
		return d, &gevel.Error{Code: gevel.Invalid, Message: "--date: " + err.Error()}
	}
	return d, nil
}

func (d days) check(date gevel.Date) error {
	if date > d.today {
		return fmt.Errorf("%s lies after today, %s", date, d.today)
	}
	return nil
}

// appraiser values homes that callers name, with the newest edition.
type appraiser struct{ *valuer.Valuer }

func openAppraiser(editions string) (appraiser, error) {
	e, err := edition.OpenNewest(editions)
	if err != nil {
		return appraiser{}, err
	}
	v, err := valuer.New(e)
	return appraiser{v}, err
}

// value values a home. Errors: those of valuer.Valuer.Value, and
// gevel.AddressNotFound for an id that is not in the register.
func (a appraiser) value(home namedHome, overrides gevel.Characteristics, date gevel.Date) (gevel.Valuation, error) {
	return a.ask(home, gevel.Inquiry{Overrides: overrides, Date: date}, a.Value)
}

// ask has value answer q about a home.
func (a appraiser) ask(home namedHome, q gevel.Inquiry, value func(gevel.Inquiry) (gevel.Valuation, error)) (gevel.Valuation, error) {
	if home.id == "" {
		q.AddressQuery = home.address
		return value(q)
	}
	address, ok := a.addressOf(home.id)
	if !ok {
		return gevel.Valuation{}, &gevel.Error{
			Code: gevel.AddressNotFound, Message: fmt.Sprintf("the register has no address for id %s", home.id),
		}
	}
	q.AddressQuery = gevel.AddressQuery{
		PostalCode: address.PostalCode, HouseNumber: address.HouseNumber,
		HouseLetter: address.HouseLetter, HouseNumberExt: address.HouseNumberExt,
	}
	v, err := value(q)
	if err == nil && v.Address.ObjectID != address.ObjectID {
		return gevel.Valuation{}, &gevel.Error{
			Code:    gevel.AmbiguousAddress,
			Message: fmt.Sprintf("%s is the address of another object too, %s, which stands before %s", address, v.Address.ObjectID, home.id),
		}
	}
	return v, err
}

func (a appraiser) addressOf(id gevel.BAGID) (gevel.Address, bool) {
	if id.Code() == gevel.CodeNummeraanduiding {
		return a.Edition().AddressByNumber(id)
	}
	return a.Edition().MainAddress(id)
}

// asTyped words an error of the valuer, which speaks of the service's parameters, for
// who types: name spells a column as the caller knows it.
func asTyped(err error, name func(column string) string) error {
	var e *gevel.Error
	if !errors.As(err, &e) {
		return err
	}
	if len(e.Candidates) > 0 {
		return &gevel.Error{Code: e.Code, Message: e.Message, Hint: "it may be one of " + strings.Join(suffixes(e.Candidates), ", ")}
	}
	for _, o := range overrides {
		if o.parameter == e.Missing {
			return &gevel.Error{Code: e.Code, Message: e.Message, Hint: "give it as " + name(o.column)}
		}
	}
	return err
}

// suffixes returns letters and extensions as a user would type them; of an address
// without any, the words that say so.
func suffixes(candidates []gevel.Address) []string {
	list := make([]string, len(candidates))
	for i, a := range candidates {
		if list[i] = a.Extension(); list[i] == "" {
			list[i] = "the number alone"
		}
	}
	return list
}
