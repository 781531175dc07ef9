package demo

import (
	"archive/zip"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// writer writes the files of one town or, town by town, of a country. All appear together, when each is complete.
type writer struct {
	Town
	opt     Options
	dir     string
	day     gevel.Date // of the delivery
	country bool
	shots   []shot // photos of the one town

	files   []*atomicfile.File
	add     []func(*town) error // add a town to the files
	finish  []func() error      // complete the files
	discard []func()            // let go of what helped to write them
}

// The files, below the directory.
const (
	municipalitiesFile = "sources/municipalities.csv"
	salesFile          = "sources/sales/sales.csv.gz"
	labelsFile         = "sources/energy_labels.zip"
	modelsFile         = "sources/3dbag.csv"
	parcelsFile        = "sources/parcels.gpkg"
)

func (w *writer) write(ctx context.Context) (err error) {
	defer func() {
		for _, discard := range w.discard {
			discard()
		}
		for _, f := range w.files {
			err = errors.Join(err, f.Discard())
		}
	}()
	if err := w.begin(); err != nil {
		return err
	}
	if err := w.addTowns(ctx); err != nil {
		return err
	}
	for _, finish := range w.finish {
		if err := finish(); err != nil {
			return err
		}
	}
	if err := w.draw(ctx); err != nil {
		return err
	}
	for _, f := range w.files {
		if err := f.Replace(); err != nil {
			return err
		}
	}
	return nil
}

// begin begins all files, the build file last.
func (w *writer) begin() error {
	if err := w.beginRegister(); err != nil {
		return err
	}
	tables := []table{
		{&w.Municipalities, municipalitiesFile, ';', [][]string{municipalityColumns}, w.municipalityRows, plain},
		{&w.Sales, salesFile, ',', [][]string{salesColumns}, w.saleRows, gzipped},
	}
	if w.country {
		tables = append(tables,
			table{&w.Labels, labelsFile, ';', labelHead(w.day), w.labelRows, w.zipped},
			table{&w.Models, modelsFile, ',', [][]string{modelColumns}, w.modelRows, plain})
	} else {
		tables = append(tables,
			table{&w.Addresses, "addresses.csv", ',', [][]string{addressColumns}, w.addressRows, plain},
			table{&w.Photos, "photos/manifest.csv", ',', [][]string{photoColumns}, w.photoRows, plain})
	}
	for _, t := range tables {
		if err := w.beginTable(t); err != nil {
			return err
		}
	}
	if w.country {
		if err := w.beginParcels(); err != nil {
			return err
		}
	}
	return w.writeConfig()
}

// create begins a file, and sets its path.
func (w *writer) create(path *string, name string) (*atomicfile.File, error) {
	*path = filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(*path), 0o755); err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(*path, 0o644)
	if err == nil {
		w.files = append(w.files, f)
	}
	return f, err
}

func (w *writer) beginRegister() error {
	f, err := w.create(&w.BAG, w.bagFile())
	d := newDelivery(f, w.day)
	w.add, w.finish = append(w.add, d.add), append(w.finish, d.close)
	return err
}

func (w *writer) bagFile() string {
	return "sources/bag/BAGNLDL-" + w.day.Time().Format("02012006") + ".zip"
}

// table is a CSV file.
type table struct {
	path  *string
	name  string
	comma rune
	head  [][]string
	rows  func(*town) [][]string
	pack  func(io.Writer) (packed io.Writer, complete func() error, err error)
}

func plain(w io.Writer) (io.Writer, func() error, error) { return w, func() error { return nil }, nil }

func gzipped(w io.Writer) (io.Writer, func() error, error) {
	z := gzip.NewWriter(w)
	return z, z.Close, nil
}

// zipped packs a table as EP-Online does.
func (w *writer) zipped(to io.Writer) (io.Writer, func() error, error) {
	z := zip.NewWriter(to)
	f, err := createMember(z, w.day, "v"+w.day.Time().Format("20060102")+"_v4_csv.csv", zip.Deflate)
	return f, z.Close, err
}

func (w *writer) beginTable(t table) error {
	f, err := w.create(t.path, t.name)
	if err != nil {
		return err
	}
	packed, complete, err := t.pack(f)
	if err != nil {
		return err
	}
	to := csv.NewWriter(packed)
	to.Comma = t.comma
	w.add = append(w.add, func(town *town) error { return to.WriteAll(t.rows(town)) })
	w.finish = append(w.finish, complete)
	return to.WriteAll(t.head)
}

// beginParcels begins the cadastral map, which SQLite writes itself.
func (w *writer) beginParcels() error {
	f, err := w.create(&w.Parcels, parcelsFile)
	if err != nil {
		return err
	}
	file, err := geopackage.Create(f.Draft())
	if err != nil {
		return err
	}
	w.finish, w.discard = append(w.finish, file.Close), append(w.discard, file.Discard)
	layer, err := file.Layer("perceel", "POLYGON", parcelColumns...)
	w.add = append(w.add, func(t *town) error { return w.addParcels(t, layer) })
	return err
}

// addTowns invents the towns and adds them to the files.
func (w *writer) addTowns(ctx context.Context) error {
	if !w.country {
		w.Towns = 1
		return w.addTown(alone, w.opt)
	}
	w.Towns = (w.opt.Dwellings + townHomes - 1) / townHomes
	for n := range w.Towns {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.report("towns", n, w.Towns)
		opt := w.opt
		opt.Seed += uint64(n+1) << 32 // differs from the seeds that users choose
		opt.Dwellings = max(MinDwellings, w.opt.Dwellings*(n+1)/w.Towns-w.opt.Dwellings*n/w.Towns)
		if err := w.addTown(site(n), opt); err != nil {
			return fmt.Errorf("town %d: %w", n+1, err)
		}
	}
	w.report("towns", w.Towns, w.Towns)
	return nil
}

func (w *writer) addTown(at site, opt Options) error {
	t, err := invent(opt, at)
	if err != nil {
		return err
	}
	w.Homes, w.Cases = w.Homes+len(t.homes()), t.cases
	for _, add := range w.add {
		if err := add(t); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) report(stage string, done, total int) {
	if w.opt.Progress != nil {
		w.opt.Progress(stage, done, total)
	}
}

// configText is the build file. Arguments: what the towns are, their today, the seed, and the sources.
const configText = `# %s as of %s: nothing in %s is in any register.
editions: editions
seed: %d
characteristics:
  num_maintenance: {label: maintenance, dutch: onderhoud}
sources:
  bag: %s
  municipalities: %s
%s  sales:
    - file: sources/sales
`

func (w *writer) writeConfig() error {
	f, err := w.create(&w.Config, "gevel.yaml")
	if err != nil {
		return err
	}
	what, it, more := municipalityName+", an invented town", "it", ""
	if w.country {
		what, it = "Invented towns", "them"
		more = "  energy_labels: " + labelsFile + "\n  buildings: {files: " + modelsFile + "}\n" +
			"  parcels: {file: " + parcelsFile + "}\n"
	}
	_, err = fmt.Fprintf(f, configText, what, w.opt.Date, it, w.opt.Seed, w.bagFile(), municipalitiesFile, more)
	return err
}
