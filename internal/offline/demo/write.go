package demo

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/gevel/gevel/internal/file/atomicfile"
)

// writer writes files below a directory.
type writer struct {
	dir      string
	progress func(stage string, done, total int) // or nil

	mu   sync.Mutex // guards the fields below and calls of progress
	done map[string]int
}

// report adds n to a stage's progress.
func (w *writer) report(stage string, n, total int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done[stage] += n
	if w.progress != nil {
		w.progress(stage, w.done[stage], total)
	}
}

func (w *writer) path(elements ...string) string {
	return filepath.Join(append([]string{w.dir}, elements...)...)
}

// file writes a file in one step.
func (w *writer) file(path, stage string, fill func(io.Writer) error) (err error) {
	w.report(stage, 0, 1)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := atomicfile.Create(path, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Discard()) }()
	if err := fill(f); err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	if err := f.Replace(); err != nil {
		return err
	}
	w.report(stage, 1, 1)
	return nil
}

func (w *writer) csv(path, stage string, comma rune, rows [][]string) error {
	return w.file(path, stage, func(f io.Writer) error {
		c := csv.NewWriter(f)
		c.Comma = comma
		return c.WriteAll(rows)
	})
}

// addressRows returns the main address of each home.
func (t *town) addressRows() [][]string {
	homes := t.homes()
	rows := make([][]string, 0, 1+len(homes))
	rows = append(rows, []string{"postal_code", "house_number", "house_letter", "house_number_ext", "bag_id", "number_id"})
	for _, o := range homes {
		a := o.main
		rows = append(rows, []string{
			string(a.postalCode), strconv.Itoa(a.number), a.letter, a.ext, string(o.id), string(a.id),
		})
	}
	return rows
}

func municipalityRows() [][]string {
	return [][]string{
		{"Gemeentecode", "Gemeentenaam", "Provincienaam"},
		{municipalityCode, municipalityName, provinceName},
	}
}

// buildFile is the build file of the town. Arguments: the town's name and today, the seed, and the paths of
// the register, the municipalities and the sales.
const buildFile = `# %s, an invented town as of %s: nothing in it is in any register.
editions: editions
seed: %d
characteristics:
  num_maintenance: {label: maintenance, dutch: onderhoud}
sources:
  bag: %s
  municipalities: %s
  sales:
    - file: %s
`

// config writes the build file, with paths relative to it.
func (w *writer) config(out *Town, t *town) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, buildFile, municipalityName, t.Date, t.Seed,
		w.relative(out.BAG), w.relative(out.Municipalities), w.relative(filepath.Dir(out.Sales)))
	return w.file(out.Config, "build file", func(f io.Writer) error {
		_, err := b.WriteTo(f)
		return err
	})
}

// relative returns a path below the writer's directory with slashes.
func (w *writer) relative(path string) string {
	rel, err := filepath.Rel(w.dir, path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}
