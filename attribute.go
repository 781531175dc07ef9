package gevel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Attribute is one characteristic of a home: how it is called, read, bounded and shown, and
// what the market makes of it. The rows of Standard have a field of Characteristics; those
// that come with a sales file live in its Extra.
type Attribute struct {
	Name      string // in answers and explanations: useSurface, num_storey
	Column    string // in sales files and editions, and as a flag of the command line
	Parameter string // of the service; "" where callers may not give it
	Label     string // in a sentence: use surface
	Doc       string // for callers, without the full stop: Usable area in m2
	Phrase    string // in a list of what a home has, %s for the value: lot %s
	Unit      string // m2, m3 or ""
	Kind      Kind
	// Least and Most bound what a home can be valued with, and so what callers may give.
	// The most recent build year moves with the valuation date; see Bounds.
	Least, Most int
	// Readable bounds are wider: what a sales file may hold. They part slips and fillers
	// from homes, not homes that can be valued from others.
	Readable [2]float64
	Fillers  []int // numbers that registers and files write for unknown
	Rising   bool  // more of it, or a better grade, is never worth less
	Required bool  // without it a home is not valued
	Middling int   // a middling number, from which the linear model counts
	Example  any
	// Values are the names of a Grade or Category of the contract, the first of which is
	// number 1. Names number those of a Category that a file brings, from 0.
	Values []string
	Names  *Names

	get  func(*Characteristics) float64
	set  func(*Characteristics, float64)
	slot int // in Characteristics.Extra, where there is no get
}

// Kind is what an attribute measures, and so how models and readers treat it.
type Kind uint8

// The kinds.
const (
	Category Kind = 1 + iota // one of several names, in no order
	Grade                    // one of several names, from the worst to the best
	Year                     // a calendar year
	Area                     // m2 or m3: twice as much is what counts, not so much more
	Count                    // a whole number of something
	YesNo                    // 0 or 1
	Number                   // any number
)

var kindNames = [...]string{
	Category: "category", Grade: "grade", Year: "year", Area: "area", Count: "count", YesNo: "yes/no", Number: "number",
}

// String returns the name of the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// MarshalText writes the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name of a kind.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kindNames[:], string(text))
	if i < 1 {
		return fmt.Errorf("%q is no kind of characteristic; there are %s", text, strings.Join(kindNames[1:], ", "))
	}
	*k = Kind(i)
	return nil
}

// Attributes is the table of characteristics, in the contract's order. Everything that
// lists characteristics goes over such a table, which is handed on and never global state.
type Attributes []Attribute

// Standard returns the characteristics of the contract.
func Standard() Attributes { return slices.Clone(standard) }

// The places of the characteristics that code names singly.
const (
	AtBuildType     = 0
	AtBuildYear     = 1
	AtUseSurface    = 2
	AtParcelSurface = 3
)

// MaxYearsAhead is how many years after the valuation date's year a home may be built.
const MaxYearsAhead = 3

