package nights

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/parcel"
)

// The town grows: with each delivery of the BAG a house is begun beside another one, those that were begun are finished, and
// a home is split. Parcels follow some nights later, with some that were measured again; figures of prices come each month.

// plot is a house that is built, with its ground, m2.
type plot struct {
	home
	building   string // id of the pand
	ring       []gevel.Point
	surface    int
	isFinished bool
	hasModel   bool // in 3DBAG
	hasParcel  bool
}

// delivered are the texts of a delivery of the BAG, by the code of their object.
type delivered map[string]string

var (
	memberCode = regexp.MustCompile(`^9999(NUM|VBO|PND)\d`)
	ringOf     = regexp.MustCompile(`<gml:posList count="5">([^<]*)<`)
	numberRef  = regexp.MustCompile(`<Objecten-ref:NummeraanduidingRef [^>]*>(\d+)<`)
	buildRef   = regexp.MustCompile(`<Objecten-ref:PandRef [^>]*>(\d+)<`)
	ownID      = regexp.MustCompile(`(<Objecten:identificatie domein="[^"]*">)\d+<`)
	ownStatus  = regexp.MustCompile(`(<Objecten:status>)[^<]*<`)
	number     = regexp.MustCompile(`<Objecten:huisnummer>\d+</Objecten:huisnummer>(<Objecten:huisletter>[^<]*</Objecten:huisletter>)?` +
		`(<Objecten:huisnummertoevoeging>[^<]*</Objecten:huisnummertoevoeging>)?`)
)

// find returns the last occurrence of an object, "" for one that is not there or has ended.
func (d delivered) find(code, id string) string {
	end := strings.LastIndex(d[code], ">"+id+"</Objecten:identificatie>")
	if end < 0 {
		return ""
	}
	from := strings.LastIndex(d[code][:end], "<sl-bag-extract:bagObject>")
	text, _, _ := strings.Cut(d[code][from:], "</sl-bag-extract:bagObject>")
	if text += "</sl-bag-extract:bagObject>"; strings.Contains(text, "eindGeldigheid") {
		return ""
	}
	return text
}

// growth is what a delivery of the BAG has beside the one before.
type growth struct {
	*town
	day   gevel.Date
	has   delivered
	now   map[string]string // occurrences that are replaced by others
	added delivered
}

// grow has homes begun, finished and split.
func (t *town) grow(rng *rand.Rand, day gevel.Date, has delivered) *growth {
	g := &growth{t, day, has, map[string]string{}, delivered{}}
	for _, p := range t.plots {
		if !p.isFinished {
			g.finish(p)
		}
	}
	const tries = 40
	for range tries {
		if g.begin(rng, t.homes[rng.IntN(len(t.homes))]) {
			break
		}
	}
	for range tries {
		if g.split(rng, t.homes[rng.IntN(len(t.homes))]) {
			break
		}
	}
	return g
}

// newID is the id of an object that was not there, of a municipality.
func (t *town) newID(like, code string) string {
	t.ids++
	return fmt.Sprintf("%s%s%010d", like[:4], code, 90_000_000+t.ids)
}

// anew is an object as another one that comes on the day, with other texts.
func (g *growth) anew(text, id string, more ...func(string) string) string {
	text = ownID.ReplaceAllString(text, "${1}"+id+"<")
	text = version.ReplaceAllString(text, "<Historie:voorkomenidentificatie>1</Historie:voorkomenidentificatie>")
	text = pointID.ReplaceAllString(dated(text, g.day), `gml:id="NEW_`+id+`"`)
	for _, change := range more {
		text = change(text)
	}
	return "<sl:stand>" + text + "</sl:stand>\n"
}

func withStatus(status string) func(string) string {
	return func(text string) string { return ownStatus.ReplaceAllString(text, "${1}"+status+"<") }
}

func with(pattern *regexp.Regexp, by string) func(string) string {
	return func(text string) string { return pattern.ReplaceAllLiteralString(text, by) }
}

