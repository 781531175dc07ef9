package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
)

// A country of invented towns as source files only: for tests, and for measuring builds of many homes.

// townHomes is the most homes in a town of a country.
const townHomes = 16_000

// MaxCountry is the most homes in a country: the map has no room for more towns.
const MaxCountry = maxTowns * townHomes

// Country lists the written files, with paths below WriteCountry's directory.
type Country struct {
	Config         string // the build file, gevel.yaml
	BAG            string // the register's delivery
	Labels         string // energy labels as EP-Online delivers them
	Models         string // attributes of the buildings as in 3DBAG
	Parcels        string // the cadastral map, of parcels with homes
	Municipalities string
	Sales          string // flat sales file

	Towns, Homes, Buildings, SalesRows, LabelRows, ParcelRows int
}

// WriteCountry invents towns with about Options.Dwellings homes, from MinDwellings to MaxCountry, and writes
// their source files below dir: the register in its official layout with its history, energy labels, models
// of buildings, parcels, sales and a build file, but no photos. Memory holds one town at a time. Equal
// options give equal bytes; the first town differs from Write's.
func WriteCountry(ctx context.Context, dir string, opt Options) (*Country, error) {
	if opt.Dwellings < MinDwellings || opt.Dwellings > MaxCountry {
		return nil, &gevel.Error{
			Code: gevel.Invalid, Message: fmt.Sprintf("a country of %d dwellings can't be made", opt.Dwellings),
			Hint: fmt.Sprintf("ask for %d to %d", MinDwellings, MaxCountry),
		}
	}
	w := &countryWriter{Options: opt, dir: dir}
	if err := w.write(ctx); err != nil {
		return nil, fmt.Errorf("write a country of towns to %s: %w", dir, err)
	}
	return &w.Country, nil
}

// countryWriter writes the files of a country town by town.
type countryWriter struct {
	Country
	Options
	dir            string
	files          []*atomicfile.File
	delivery       *delivery
	sales          *salesFile
	labels         *labelFile
	models         io.Writer
	parcels        *parcelFile
	municipalities io.Writer
}

func (w *countryWriter) write(ctx context.Context) (err error) {
	x := extract{deliveryDay(w.Date)}
	w.BAG = filepath.Join(w.dir, "sources", "bag", "BAGNLDL-"+x.stamp()+".zip")
	w.Labels = filepath.Join(w.dir, "sources", "energy_labels.zip")
	w.Models = filepath.Join(w.dir, "sources", "3dbag.csv")
	w.Parcels = filepath.Join(w.dir, "sources", "parcels.gpkg")
	w.Municipalities = filepath.Join(w.dir, "sources", "municipalities.csv")
	w.Sales = filepath.Join(w.dir, "sources", "sales", "sales.csv.gz")
	w.Config = filepath.Join(w.dir, "gevel.yaml")
	defer func() {
		for _, f := range w.files {
			err = errors.Join(err, f.Discard())
		}
	}()
	register, err := w.begin(x)
	if err != nil {
		return err
	}
	defer w.delivery.discard()
	defer w.parcels.file.Discard()
	if err := w.addTowns(ctx); err != nil {
		return err
	}
	for _, finish := range []func() error{
		func() error { return w.delivery.writeTo(register) }, w.sales.close, w.labels.close, w.writeParcels, w.writeConfig,
	} {
		if err := finish(); err != nil {
			return err
		}
	}
	for _, f := range w.files { // the build file last
		if err := f.Replace(); err != nil {
			return err
		}
	}
	return nil
}

// begin opens the files, and returns the register's.
func (w *countryWriter) begin(x extract) (register io.Writer, err error) {
	if register, err = w.create(w.BAG); err != nil {
		return nil, err
	}
	sales, err := w.create(w.Sales)
	if err != nil {
		return nil, err
	}
	if w.sales, err = newSalesFile(sales); err != nil {
		return nil, err
	}
	labels, err := w.create(w.Labels)
	if err != nil {
		return nil, err
	}
	if w.labels, err = newLabelFile(labels, x); err != nil {
		return nil, err
	}
	for path, to := range map[string]*io.Writer{w.Models: &w.models, w.Municipalities: &w.municipalities} {
		if *to, err = w.create(path); err != nil {
			return nil, err
		}
	}
	fmt.Fprint(w.models, buildingHead)
	fmt.Fprintln(w.municipalities, "Gemeentecode;Gemeentenaam;Provincienaam")
	if w.delivery, err = newDelivery(x, w.dir); err != nil {
		return nil, err
	}
	if w.parcels, err = newParcelFile(w.delivery.dir, x.asOf); err != nil {
		w.delivery.discard()
	}
	return register, err
}