var standard = Attributes{
	{
		Name: "buildType", Column: "build_type", Parameter: "buildType",
		Label: "house type", Doc: "House type, such as Tussenwoning", Phrase: "%s",
		Kind: Category, Values: buildTypeNames[1:], Required: true, Example: "Tussenwoning",
		get: func(c *Characteristics) float64 { return coded(uint8(c.BuildType)) },
		set: func(c *Characteristics, v float64) { c.BuildType = BuildType(code(v)) },
	},
	counted(func(c *Characteristics) *Opt[int] { return &c.BuildYear }, Attribute{
		Name: "buildYear", Column: "build_year", Parameter: "buildYear",
		Label: "build year", Doc: "Year of original construction", Phrase: "built %s",
		Kind: Year, Least: 1000, Most: MaxYearsAhead, Readable: [2]float64{1000, 9999}, Fillers: []int{0, 9999},
		Required: true, Example: 1930,
	}),
	// Above 2700 m2 the register itself calls a home suspicious.
	counted(func(c *Characteristics) *Opt[int] { return &c.UseSurface }, Attribute{
		Name: "useSurface", Column: "use_surface", Parameter: "useSurface",
		Label: "use surface", Doc: "Usable area in m2", Phrase: "%s", Unit: "m2",
		Kind: Area, Least: 5, Most: 2700, Readable: [2]float64{1, 1e6}, Fillers: []int{0, 9999, 99_999, 999_999},
		Rising: true, Required: true, Middling: 100, Example: 105,
	}),
	counted(func(c *Characteristics) *Opt[int] { return &c.ParcelSurface }, Attribute{
		Name: "parcelSurface", Column: "parcel_surface", Parameter: "parcelSurface", Label: "parcel surface",
		Doc: "Lot area in m2; 0 is no lot", Phrase: "lot %s", Unit: "m2",
		Kind: Area, Least: 0, Most: 1_000_000, Readable: [2]float64{0, 1e9}, Rising: true, Middling: 150, Example: 140,
	}),
	counted(func(c *Characteristics) *Opt[int] { return &c.Volume }, Attribute{
		Name: "volume", Column: "volume", Parameter: "volume",
		Label: "volume", Doc: "Volume in m3", Phrase: "%s", Unit: "m3",
		Kind: Area, Least: 10, Most: 20_000, Readable: [2]float64{1, 1e7}, Fillers: []int{0}, Middling: 350, Example: 350,
	}),
	counted(func(c *Characteristics) *Opt[int] { return &c.Rooms }, Attribute{
		Name: "rooms", Column: "rooms", Parameter: "numberOfRooms",
		Label: "number of rooms", Doc: "Number of rooms", Phrase: "%s rooms",
		Kind: Count, Least: 1, Most: 100, Readable: [2]float64{1, 1000}, Fillers: []int{0}, Middling: 4, Example: 5,
	}),
	{
		Name: "energyLabel", Column: "energy_label", Parameter: "energyLabel",
		Label: "energy label", Doc: "Energy label, A+++++ to G", Phrase: "label %s",
		Kind: Grade, Values: energyLabelNames[1:], Rising: true, Example: "A++",
		get: func(c *Characteristics) float64 { return coded(uint8(c.EnergyLabel)) },
		set: func(c *Characteristics, v float64) { c.EnergyLabel = EnergyLabel(code(v)) },
	},
	{
		Name: "monument", Column: "monument", Parameter: "monument",
		Label: "monument", Doc: "Whether the home is a listed monument", Phrase: "listed monument",
		Kind: YesNo, Most: 1, Example: true,
		get: func(c *Characteristics) float64 { return yesNo(c.Monument) },
		set: func(c *Characteristics, v float64) { c.Monument = Opt[bool]{V: v == 1, Known: !math.IsNaN(v)} },
	},
}

// counted completes a row whose field is a whole number.
func counted(field func(*Characteristics) *Opt[int], a Attribute) Attribute {
	a.get = func(c *Characteristics) float64 {
		if o := field(c); o.Known {
			return float64(o.V)
		}
		return math.NaN()
	}
	a.set = func(c *Characteristics, v float64) {
		*field(c) = Opt[int]{}
		if !math.IsNaN(v) {
			*field(c) = Some(int(v))
		}
	}
	return a
}

func coded(n uint8) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n)
}

func code(v float64) uint8 {
	if math.IsNaN(v) {
		return 0
	}
	return uint8(v)
}

func yesNo(o Opt[bool]) float64 {
	switch {
	case !o.Known:
		return math.NaN()
	case o.V:
		return 1
	}
	return 0
}

// Prefixes of the columns that bring an attribute of their own.
const (
	NumPrefix = "num_" // a Number
	CatPrefix = "cat_" // a Category
)

// How large a number of an extra attribute may be: either way, and of one that is whole, which
// a column of 32-bit numbers holds exactly up to here.
const (
	ExtraBound = 1e12
	WholeBound = 1 << 24
)

