package edition

// An edition opened in place: its tables and models are kept in images as they lie in memory, which are mapped. Parquet
// stays what an edition is. An image belongs to the program that wrote it and to the files that it was made of; one that
// is missing, damaged or of others is made anew.

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/image"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/market"
)

const (
	// imageFolder holds the images, beside the editions of a folder.
	imageFolder = ".images"
	imageSuffix = ".image"
	// unusedFor is how old an image is that no edition of the folder needs when it is removed. Another program may use
	// the folder, and a younger file may still be written.
	unusedFor = time.Hour
)

// OpenInPlace is Open by images. A file that has an image is checked by its size alone: see Verify.
func OpenInPlace(ctx context.Context, dir string) (*Edition, error) {
	return open(ctx, &Edition{dir: dir, images: imagesBeside(dir)})
}

// imagesBeside returns the folder of images of the edition in dir: beside the edition, wherever a link to it lies. It is
// "" when the edition is nowhere.
func imagesBeside(dir string) string {
	at, err := filepath.EvalSymlinks(dir)
	if err == nil {
		at, err = filepath.Abs(at)
	}
	if err != nil {
		return ""
	}
	return filepath.Join(filepath.Dir(at), imageFolder)
}

// held are the open images of an edition, which are in use as long as the edition is.
type held struct {
	mu     sync.Mutex
	images []*image.Image
}

func (h *held) add(i *image.Image) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.images = append(h.images, i)
}

// Sound returns an error that names the file when what the edition was opened from can't be relied on any more.
func (e *Edition) Sound() error {
	e.held.mu.Lock()
	defer e.held.mu.Unlock()
	for _, i := range e.held.images {
		if err := i.Sound(); err != nil {
			return err
		}
	}
	return nil
}

// keep fills what of points to by the image of some files, or has read do it and writes the image, unless one of the
// files changes meanwhile. It returns the image, nil when of is what read made.
func (e *Edition) keep(ctx context.Context, names []string, of any, read func() error) (*image.Image, error) {
	if e.images == "" {
		return nil, read()
	}
	key, name, err := e.manifest.imageOf(names)
	if err != nil {
		return nil, err
	}
	at := filepath.Join(e.images, name)
	if open, err := image.Open(at, key, of); err == nil {
		e.held.add(open)
		return open, nil
	}
	ctx = e.watch.Within(ctx)
	for _, name := range names {
		if err := e.manifest.checkSum(ctx, e.dir, name); err != nil {
			return nil, err
		}
	}
	if err := read(); err != nil {
		return nil, err
	}
	if err := e.watch.Check(); err != nil {
		return nil, err
	}
	// Without an image the next opening takes longer, and this edition more memory: no reason to fail.
	if err := writeImage(at, key, of); err != nil {
		return nil, nil //nolint:nilerr // see above
	}
	e.tidyImages()
	open, err := image.Open(at, key, of)
	if err != nil {
		return nil, nil //nolint:nilerr // see above
	}
	e.held.add(open)
	return open, nil
}

// imageOf returns what the image of some files depends on, and its name: the files, what the manifest says of
// characteristics, and the program.
func (m Manifest) imageOf(names []string) (key []byte, name string, err error) {
	files := map[string]File{}
	for _, name := range names {
		files[name] = m.Files[name]
	}
	key, err = json.Marshal(struct {
		Program    string
		Format     int
		Files      map[string]File
		Attributes gevel.Attributes
		Sources    []sourceRow
	}{program(), m.Format, files, m.Attributes, m.Sources})
	sum := sha256.Sum256(key)
	return key, hex.EncodeToString(sum[:16]) + imageSuffix, err
}

