package photos

// The catalogue of a home: a small JSON object that lists its pictures.

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
)

// catalogueFormat is the version that this program writes.
const catalogueFormat = 1

// encoder is the version of what turns files into pictures. An import makes pictures of another version anew.
const encoder = 3

type catalogue struct {
	Format int         `json:"format"`
	Home   gevel.BAGID `json:"home"`
	Images []entry     `json:"images"`
	Sum    string      `json:"sum,omitempty"` // of all else; one of an older program has none

	filed bool      // it was read, or is written
	gone  withdrawn // what the record says; pictures that were removed are no longer among Images
}

// encode writes a catalogue with its sum.
func (c catalogue) encode() ([]byte, error) {
	var err error
	if c.Sum, err = c.sum(); err != nil {
		return nil, err
	}
	return json.Marshal(c)
}

func (c catalogue) sum() (string, error) {
	c.Sum = ""
	text, err := json.Marshal(c)
	of := sha256.Sum256(text)
	return hex.EncodeToString(of[:8]), err
}

// entry is one picture. Original is the hash of its source file: it identifies the same file without decoding
// it, even when a newer encoder would give other bytes. Encoder is the version of the one that made the picture. Earlier
// are pictures that this one replaced: they go with it.
type entry struct {
	Content  string          `json:"content"`
	Earlier  []string        `json:"earlier,omitempty"`
	Original string          `json:"original"`
	Encoder  int             `json:"encoder,omitempty"`
	Kind     gevel.ImageKind `json:"kind"`
	TakenAt  time.Time       `json:"taken_at"`
	Guess    bool            `json:"guess,omitempty"` // taken_at is the file's own time
	Source   string          `json:"source"`
	Seen     *Seen           `json:"seen,omitempty"` // of a view from the street
}

// Of returns the photos of a home, by the id of its object, the newest first; none of a home that is blocked. No photos
// is no error. Errors name no home: the service logs them.
func (s *Store) Of(ctx context.Context, home gevel.BAGID) ([]gevel.Image, error) {
	c, err := s.read(ctx, home)
	if err != nil {
		return nil, err
	}
	return c.images(), nil
}

// All yields every photo, by home, and the photos of a home newest first. An error names the catalogue that can't be read,
// and the others follow.
func (s *Store) All(ctx context.Context) iter.Seq2[gevel.Image, error] {
	return func(yield func(gevel.Image, error) bool) {
		for key, err := range s.bucket.List(ctx, homesFolder) {
			if err != nil {
				yield(gevel.Image{}, fmt.Errorf("list photos: %w", err))
				return
			}
			if strings.HasSuffix(key, catalogueSuffix) && !s.yieldHome(ctx, key, yield) {
				return
			}
		}
	}
}

func (s *Store) yieldHome(ctx context.Context, key string, yield func(gevel.Image, error) bool) bool {
	images, err := s.Of(ctx, gevel.BAGID(strings.TrimSuffix(path.Base(key), catalogueSuffix)))
	if err != nil {
		return yield(gevel.Image{}, fmt.Errorf("%s: %w", key, err)) && errors.Is(err, errCatalogue)
	}
	for _, image := range images {
		if !yield(image, nil) {
			return false
		}
	}
	return true
}

// readNamed is read for callers that may see which home an error is about: its errors name the catalogue.
func (s *Store) readNamed(ctx context.Context, home gevel.BAGID) (catalogue, error) {
	c, err := s.read(ctx, home)
	if err != nil && isHome(home) {
		err = fmt.Errorf("%s: %w", catalogueKey(home), err)
	}
	return c, err
}

// salvage is readNamed for what needs the record alone: a damaged catalogue has no photos.
func (s *Store) salvage(ctx context.Context, home gevel.BAGID) (c catalogue, damaged bool, err error) {
	c, err = s.readNamed(ctx, home)
	if err == nil || !isHome(home) || ctx.Err() != nil || bucket.IsAway(err) {
		return c, false, err
	}
	gone, err := s.withdrawn(ctx, home)
	return catalogue{Home: home, gone: gone}, true, err
}

// errCatalogue is the error for one catalogue that can't be used; others can.
var errCatalogue = errors.New("read a photo catalogue")