// ExtraColumn returns the attribute that a column of a sales file brings by its prefix.
func ExtraColumn(column string) (a Attribute, ok bool) {
	a = Attribute{Name: column, Column: column, Label: column}
	switch {
	case strings.HasPrefix(column, NumPrefix):
		a.Kind = Number
	case strings.HasPrefix(column, CatPrefix):
		a.Kind = Category
	default:
		return a, false
	}
	return a, true
}

// With returns the table with further attributes behind its own. One without a field of
// Characteristics, as all but the standard ones are, gets a place in Extra.
func (t Attributes) With(more ...Attribute) Attributes {
	t = slices.Clone(t)
	for _, a := range more {
		if a.IsExtra() {
			a.slot = t.Extras()
			a.bound()
		}
		if a.Kind == Category && a.Values == nil {
			a.Names = NewNames()
		}
		t = append(t, a)
	}
	return t
}

// bound gives an extra the bounds that it does not have: a column of whole numbers has room for
// no others. A file is held to the bounds of callers, since nothing is known of its fillers.
func (a *Attribute) bound() {
	if (a.Kind == Count || a.Kind == Area) && a.Least == 0 && a.Most == 0 {
		a.Most = WholeBound
	}
	switch {
	case a.Readable != [2]float64{}:
	case a.Least == 0 && a.Most == 0:
		a.Readable = [2]float64{-ExtraBound, ExtraBound}
	default:
		a.Readable = [2]float64{float64(a.Least), float64(a.Most)}
	}
}

// Canonical returns the table as models and editions have it: the attributes with a field in
// their order, then what files bring, numbers before open categories and by column, so that
// the order of a file's columns changes nothing. Open categories begin without names.
func (t Attributes) Canonical() Attributes {
	rank := func(a *Attribute) int {
		switch {
		case !a.IsExtra():
			return 0
		case !a.IsOpen():
			return 1
		}
		return 2
	}
	sorted := slices.Clone(t)
	slices.SortStableFunc(sorted, func(a, b Attribute) int {
		if order := cmp.Compare(rank(&a), rank(&b)); order != 0 || rank(&a) == 0 {
			return order
		}
		return cmp.Compare(a.Column, b.Column)
	})
	return Attributes{}.With(sorted...)
}

// Extras returns how many of the attributes live in Characteristics.Extra.
func (t Attributes) Extras() int {
	n := 0
	for i := range t {
		if t[i].IsExtra() {
			n++
		}
	}
	return n
}

// Column returns the place of the attribute with a column, -1 where there is none.
func (t Attributes) Column(name string) int {
	return slices.IndexFunc(t, func(a Attribute) bool { return a.Column == name })
}

// OfParameter returns the column of the attribute with a parameter, "" where there is none.
func (t Attributes) OfParameter(name string) string {
	for _, a := range t {
		if a.Parameter == name && name != "" {
			return a.Column
		}
	}
	return ""
}

// Read reads the characteristics for which text, by column, has something, for a valuation in
// a year. Each fault has the column for its reason.
func (t Attributes) Read(text func(column string) string, year int) (c Characteristics, faults []Detail) {
	for i := range t {
		a := &t[i]
		given := strings.TrimSpace(text(a.Column))
		if given == "" {
			continue
		}
		v, err := a.Parse(given, year)
		if err != nil {
			faults = append(faults, Detail{Reason: a.Column, Message: err.Error()})
			continue
		}
		a.Set(&c, v)
	}
	return c, faults
}

// Over returns c with each characteristic that is unknown taken from base.
func (t Attributes) Over(c, base Characteristics) Characteristics {
	c.Extra = slices.Clone(c.Extra)
	for i := range t {
		if a := &t[i]; !a.Known(&c) {
			a.Set(&c, a.Get(&base))
		}
	}
	return c
}

// IsExtra reports whether the attribute lives in Characteristics.Extra.
func (a *Attribute) IsExtra() bool { return a.get == nil }