// program identifies the program: the beginning of its file has the hash of all that it was built from.
var program = sync.OnceValue(func() string {
	const head = 32 << 10
	hash := sha256.New()
	if path, err := os.Executable(); err == nil {
		if f, err := regular.Open(path); err == nil {
			_, _ = io.CopyN(hash, f, head)
			f.Close()
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		_, _ = io.WriteString(hash, info.String())
	}
	return hex.EncodeToString(hash.Sum(nil))
})

// writeImage writes an image in one step: a reader finds all of it or none, and what a killed process left is tidied.
func writeImage(at string, key []byte, of any) (err error) {
	if err := private.MkdirAll(filepath.Dir(at)); err != nil {
		return err
	}
	draft := at + "." + rand.Text()
	f, err := private.Create(draft)
	if err != nil {
		return err
	}
	if err := errors.Join(image.Write(f, key, of), f.Close()); err != nil {
		return errors.Join(err, os.Remove(draft))
	}
	if err := atomicfile.Rename(draft, at); err != nil {
		return errors.Join(err, os.Remove(draft))
	}
	return nil
}

// imageName is the name of an image or of its draft.
var imageName = regexp.MustCompile(`^[0-9a-f]{32}\.image(\.[A-Z2-7]+)?$`)

// tidyImages removes the images that no edition of the folder needs. Whatever else lies there is another's.
func (e *Edition) tidyImages() {
	needed := map[string]bool{}
	need := func(m Manifest) {
		for _, names := range m.imaged() {
			_, name, _ := m.imageOf(names)
			needed[name] = true
		}
	}
	need(e.manifest)
	dirs, err := List(filepath.Dir(e.images))
	entries, err2 := os.ReadDir(e.images)
	if err != nil || err2 != nil {
		return
	}
	for _, dir := range dirs {
		if m, err := ReadManifest(dir); err == nil {
			need(m)
		}
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !imageName.MatchString(entry.Name()) {
			continue
		}
		info, err := entry.Info()
		if err == nil && !needed[entry.Name()] && time.Since(info.ModTime()) > unusedFor {
			_ = os.Remove(filepath.Join(e.images, entry.Name()))
		}
	}
}

// imaged returns the files that an image each is of.
func (m Manifest) imaged() [][]string {
	all := [][]string{homeImageOf}
	for name := range maps.Keys(m.Files) {
		switch {
		case path.Dir(name) == modelDir:
			all = append(all, m.modelImageOf(name))
		case !slices.Contains(homeImageOf, name):
			all = append(all, []string{name})
		}
	}
	return all
}

// homeImageOf are the files of the image of sales and homes, which share names.
var homeImageOf = []string{salesName, dwellingsName, factsName, neighbourhoodsName}

// homeImage is that image.
type homeImage struct {
	Names          []*gevel.Names // by characteristic
	Held           []string       // the columns of the homes' own characteristics
	Sales          *market.Sales
	Dwellings      *dwellingTable
	Facts          *homeFacts
	Neighbourhoods *neighbourhoodTable
}

// keepHomes reads the tables of sales and of homes, by their image or by readHomes.
func (e *Edition) keepHomes(ctx context.Context) error {
	of := new(homeImage)
	open, err := e.keep(ctx, homeImageOf, of, func() error {
		if err := e.readHomes(ctx); err != nil {
			return err
		}
		*of = homeImage{Sales: e.sales, Dwellings: e.dwellings, Facts: e.facts, Neighbourhoods: e.neighbourhoods}
		for _, a := range e.sales.Attributes {
			of.Names = append(of.Names, a.Names)
		}
		for _, a := range e.dwellings.Attributes {
			of.Held = append(of.Held, a.Column)
		}
		return nil
	})
	if err != nil || open == nil {
		return err
	}
	of.Sales.Keep(open)
	e.sales, e.dwellings, e.facts, e.neighbourhoods = of.Sales, of.Dwellings, of.Facts, of.Neighbourhoods
	attributes := e.manifest.attributes()
	for k := range attributes {
		attributes[k].Names = of.Names[k]
	}
	e.sales.Attributes, e.sales.Roles = attributes, market.RolesOf(attributes)
	e.dwellings.Attributes = slices.DeleteFunc(slices.Clone(attributes), func(a gevel.Attribute) bool {
		return !slices.Contains(of.Held, a.Column)
	})
	e.dwellings.sources.known, e.neighbourhoods.sources = e.sources, e.sources
	return nil
}

// keepTable reads a table that stands alone, by its image or by read.
func keepTable[T any](ctx context.Context, e *Edition, name string, of *T, read func(context.Context, *table) (T, error)) error {
	_, err := e.keep(ctx, []string{name}, of, func() (err error) {
		*of, err = readFrom(ctx, filepath.Join(e.dir, name), read)
		return err
	})
	return err
}

// modelImageOf returns the files of the image of a model: all model files of one day, and the sales.
func (m Manifest) modelImageOf(name string) []string {
	of := []string{salesName}
	for other := range m.Files {
		if path.Dir(other) == modelDir && strings.TrimSuffix(other, path.Ext(other)) == strings.TrimSuffix(name, path.Ext(name)) {
			of = append(of, other)
		}
	}
	return of
}

// KeepModel fills what of points to by the image of a model as it was prepared for the edition's sales, or has read do
// it and writes the image. It returns the image, which who uses the model must hold; nil when of is what read made.
func (e *Edition) KeepModel(ctx context.Context, name string, of any, read func() error) (*image.Image, error) {
	return e.keep(ctx, e.manifest.modelImageOf(path.Join(modelDir, name)), of, read)
}
