package edition

// Publishes a written edition, completely or not at all, even if the process is killed on the way.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/private"
)

const unnamedManifest = ManifestName + ".tmp"

// publish moves the files to their place and then the manifest to its name.
func publish(staging, target string, m Manifest) error {
	text, err := m.text()
	if err != nil {
		return err
	}
	if err := writeText(filepath.Join(staging, unnamedManifest), text); err != nil {
		return err
	}
	return appear(staging, target)
}

// appear moves the files to their place, with a manifest that has no name yet, and names it.
func appear(staging, target string) error {
	for _, dir := range []string{filepath.Join(staging, modelDir), staging} {
		if err := atomicfile.SyncDir(dir); err != nil {
			return err
		}
	}
	// An edition already at the target is damaged, or its build ended before the manifest.
	aside := staging + "-replaced"
	if err := os.Rename(target, aside); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := atomicfile.Rename(staging, target); err != nil {
		return err
	}
	if err := nameManifest(target); err != nil {
		return err
	}
	return os.RemoveAll(aside)
}

// renote gives the edition at target its manifest with another note. It is written in
// staging, because a killed process must not leave a draft in the edition.
func renote(staging, target string, m Manifest) error {
	text, err := m.text()
	if err != nil {
		return err
	}
	draft := filepath.Join(staging, unnamedManifest)
	if err := writeText(draft, text); err != nil {
		return err
	}
	return atomicfile.Rename(draft, filepath.Join(target, ManifestName))
}

func nameManifest(dir string) error {
	return atomicfile.Rename(filepath.Join(dir, unnamedManifest), filepath.Join(dir, ManifestName))
}

// Lock makes dir if it is missing and takes its lock, so that one build at a
// time publishes there, and removes what killed builds left behind.
// The lock ends with release or with the process. Error:
// gevel.Unavailable if another build has it.
func Lock(dir string) (release func(), err error) {
	if err := private.MkdirAll(dir); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, private.FileMode(dir))
	if err != nil {
		return nil, err
	}
	if err := atomicfile.TryLock(f); err != nil {
		f.Close()
		return nil, &gevel.Error{
			Code:    gevel.Unavailable,
			Message: fmt.Sprintf("another build is publishing in %s", dir),
			Hint:    "wait until it has ended",
			Err:     err,
		}
	}
	if err := clearStaging(dir); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { f.Close() }, nil
}

func clearStaging(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if strings.HasPrefix(entry.Name(), stagingPrefix) || cutShort(path) {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	return err
}

// cutShort reports whether the build of the edition in dir was killed before it named the manifest.
func cutShort(dir string) bool {
	_, unnamed := os.Stat(filepath.Join(dir, unnamedManifest))
	_, named := os.Stat(filepath.Join(dir, ManifestName))
	return unnamed == nil && errors.Is(named, os.ErrNotExist)
}

// priceTable holds the edition's prices beside the published ones: by measure and region, then period.
type priceTable []pricecheck.Point

func (t *priceTable) columns() []column {
	at := func(row int) *pricecheck.Point { return &(*t)[row] }
	whole := func(name string, of func(*pricecheck.Point) *int32) column {
		return fieldColumn(name, counts, func(row int) *int32 { return of(at(row)) })
	}
	text := func(name string, of func(*pricecheck.Point) *string) column {
		return textColumn(name, func(row int) string { return *of(at(row)) },
			func(s string) (string, error) { return s, nil }, func(row int, s string) { *of(at(row)) = s })
	}
	return []column{
		textColumn("measure", func(row int) string { return string(at(row).Measure) }, parseMeasure,
			func(row int, m pricecheck.Measure) { at(row).Measure = m }),
		text("region", func(p *pricecheck.Point) *string { return &p.Region }),
		text("name", func(p *pricecheck.Point) *string { return &p.Name }),
		whole("year", func(p *pricecheck.Point) *int32 { return &p.Year }),
		whole("months", func(p *pricecheck.Point) *int32 { return &p.Months }),
		whole("part", func(p *pricecheck.Point) *int32 { return &p.Part }),
		whole("sales", func(p *pricecheck.Point) *int32 { return &p.Sales }),
		fieldColumn("own", doubles, func(row int) *float64 { return &at(row).Own }),
		fieldColumn("published", doubles, func(row int) *float64 { return &at(row).Published }),
		fieldColumn("provisional", bools, func(row int) *bool { return &at(row).Provisional }),
	}
}

func parseMeasure(s string) (pricecheck.Measure, error) {
	switch m := pricecheck.Measure(s); m {
	case pricecheck.Index, pricecheck.AveragePrice:
		return m, nil
	}
	return "", fmt.Errorf("there is no measure %q", s)
}

func (t *priceTable) write(ctx context.Context, path string, d *describer) error {
	return writeTable(ctx, path, len(*t), t.columns(), d)
}

func readPrices(ctx context.Context, path string) (priceTable, error) {
	file, err := openTable(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	t := make(priceTable, file.rows())
	return t, file.read(ctx, t.columns())
}

// PriceCheck returns the edition's prices beside those that CBS publishes, none if the build file
// names no CBS tables.
func (e *Edition) PriceCheck() []pricecheck.Line { return pricecheck.Lines(e.prices) }
