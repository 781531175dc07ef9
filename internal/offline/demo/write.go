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
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// The files, below the directory.
const (
	municipalitiesFile = "sources/municipalities.csv"
	salesFile          = "sources/sales/sales.csv.gz"
	labelsFile         = "sources/energy_labels.zip"
	modelsFile         = "sources/3dbag.csv"
	parcelsFile        = "sources/parcels.gpkg"
)

// writer writes the files of one town or, town by town, of a country. All appear together, when each is complete.
type writer struct {
	Town
	opt     Options
	dir     string
	day     gevel.Date // of the delivery
	country bool
	shots   []shot // photos of the one town

	add                      []func(*town) error // add a town to the files
	finish, replace, discard []func() error
}

func (w *writer) write(ctx context.Context) (err error) {
	defer func() {
		for _, discard := range slices.Backward(w.discard) {
			err = errors.Join(err, discard())
		}
	}()
	if err := w.begin(); err != nil {
		return err
	}
	if err := w.addTowns(ctx); err != nil {
		return err
	}
	draw := func() error { return w.draw(ctx) }
	return inTurn(slices.Concat(w.finish, []func() error{draw}, w.replace))
}

// inTurn takes steps until one fails.
func inTurn(steps []func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// begin begins all files, the build file last.
func (w *writer) begin() error {
	steps := []func() error{
		w.beginRegister,
		w.table(&w.Municipalities, municipalitiesFile, ';', municipalityHead, w.municipalityRows),
		w.table(&w.Sales, salesFile, ',', salesHead, w.saleRows),
	}
	if w.country {
		steps = append(steps,
			w.table(&w.Labels, labelsFile, ';', labelHead(w.day), w.labelRows),
			w.table(&w.Models, modelsFile, ',', modelHead, w.modelRows),
			w.beginParcels)
	} else {
		steps = append(steps,
			w.table(&w.Addresses, "addresses.csv", ',', addressHead, w.addressRows),
			w.table(&w.Photos, "photos/manifest.csv", ',', photoHead, w.photoRows))
	}
	return inTurn(append(steps, w.writeConfig))
}

// create begins a file, and sets its path.
func (w *writer) create(path *string, name string) (*atomicfile.File, error) {
	*path = filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(*path), 0o755); err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(*path, 0o644)
	if err == nil {
		w.replace, w.discard = append(w.replace, f.Replace), append(w.discard, f.Discard)
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

// table returns what begins a CSV file with the rows of each town. Its name says how it is packed.
func (w *writer) table(
	path *string, name string, comma rune, head [][]string, rows func(*town) [][]string,
) func() error {
	return func() error {
		f, err := w.create(path, name)
		if err != nil {
			return err
		}
		var packed io.Writer = f
		switch filepath.Ext(name) {
		case ".gz":
			z := gzip.NewWriter(f)
			packed, w.finish = z, append(w.finish, z.Close)
		case ".zip": // as EP-Online does
			z := zip.NewWriter(f)
			packed, err = createMember(z, w.day, "v"+w.day.Time().Format("20060102")+"_v4_csv.csv")
			w.finish = append(w.finish, z.Close)
		}
		to := csv.NewWriter(packed)
		to.Comma = comma
		w.add = append(w.add, func(t *town) error { return to.WriteAll(rows(t)) })
		return errors.Join(err, to.WriteAll(head))
	}
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
	w.finish = append(w.finish, file.Close)
	w.discard = append(w.discard, func() error { file.Discard(); return nil })
	layer, err := file.Layer("perceel", "POLYGON", parcelColumns...)
	w.add = append(w.add, func(t *town) error { return w.addParcels(t, layer) })
	return err
}

// addTowns invents the towns and adds them to the files.
func (w *writer) addTowns(ctx context.Context) error {
	if !w.country {
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
