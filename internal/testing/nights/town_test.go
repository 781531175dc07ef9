package nights

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

// town is what becomes known of a small town, as files in a folder.
type town struct {
	dir   string // of the sources
	homes []home
	files map[string][]sale // deliveries of sales, by file name
	// withdrawn are names of deliveries that are to be taken away.
	withdrawn []string
	bag       register
	// registers are the deliveries so far, and from which day on each may move answers.
	registers map[string]gevel.Date
	gone      map[string]bool // homes, by id
	others    []string        // ids of units that were never sold: they are asked about
	plots     []*plot         // houses that were built since the first night
	prices    [][]string      // figures of the series, as they were published
	ids       int
}

// home is a home that was sold at least once before the first night.
type home struct {
	id         string
	postalCode string
	number     string
	letter     string
	extension  string
	sold       gevel.Date // last
	price      float64    // then, euros
}

// sale is a row of a delivery.
type sale struct {
	id, home    string
	date, known gevel.Date
	price       int
}

const (
	fewestHomes = demo.MinDwellings
	// restMonths is how long a sold home is not sold again: longer than screening.resale_months.
	restMonths = 12
	// yearlyGrowth and saleNoise are of the prices, log euros.
	yearlyGrowth, saleNoise = 0.04, 0.06
)

// newTown writes the town as known on a day, with a build file whose sales are a folder of deliveries.
func newTown(ctx context.Context, dir string, seed uint64, day gevel.Date) (*town, error) {
	written, err := demo.WriteCountry(ctx, dir, demo.Options{Seed: seed, Date: day, Dwellings: fewestHomes})
	if err != nil {
		return nil, err
	}
	t := &town{dir: filepath.Join(dir, "sources"), files: map[string][]sale{}, registers: map[string]gevel.Date{}, gone: map[string]bool{}}
	if err := t.readHomes(filepath.Join(t.dir, "sales", filepath.Base(written.Sales))); err != nil {
		return nil, err
	}
	if t.bag, err = newRegister(t.dir); err != nil {
		return nil, err
	}
	if t.others, err = t.unsold(); err != nil {
		return nil, err
	}
	if err := t.renewPrices(rand.New(rand.NewPCG(seed, uint64(day))), day); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(written.Config)
	if err != nil {
		return nil, err
	}
	return t, os.WriteFile(written.Config, fmt.Appendf(text, "  price_series: {file: sources/prices.csv}\nvintages: %d\n", vintages), 0o644)
}

// vintages are the years before the newest model that can be valued.
const vintages = 1