// referring has a reference name another object.
func referring(pattern *regexp.Regexp, id string) func(string) string {
	return func(text string) string {
		return pattern.ReplaceAllStringFunc(text, func(ref string) string {
			return strings.Replace(ref, ">"+pattern.FindStringSubmatch(ref)[1]+"<", ">"+id+"<", 1)
		})
	}
}

func sized(m2 int) func(string) string {
	return with(surface, fmt.Sprintf("<Objecten:oppervlakte>%d<", m2))
}

// address adds a number of its own to the street of another one, and returns its id.
func (g *growth) address(like string, h home) (id string) {
	id = g.newID(h.id, "20")
	text := fmt.Sprintf("<Objecten:huisnummer>%s</Objecten:huisnummer>", h.number)
	if h.letter != "" {
		text += "<Objecten:huisletter>" + h.letter + "</Objecten:huisletter>"
	}
	if h.extension != "" {
		text += "<Objecten:huisnummertoevoeging>" + h.extension + "</Objecten:huisnummertoevoeging>"
	}
	g.added["NUM"] += g.anew(like, id, with(number, text))
	return id
}

// seats returns a home's unit, number and building, as they are.
func (g *growth) seats(h home) (unit, number, building string, ok bool) {
	unit = g.has.find("VBO", h.id)
	refs, in := numberRef.FindAllStringSubmatch(unit, -1), buildRef.FindAllStringSubmatch(unit, -1)
	if g.gone[h.id] || g.now[unit] != "" || len(refs) != 1 || len(in) != 1 || !strings.Contains(unit, "Verblijfsobject in gebruik<") {
		return "", "", "", false
	}
	number, building = g.has.find("NUM", refs[0][1]), g.has.find("PND", in[0][1])
	return unit, number, building, number != "" && building != ""
}

// begin begins a house beside another one, with which it shares a wall.
func (g *growth) begin(rng *rand.Rand, beside home) bool {
	unit, address, building, ok := g.seats(beside)
	if !ok {
		return false
	}
	ring := ringIn(building)
	if len(ring) == 0 {
		return false
	}
	i := rng.IntN(4)
	a, b, c, d := ring[i], ring[(i+1)%4], ring[(i+2)%4], ring[(i+3)%4]
	ring = []gevel.Point{b, {X: 2*b.X - a.X, Y: 2*b.Y - a.Y}, {X: 2*c.X - d.X, Y: 2*c.Y - d.Y}, c, b}
	if !g.isFree(ring) {
		return false
	}
	p := &plot{home: beside, ring: ring, surface: 60 + rng.IntN(90), building: g.newID(beside.id, "10")}
	p.id, p.letter, p.extension = g.newID(beside.id, "01"), "", ""
	p.number = fmt.Sprint(1000 + len(g.plots))
	p.sold = g.day.AddMonths(-restMonths)
	var positions []string
	for _, at := range ring {
		positions = append(positions, fmt.Sprintf("%.3f %.3f 0.0", at.X, at.Y))
	}
	g.added["PND"] += g.anew(building, p.building, withStatus("Bouw gestart"),
		with(ringOf, `<gml:posList count="5">`+strings.Join(positions, " ")+"<"),
		with(regexp.MustCompile(`Bouwjaar>\d+<`), fmt.Sprintf("Bouwjaar>%d<", g.day.Year())))
	g.added["VBO"] += g.anew(unit, p.id, withStatus("Verblijfsobject gevormd"), referring(numberRef, g.address(address, p.home)),
		referring(buildRef, p.building), sized(p.surface), func(text string) string {
			at := middle(ring)
			return regexp.MustCompile(`<gml:pos>[^<]*<`).ReplaceAllString(text, fmt.Sprintf("<gml:pos>%.3f %.3f 0.0<", at.X, at.Y))
		})
	g.plots = append(g.plots, p)
	return true
}