// read returns the catalogue of a home, empty when there is none. Errors name neither the home nor the
// catalogue's content.
func (s *Store) read(ctx context.Context, home gevel.BAGID) (catalogue, error) {
	c := catalogue{Format: catalogueFormat, Home: home}
	if !isHome(home) {
		return c, &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("%q is no id of a home", home)}
	}
	var data []byte
	var err error
	both, asking := errgroup.WithContext(ctx) // a bucket takes its time for each
	both.Go(func() (err error) { c.gone, err = s.withdrawn(asking, home); return err })
	both.Go(func() error { data, err = s.bucket.Read(ctx, catalogueKey(home)); return nil })
	if fault := both.Wait(); fault != nil {
		return c, fault
	}
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if bucket.IsAway(err) || ctx.Err() != nil {
		return c, fmt.Errorf("read a photo catalogue: %w", withoutPath(err))
	}
	if err == nil {
		err = c.decode(data, home)
	}
	if err != nil {
		return c, fmt.Errorf("%w: %w", errCatalogue, withoutPath(err))
	}
	s.known.learn(home, data)
	c.Images = slices.DeleteFunc(c.Images, func(e entry) bool { return c.gone.removed[e.Content] })
	return c, nil
}

// decode reads the catalogue of a home.
func (c *catalogue) decode(data []byte, home gevel.BAGID) error {
	if json.Unmarshal(data, c) != nil { // its error may quote the content
		return errors.New("it is damaged, it is not the JSON of a catalogue")
	}
	c.filed = true
	return c.check(home)
}

// check refuses a catalogue of another home, or of a later version.
func (c catalogue) check(home gevel.BAGID) error {
	if c.Format != catalogueFormat {
		return fmt.Errorf("format %d, this program reads format %d", c.Format, catalogueFormat)
	}
	if c.Home != home {
		return errors.New("it is of another home")
	}
	if sum, err := c.sum(); err != nil || c.Sum != "" && c.Sum != sum {
		return errors.New("it is damaged: its sum is another")
	}
	for i, e := range c.Images {
		if !isContent(e.Content) {
			return fmt.Errorf("image %d has no content hash", i)
		}
	}
	return nil
}

// update changes the catalogue of a home; change returns whether it did.
func (s *Store) update(ctx context.Context, home gevel.BAGID, change func(context.Context, *catalogue) (bool, error)) error {
	return s.locked(ctx, home, func(ctx context.Context) error {
		c, err := s.readNamed(ctx, home)
		if err != nil {
			return err
		}
		changed, err := change(ctx, &c)
		if err != nil || !changed {
			return err
		}
		return s.write(ctx, &c)
	})
}

// locked works on a home while no other writer does.
func (s *Store) locked(ctx context.Context, home gevel.BAGID, work func(context.Context) error) error {
	if !isHome(home) { // nothing to lock
		_, err := s.read(ctx, home)
		return err
	}
	ctx, unlock, err := s.writing.Lock(ctx, home)
	if err != nil {
		return fmt.Errorf("lock photo catalogues: %w", err)
	}
	defer unlock()
	return work(ctx)
}

func (s *Store) write(ctx context.Context, c *catalogue) error {
	data, err := c.encode()
	if err != nil {
		return err
	}
	if err := s.bucket.Write(ctx, catalogueKey(c.Home), data); err != nil {
		return fmt.Errorf("write photo catalogue of %s: %w", c.Home, err)
	}
	s.known.learn(c.Home, data)
	c.filed = true
	return nil
}

func (c catalogue) images() []gevel.Image {
	if len(c.Images) == 0 || c.gone.blocked {
		return nil
	}
	images := make([]gevel.Image, len(c.Images))
	for i, e := range c.Images {
		images[i] = gevel.Image{
			ID: imageID(c.Home, e.Content), ObjectID: c.Home,
			Kind: gevel.ImageKind(gevel.Printable(string(e.Kind))), TakenAt: e.TakenAt, Source: gevel.Printable(e.Source),
			Guess: e.Guess, Street: e.Seen != nil,
		}
	}
	slices.SortFunc(images, func(a, b gevel.Image) int {
		switch {
		case a.Guess && !b.Guess:
			return 1
		case b.Guess && !a.Guess:
			return -1
		}
		return cmp.Or(b.TakenAt.Compare(a.TakenAt), cmp.Compare(a.ID, b.ID))
	})
	return images
}
