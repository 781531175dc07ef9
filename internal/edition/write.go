package edition

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

const modelDir = "models"

// Contents are what an edition is made of.
type Contents struct {
	Addresses    []gevel.Address
	Dwellings    []gevel.Dwelling
	Attributes   gevel.Attributes // of the dwellings; nil are the standard ones
	Sales        *market.Sales
	Models       map[string][]byte // file name -> content
	MadeBy       string            // program and version
	ModelVersion int               // of the code that trained the models
	AsOf         map[string]gevel.Date
	Read         map[string]int
	Rejects      map[string][]gevel.Reject
	Parameters   json.RawMessage
	Seed         uint64
}

// Outcome is whether Write made a new edition.
type Outcome string

// The outcomes of writing an edition.
const (
	Published Outcome = "published" // it is new
	Stands    Outcome = "stands"    // an edition with the same content was there
)

// stagingPrefix marks directories that are being written.
const stagingPrefix = ".building-"

// Write publishes an edition under dir and returns its manifest. The edition
// appears complete or not at all: everything is written, synced and read back in a
// directory aside, which is then renamed to the edition's id, and the manifest is
// renamed into it last. When an edition with the same content is there already,
// that one stands, and becomes the newest. When ctx ends, nothing is published.
// The caller holds the folder's Lock.
func Write(ctx context.Context, dir string, c Contents) (Manifest, Outcome, error) {
	staging, err := os.MkdirTemp(dir, stagingPrefix)
	if err != nil {
		return Manifest{}, "", err
	}
	defer os.RemoveAll(staging)
	m, err := c.writeFiles(ctx, staging)
	if err != nil {
		return Manifest{}, "", err
	}
	target := filepath.Join(dir, m.ID)
	newest, err := Newest(dir)
	if err != nil && gevel.CodeOf(err) != gevel.NotFound {
		return Manifest{}, "", err
	}
	if there, err := Verify(ctx, target); err == nil {
		return there, Stands, renew(target, staging)
	}
	if newest != "" && newest != target {
		m.Parent = filepath.Base(newest)
	}
	return m, Published, publish(staging, target, m)
}

// renew makes the edition in dir the newest: as if published when staging was made.
func renew(dir, staging string) error {
	now, err := os.Stat(staging)
	if err != nil {
		return err
	}
	return os.Chtimes(filepath.Join(dir, manifestName), now.ModTime(), now.ModTime())
}

func (c Contents) writeFiles(ctx context.Context, dir string) (Manifest, error) {
	m := Manifest{
		Format: FormatVersion, MadeBy: c.MadeBy, ModelVersion: c.ModelVersion, AsOf: c.AsOf, Read: c.Read, Rejects: c.Rejects,
		Attributes: attributeRows(c.Sales.Attributes), Parameters: c.Parameters, Seed: c.Seed, Files: map[string]File{},
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return m, err
	}
	var err error
	if m.Rows, err = c.writeTables(ctx, dir); err != nil {
		return m, err
	}
	if err := c.writeModels(dir); err != nil {
		return m, err
	}
	for _, name := range c.fileNames() {
		if m.Files[name], err = fileSum(ctx, filepath.Join(dir, name)); err != nil {
			return m, err
		}
	}
	if m, err = m.asRead(); err != nil {
		return m, err
	}
	m.ID, err = m.contentID()
	return m, err
}

// writeTables writes the tables at the same time, reads each back, so that none is
// published that can't be opened, and returns their rows.
func (c Contents) writeTables(ctx context.Context, dir string) (map[string]int, error) {
	if c.Attributes == nil {
		c.Attributes = gevel.Standard()
	}
	addresses, err := newAddressTable(c.Addresses)
	if err != nil {
		return nil, err
	}
	dwellings, err := newDwellingTable(c.Dwellings, c.Attributes, c.Sales.Attributes)
	if err != nil {
		return nil, err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		path := filepath.Join(dir, addressesName)
		if err := addresses.write(ctx, path); err != nil {
			return err
		}
		_, err := readAddresses(ctx, path)
		return err
	})
	group.Go(func() error {
		path := filepath.Join(dir, dwellingsName)
		if err := dwellings.write(ctx, path); err != nil {
			return err
		}
		_, err := readDwellings(ctx, path, c.Sales.Attributes.Canonical())
		return err
	})
	group.Go(func() error {
		path := filepath.Join(dir, salesName)
		if err := writeSales(ctx, path, c.Sales); err != nil {
			return err
		}
		_, err := readSales(ctx, path, c.Sales.Attributes.Canonical())
		return err
	})
	return tableRows(addresses, dwellings, c.Sales), group.Wait()
}

func (c Contents) writeModels(dir string) error {
	if err := os.Mkdir(filepath.Join(dir, modelDir), 0o755); err != nil {
		return err
	}
	for name, content := range c.Models {
		if err := writeSynced(filepath.Join(dir, modelDir, name), content); err != nil {
			return err
		}
	}
	return nil
}

func (c Contents) fileNames() []string {
	names := make([]string, 0, 3+len(c.Models))
	names = append(names, addressesName, dwellingsName, salesName)
	for name := range c.Models {
		names = append(names, modelDir+"/"+name)
	}
	return names
}

func writeSynced(path string, content []byte) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.Sync()
}