// readHomes reads the homes that the town's own sales name by their id.
func (t *town) readHomes(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	r := csv.NewReader(unpacked)
	r.FieldsPerRecord = -1 // some rows are malformed
	rows, err := r.ReadAll()
	if err != nil {
		return err
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	known := map[string]home{}
	for _, row := range rows[1:] {
		day, err := gevel.ParseDate(row[at["sale_date"]])
		price, noPrice := strconv.ParseFloat(row[at["price"]], 64)
		if err != nil || noPrice != nil || price < 50_000 || len(row) != len(rows[0]) || row[at["dwelling_id"]] == "" {
			continue
		}
		known[row[at["dwelling_id"]]] = home{
			id: row[at["dwelling_id"]], postalCode: row[at["postal_code"]], number: row[at["house_number"]],
			letter: row[at["house_letter"]], extension: row[at["house_number_ext"]], sold: day, price: price,
		}
	}
	for _, id := range slices.Sorted(maps.Keys(known)) {
		t.homes = append(t.homes, known[id])
	}
	if len(t.homes) < 50 {
		return fmt.Errorf("%s names only %d homes", path, len(t.homes))
	}
	return nil
}

// sell invents what becomes known in a night: sales that became known the day before and, one in four, long ago.
func (t *town) sell(rng *rand.Rand, night gevel.Date) {
	name := fileOf(night)
	for range rng.IntN(3) {
		known := night - 1
		if rng.IntN(4) == 0 {
			known -= gevel.Date(rng.IntN(250))
		}
		h := &t.homes[rng.IntN(len(t.homes))]
		day := known - gevel.Date(rng.IntN(60))
		if day < h.sold.AddMonths(restMonths) || t.gone[h.id] {
			continue
		}
		years := float64(day-h.sold) / 365.25
		h.price *= math.Exp(yearlyGrowth*years + saleNoise*rng.NormFloat64())
		h.sold = day
		t.ids++
		t.files[name] = append(t.files[name], sale{fmt.Sprintf("n-%05d", t.ids), h.id, day, known, int(math.Round(h.price/500)) * 500})
	}
}

func fileOf(night gevel.Date) string { return night.String() + ".csv" }

// revise corrects the price of a sale of some earlier delivery, in its file or in the one of the night, or takes the sale back.
func (t *town) revise(rng *rand.Rand, night gevel.Date) {
	names := slices.Sorted(maps.Keys(t.files))
	if len(names) == 0 {
		return
	}
	name := names[rng.IntN(len(names))]
	rows := slices.Clone(t.files[name])
	i, way := rng.IntN(len(rows)), rng.IntN(3)
	price := rows[i].price + 500*(1+rng.IntN(40))
	switch {
	case way == 0 && len(rows) == 1:
		delete(t.files, name)
		t.withdrawn = append(t.withdrawn, name)
		return
	case way == 0:
		rows = slices.Delete(rows, i, i+1)
	case way == 1 && rows[i].known < night-1:
		corrected := rows[i]
		corrected.known, corrected.price = night-1, price
		t.files[fileOf(night)] = append(t.files[fileOf(night)], corrected)
		return
	default:
		rows[i].price = price
	}
	t.files[name] = rows
}

const salesHeader = "sale_id,dwelling_id,sale_date,known_date,price\n"

// text is a delivery as a file.
func text(rows []sale) []byte {
	var b strings.Builder
	b.WriteString(salesHeader)
	for _, s := range rows {
		b.WriteString(s.String())
	}
	return []byte(b.String())
}

func (s sale) String() string {
	return fmt.Sprintf("%s,%s,%s,%s,%d\n", s.id, s.home, s.date, s.known, s.price)
}

// path is where a delivery lies.
func (t *town) path(name string) string { return filepath.Join(t.dir, "sales", name) }

// deliver puts files in their place, as far as there are rows of them, and takes away those that were withdrawn.
func (t *town) deliver(names ...string) error {
	for _, name := range t.withdrawn {
		if err := os.Remove(t.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	t.withdrawn = nil
	for _, name := range names {
		if rows := t.files[name]; len(rows) > 0 {
			if err := put(t.path(name), text(rows)); err != nil {
				return err
			}
		}
	}
	return nil
}

// put writes a file in one step.
func put(path string, content []byte) error {
	if err := os.WriteFile(path+".part", content, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// facts are the rows of sales that lie among the sources, by sale and text, each with the day on which it was known.
type facts map[string]gevel.Date

// renewBuildings delivers 3DBAG again, with buildings measured anew, and those that were built. Its files have no day: what
// they show counts from the day of the build on, by a clock that may be wrong.
func (t *town) renewBuildings(rng *rand.Rand, day gevel.Date) error {
	path := filepath.Join(t.dir, "3dbag.csv")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return err
	}
	column := slices.Index(table[0], "b3_volume_lod22")
	for range 40 {
		row := table[1+rng.IntN(len(table)-1)]
		if volume, err := strconv.ParseFloat(row[column], 64); err == nil {
			row[column] = fmt.Sprintf("%.3f", volume*1.05)
		}
	}
	for _, p := range t.plots {
		if p.isFinished && !p.hasModel {
			row := slices.Clone(table[1])
			row[0], row[column], p.hasModel = "NL.IMBAG.Pand."+p.building, fmt.Sprint(3*p.surface), true
			table = append(table, row)
		}
	}
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(table); err != nil {
		return err
	}
	t.registers["3DBAG of "+day.String()] = day
	return put(path, out.Bytes())
}

// lying reads the deliveries as they lie among the sources, also what a trouble left of them. A row whose day can't be read
// counts as known always.
func (t *town) lying() (facts, error) {
	paths, err := filepath.Glob(t.path("*.csv"))
	if err != nil {
		return nil, err
	}
	is := facts(maps.Clone(t.registers))
	if bag, err := os.ReadFile(t.bag.path); err != nil || !bytes.Equal(bag, t.bag.newest) {
		delete(is, t.bag.name)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		head, rows, _ := strings.Cut(string(content), "\n")
		for row := range strings.Lines(rows) {
			known := gevel.Always
			if fields := strings.Split(strings.TrimSpace(row), ","); len(fields) == 5 && head+"\n" == salesHeader {
				if day, err := gevel.ParseDate(fields[3]); err == nil {
					known = day
				}
			}
			is[row] = known
		}
	}
	return is, nil
}

// since returns the earliest day on which a fact was known that only one of two editions has; gevel.Never if none was.
func (f facts) since(other facts) gevel.Date {
	first := gevel.Never
	for _, pair := range [][2]facts{{f, other}, {other, f}} {
		for row, known := range pair[0] {
			if _, both := pair[1][row]; !both {
				first = min(first, known)
			}
		}
	}
	return first
}
