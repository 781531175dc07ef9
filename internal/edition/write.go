package edition

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
)

const modelDir = "models"

// Contents are what an edition is made of.
type Contents struct {
	Addresses  []gevel.Address
	Dwellings  []gevel.Dwelling
	Sales      *Sales
	Models     map[string][]byte // file name -> content
	MadeBy     string
	AsOf       map[string]gevel.Date
	Read       map[string]int
	Rejects    map[string][]gevel.Reject
	Parameters json.RawMessage
	Seed       uint64
}

// stagingPrefix marks directories that are being written.
const stagingPrefix = ".building-"

// Write publishes an edition under dir and returns its manifest. The edition
// appears whole or not at all: everything is written and synced in a directory
// aside, which is then renamed to the edition's id, and the manifest is renamed
// into it last. When an edition with the same content is there already, that one
// stands and nothing is written. The caller holds the folder's Lock.
func Write(dir string, c Contents) (Manifest, error) {
	staging, err := os.MkdirTemp(dir, stagingPrefix)
	if err != nil {
		return Manifest{}, err
	}
	defer os.RemoveAll(staging)
	m, err := c.writeFiles(staging)
	if err != nil {
		return Manifest{}, err
	}
	target := filepath.Join(dir, m.ID)
	if there, err := Verify(target); err == nil {
		return there, nil
	}
	if parent, err := Newest(dir); err == nil {
		m.Parent = filepath.Base(parent)
	}
	return m, publish(staging, target, m)
}

func (c Contents) writeFiles(dir string) (Manifest, error) {
	addresses, dwellings := newAddressTable(c.Addresses), newDwellingTable(c.Dwellings)
	m := Manifest{
		Format: FormatVersion, MadeBy: c.MadeBy, AsOf: c.AsOf, Read: c.Read, Rejects: c.Rejects,
		Parameters: c.Parameters, Seed: c.Seed, Files: map[string]File{},
		Rows: map[string]int{"addresses": addresses.len(), "dwellings": dwellings.id.len(), "sales": c.Sales.Len()},
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return m, err
	}
	if err := os.Mkdir(filepath.Join(dir, modelDir), 0o755); err != nil {
		return m, err
	}
	write := map[string]func(string) error{
		addressesName: addresses.write,
		dwellingsName: dwellings.write,
		salesName:     c.Sales.write,
	}
	for name, content := range c.Models {
		write[filepath.Join(modelDir, name)] = func(path string) error { return writeSynced(path, content) }
	}
	for name, to := range write {
		path := filepath.Join(dir, name)
		if err := to(path); err != nil {
			return m, err
		}
		sum, err := fileSum(path)
		if err != nil {
			return m, err
		}
		m.Files[name] = sum
	}
	m.ID = m.contentID()
	return m, nil
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

// publish moves the files to their place and then the manifest to its name.
func publish(staging, target string, m Manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	unnamed := manifestName + ".tmp"
	if err := writeSynced(filepath.Join(staging, unnamed), append(text, '\n')); err != nil {
		return err
	}
	for _, dir := range []string{filepath.Join(staging, modelDir), staging} {
		if err := syncDir(dir); err != nil {
			return err
		}
	}
	// What stands at the target is damaged, or was cut short before its manifest.
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	if err := os.Rename(staging, target); err != nil {
		return err
	}
	if err := syncDir(filepath.Dir(target)); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(target, unnamed), filepath.Join(target, manifestName)); err != nil {
		return err
	}
	return syncDir(target)
}

func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Lock makes dir when it is missing and takes its lock, so that one build at a
// time publishes there, and clears away what builds that were killed left behind.
// The lock goes when release is called or the process ends.
func Lock(dir string) (release func() error, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		return nil, errors.Join(&gevel.Error{
			Code:    gevel.Unavailable,
			Message: fmt.Sprintf("another build is publishing in %s", dir),
			Hint:    "wait until it has ended",
		}, f.Close())
	}
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), stagingPrefix) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, entry.Name())))
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}