// Get returns what a home has: a number, the number of a name, 1 for yes; NaN is unknown.
func (a *Attribute) Get(c *Characteristics) float64 {
	if a.get != nil {
		return a.get(c)
	}
	if a.slot >= len(c.Extra) {
		return math.NaN()
	}
	return float64(c.Extra[a.slot])
}

// Set gives a home what Get returns.
func (a *Attribute) Set(c *Characteristics, v float64) {
	if a.set != nil {
		a.set(c, v)
		return
	}
	for len(c.Extra) <= a.slot {
		c.Extra = append(c.Extra, float32(math.NaN()))
	}
	c.Extra[a.slot] = float32(v)
}

// Known reports whether a home's is known.
func (a *Attribute) Known(c *Characteristics) bool { v := a.Get(c); return v == v }

// Bounds returns within what a home can be valued in a year.
func (a *Attribute) Bounds(year int) (least, most int) {
	if a.Kind == Year {
		return a.Least, year + a.Most
	}
	return a.Least, a.Most
}

// Allows reports whether a home can be valued with a value, in a year. Names, and numbers
// without bounds, always can; unknown is no value.
func (a *Attribute) Allows(v float64, year int) bool {
	least, most := a.Bounds(year)
	return !math.IsNaN(v) && (a.IsNamed() || least == 0 && most == 0 || float64(least) <= v && v <= float64(most))
}

// IsNamed reports whether the values are names.
func (a *Attribute) IsNamed() bool { return a.Kind == Category || a.Kind == Grade }

// IsOpen reports whether it is a category whose names a file brings.
func (a *Attribute) IsOpen() bool { return a.Names != nil }

// IsFiller reports whether a number stands for unknown.
func (a *Attribute) IsFiller(v float64) bool {
	return slices.ContainsFunc(a.Fillers, func(n int) bool { return float64(n) == v })
}

// Named returns the number of a name, as Get does, NaN where it is none.
func (a *Attribute) Named(name string) float64 {
	if a.Names != nil {
		if code := a.Names.Code(name); code >= 0 {
			return float64(code)
		}
		return math.NaN()
	}
	for i, value := range a.Values {
		if value == name {
			return float64(i + 1)
		}
	}
	return math.NaN()
}

// Enter returns the number of a name of an open category, a new one for a new name; NaN for
// none.
func (a *Attribute) Enter(name string) float64 {
	if name == "" {
		return math.NaN()
	}
	return float64(a.Names.Add(name))
}

// NameOf returns the name of a number, "" where it is unknown.
func (a *Attribute) NameOf(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case a.Names != nil:
		return a.Names.Name(int32(v))
	}
	return a.Values[int(v)-1]
}

// Text returns a value as people read it: 105 m2, A++, yes; "" where it is unknown.
func (a *Attribute) Text(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case a.IsNamed():
		return a.NameOf(v)
	case a.Kind == YesNo && v == 1:
		return "yes"
	case a.Kind == YesNo:
		return "no"
	}
	return strings.TrimSpace(a.Bare(v) + " " + a.Unit)
}

// Describe says on one line what is known of a home.
func (t Attributes) Describe(c *Characteristics) string {
	var known []string
	for i := range t {
		a := &t[i]
		switch v := a.Get(c); {
		case math.IsNaN(v), a.Kind == YesNo && v == 0:
		case a.Phrase == "":
			known = append(known, a.Label+" "+a.Text(v))
		case a.Kind == YesNo:
			known = append(known, a.Phrase)
		default:
			known = append(known, fmt.Sprintf(a.Phrase, a.Text(v)))
		}
	}
	return strings.Join(known, ", ")
}

// Bare returns a known number without its unit.
func (a *Attribute) Bare(v float64) string {
	if a.Kind == Number {
		return strconv.FormatFloat(v, 'g', 6, 32)
	}
	return strconv.Itoa(int(v))
}