// writeParcels completes the parcels, which SQLite writes itself, and copies them to their file.
func (w *countryWriter) writeParcels() error {
	if err := w.parcels.close(); err != nil {
		return err
	}
	to, err := w.create(w.Parcels)
	if err != nil {
		return err
	}
	from, err := os.Open(w.parcels.path)
	if err != nil {
		return err
	}
	defer from.Close()
	_, err = io.Copy(to, from)
	return err
}

// create begins a file, which appears when all files are written.
func (w *countryWriter) create(path string) (io.Writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(path, 0o644)
	if err != nil {
		return nil, err
	}
	w.files = append(w.files, f)
	return f, nil
}

func (w *countryWriter) addTowns(ctx context.Context) error {
	w.Towns = (w.Dwellings + townHomes - 1) / townHomes
	for n := range w.Towns {
		if err := ctx.Err(); err != nil {
			return err
		}
		if w.Progress != nil {
			w.Progress("towns", n, w.Towns)
		}
		if err := w.addTown(site{n}); err != nil {
			return fmt.Errorf("town %d: %w", n+1, err)
		}
	}
	if w.Progress != nil {
		w.Progress("towns", w.Towns, w.Towns)
	}
	return nil
}

// addTown invents and writes the town of a site, with its share of the homes.
func (w *countryWriter) addTown(s site) error {
	opt := w.Options
	opt.Seed += uint64(s.n+1) << 32 // differs from the seeds that users choose
	opt.Dwellings = max(MinDwellings, w.Dwellings*(s.n+1)/w.Towns-w.Dwellings*s.n/w.Towns)
	t, err := invent(opt)
	if err != nil {
		return err
	}
	sold := t.allSales(t.sales()) // before the move: prices fall with the distance from the centre
	s.move(t)
	w.Homes, w.SalesRows = w.Homes+len(t.homes()), w.SalesRows+len(sold)
	if err := w.delivery.add(t, s); err != nil {
		return err
	}
	if err := w.sales.add(sold, opt.Seed); err != nil {
		return err
	}
	if w.LabelRows, err = w.labels.add(t); err != nil {
		return err
	}
	buildings, err := addBuildings(w.models, t)
	if err != nil {
		return err
	}
	w.Buildings += buildings
	fmt.Fprintf(w.municipalities, "%s;%s;%s\n", s.municipality(), s.municipalityName(), provinceName)
	if err := w.parcels.add(t, s.municipality()); err != nil {
		return fmt.Errorf("parcels: %w", err)
	}
	w.ParcelRows = w.parcels.rows
	return nil
}

// countryFile is the build file of a country. Arguments: its today, the seed, and the paths of the
// register, the municipalities, the labels, the buildings, the parcels and the sales.
const countryFile = `# Invented towns as of %s: nothing in them is in any register.
editions: editions
seed: %d
characteristics:
  num_maintenance: {label: maintenance, dutch: onderhoud}
sources:
  bag: %s
  municipalities: %s
  energy_labels: %s
  buildings: {files: %s}
  parcels: {file: %s}
  sales:
    - file: %s
`

func (w *countryWriter) writeConfig() error {
	f, err := w.create(w.Config)
	if err != nil {
		return err
	}
	in := &writer{dir: w.dir}
	_, err = fmt.Fprintf(f, countryFile, w.Date, w.Seed,
		in.relative(w.BAG), in.relative(w.Municipalities), in.relative(w.Labels), in.relative(w.Models),
		in.relative(w.Parcels), in.relative(filepath.Dir(w.Sales)))
	return err
}