// isFree reports whether no building stands in the middle of a ring.
func (g *growth) isFree(ring []gevel.Point) bool {
	is := middle(ring)
	for _, text := range ringOf.FindAllString(g.has["PND"]+g.added["PND"], -1) {
		if at := middle(ringIn(text)); math.Hypot(at.X-is.X, at.Y-is.Y) < 4 {
			return false
		}
	}
	return true
}

// ringIn returns the outline of a building with four corners, and its first corner again; none of another.
func ringIn(text string) (ring []gevel.Point) {
	m := ringOf.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	for at := range slices.Chunk(strings.Fields(m[1]), 3) {
		x, _ := strconv.ParseFloat(at[0], 64)
		y, _ := strconv.ParseFloat(at[1], 64)
		ring = append(ring, gevel.Point{X: x, Y: y})
	}
	return ring
}

func middle(ring []gevel.Point) (at gevel.Point) {
	for _, p := range ring[:4] {
		at.X, at.Y = at.X+p.X/4, at.Y+p.Y/4
	}
	return at
}

// finish has a house come into use. From then on it may be sold.
func (g *growth) finish(p *plot) {
	for _, of := range []struct{ code, id, status string }{
		{"PND", p.building, "Pand in gebruik"}, {"VBO", p.id, "Verblijfsobject in gebruik"},
	} {
		is := g.has.find(of.code, of.id)
		g.now[is] = followed(is, g.day, withStatus(of.status))
	}
	p.isFinished = true
	g.homes = append(g.homes, p.home)
}

// split makes two homes of one: the second is new, and the first either goes on with half the surface or gives way to another.
func (g *growth) split(rng *rand.Rand, h home) bool {
	unit, address, _, ok := g.seats(h)
	m := surface.FindStringSubmatch(unit)
	if !ok || m == nil {
		return false
	}
	m2, _ := strconv.Atoi(m[1])
	if m2 < 60 || m2 > 500 {
		return false
	}
	g.now[unit] = followed(unit, g.day, sized(m2/2))
	parts := []int{m2 - m2/2}
	if rng.IntN(2) == 0 {
		g.gone[h.id] = true
		g.now[unit] = followed(unit, g.day, withStatus("Verblijfsobject ingetrokken"))
		parts = append(parts, m2/2)
	}
	for n, size := range parts {
		part := h
		part.id, part.letter, part.extension = g.newID(h.id, "01"), "", fmt.Sprint("S", n+1)
		part.price, part.sold = h.price/2, g.day.AddMonths(-restMonths)
		g.added["VBO"] += g.anew(unit, part.id, referring(numberRef, g.address(address, part)), sized(size))
		g.homes = append(g.homes, part)
	}
	return true
}

// renewParcels delivers the parcels anew. Finished houses get theirs, and some others have been measured again.
func (t *town) renewParcels(ctx context.Context, rng *rand.Rand, day gevel.Date) (err error) {
	path := filepath.Join(t.dir, "parcels.gpkg")
	from, err := geopackage.Open(ctx, path)
	if err != nil {
		return err
	}
	defer from.Close()
	columns := []string{"identificatie_lokaal_id", "begin_geldigheid", "tijdstip_registratie", "kadastrale_grootte_waarde"}
	to, err := geopackage.Create(path + ".part")
	if err != nil {
		return err
	}
	defer to.Discard()
	layer, err := to.Layer("perceel", "POLYGON", "identificatie_lokaal_id TEXT", "begin_geldigheid DATETIME",
		"tijdstip_registratie DATETIME", "kadastrale_grootte_waarde INTEGER")
	if err != nil {
		return err
	}
	at := day.String() + "T09:30:00Z"
	err = from.Each(ctx, from.Layer("perceel"), columns, func(row *geopackage.Row) error {
		var outline geopackage.Geometry
		if err := row.Parse(&outline); err != nil {
			return err
		}
		size, _ := row.Float(3)
		registered := row.Text(2)
		if rng.IntN(20) == 0 {
			size, registered = size+7, at
		}
		return layer.AddPolygon(outline.Polygons[0][0], row.Text(0), row.Text(1), registered, int(size))
	})
	if err != nil {
		return err
	}
	for _, p := range t.plots {
		if p.hasParcel || !p.isFinished {
			continue
		}
		p.hasParcel = true
		if err := layer.AddPolygon(p.ring, "new "+p.building, day.String(), at, p.surface*2); err != nil {
			return err
		}
	}
	t.registers["parcels of "+day.String()] = day
	if err := to.Close(); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// renewPrices delivers the series of prices with the figure of the month that ended last, or that figure revised.
func (t *town) renewPrices(rng *rand.Rand, known gevel.Date) error {
	month := known.Month() - 1
	if len(t.prices) == 0 {
		const months = 48
		for m := month - months; m < month; m++ {
			t.prices = append(t.prices, []string{m.String(), t.priceOf(rng, m), ((m + 1).First() + 21).String()})
		}
	} else {
		t.prices = append(t.prices, []string{month.String(), t.priceOf(rng, month), known.String()})
		t.registers[strings.Join(t.prices[len(t.prices)-1], " ")] = known
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(append([][]string{{"month", "value", "known_date"}}, t.prices...)); err != nil {
		return err
	}
	return put(filepath.Join(t.dir, "prices.csv"), []byte(b.String()))
}

// priceOf invents a figure of a month.
func (t *town) priceOf(rng *rand.Rand, m gevel.Month) string {
	return fmt.Sprintf("%.1f", 100*math.Exp(yearlyGrowth/12*float64(m%240)+0.01*rng.NormFloat64()))
}

// TestATownGrows holds deliveries of some months to what the town says of itself.
func TestATownGrows(t *testing.T) {
	day := gevel.NewDate(2024, 12, 29)
	town, err := newTown(t.Context(), t.TempDir(), 3, day)
	if err != nil {
		t.Fatal(err)
	}
	rng, homes := rand.New(rand.NewPCG(3, 4)), len(town.homes)
	last, err := bag.Read(t.Context(), town.bag.path, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rejects := last.Rejects.Total()
	for n := range 4 {
		day += nightsToBAG
		err := errors.Join(town.renewBAG(rng, day), town.renewParcels(t.Context(), rng, day+1), town.renewPrices(rng, day+2),
			town.renewBuildings(rng, day+3))
		if err != nil {
			t.Fatal(err)
		}
		is, err := bag.Read(t.Context(), town.bag.path, bag.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if is.AsOf != day || is.Rejects.Total() > rejects+len(town.gone) { // addresses stay of homes that are gone
			t.Errorf("the delivery is of %s, want %s; it has %d rejects, and had %d", is.AsOf, day, is.Rejects.Total(), rejects)
		}
		if more := len(is.Dwellings) - len(last.Dwellings); more < 2 || more > 3 { // a house, and one or two by a split; demolished ones stay
			t.Errorf("delivery %d has %d homes more", n, more)
		}
		if last = is; len(town.plots) != n+1 || !town.plots[n].isFinished != (n+1 == len(town.plots)) {
			t.Errorf("delivery %d: %d houses were begun", n, len(town.plots))
		}
		parcels, err := parcel.Read(t.Context(), filepath.Join(town.dir, "parcels.gpkg"), parcel.Options{AsOf: day + 1},
			func(*parcel.Parcel) error { return nil })
		if err != nil || parcels.Rejects.Total()+parcels.Faults.Total()+parcels.Past > 0 || parcels.LastKnown != day+1 {
			t.Errorf("parcels of delivery %d: %+v, %v", n, parcels, err)
		}
	}
	if len(town.homes) < homes+6 {
		t.Errorf("the town has %d homes, and had %d", len(town.homes), homes)
	}
}
