package photos

// What a killed import leaves behind: a complete or partial draft of a picture or a catalogue, or a picture
// that no catalogue names yet. These are copies of pictures, which must not outlive a removal.
//
// A writer holds the lock, and the system releases the locks of killed processes. So a draft that exists
// while we hold the lock has no writer.

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
)

// Clear removes from the bucket what killed imports left. It searches without the lock, and takes the lock of
// each home that has something to remove. A home whose catalogue can't be read keeps everything, and is named
// in the error.
//
// Errors: gevel.Invalid when there are pictures but no catalogue names any, unless s has just removed one
// that was named: the folder may have lost its catalogues.
func (s *Store) Clear(ctx context.Context) error {
	if s3, ok := s.bucket.(*bucket.S3); ok {
		return s.clearLocked(ctx, s3)
	}
	found := leftovers{store: s, of: map[gevel.BAGID][]string{}}
	err := errors.Join(found.drafts(ctx), found.pictures(ctx))
	if found.filed == 0 && found.unfiled > 1 && !s.tookDown.Load() { // a killed import leaves one
		return errors.Join(err, gevel.Refusal("restore "+homesFolder+" of the photo folder, or delete its "+imagesFolder+" too",
			"there are %d pictures and no catalogue that names any of them", found.unfiled))
	}
	for home, keys := range found.of {
		err = errors.Join(err, s.update(ctx, home, func(ctx context.Context, c *catalogue) (bool, error) {
			return false, s.clear(ctx, *c, keys)
		}))
	}
	return err
}

// clearHome removes the leftovers among the pictures of a home. The lock must be held.
func (s *Store) clearHome(ctx context.Context, c catalogue) error {
	for key, err := range s.bucket.List(ctx, imageFolder(c.Home)) {
		if err == nil {
			err = s.clear(ctx, c, []string{key})
		}
		if err != nil {
			return fmt.Errorf("clear the pictures of %s: %w", c.Home, err)
		}
	}
	return nil
}

// clear removes those keys that are leftovers. The lock must be held.
func (s *Store) clear(ctx context.Context, c catalogue, keys []string) error {
	for _, key := range keys {
		if _, _, ours := objectOf(key); !ours || c.holds(key) {
			continue
		}
		if _, err := s.remove(ctx, key); err != nil {
			return fmt.Errorf("remove what is left over of a photo of %s: %w", c.Home, err)
		}
	}
	return nil
}

// leftovers are possible leftovers. They are found without the lock, so a picture among them may be one that
// is being added.
type leftovers struct {
	store          *Store
	of             map[gevel.BAGID][]string // keys by home
	filed, unfiled int                      // complete pictures, in a catalogue or in none
}

// drafts finds drafts of catalogues.
func (l *leftovers) drafts(ctx context.Context) error {
	for key, err := range l.store.bucket.List(ctx, homesFolder) {
		if err != nil {
			return fmt.Errorf("list photo catalogues: %w", err)
		}
		if home, object, ours := objectOf(key); ours && key != object {
			l.of[home] = append(l.of[home], key)
		}
	}
	return nil
}

// pictures finds pictures and drafts of pictures that are in no catalogue.
func (l *leftovers) pictures(ctx context.Context) (faults error) {
	var c catalogue
	var unread error
	for key, err := range l.store.bucket.List(ctx, imagesFolder) {
		if err != nil {
			return errors.Join(faults, fmt.Errorf("list photos: %w", err))
		}
		home, object, ours := objectOf(key)
		if !ours {
			continue
		}
		if home != c.Home { // the pictures of a home are listed together
			c, unread = l.store.readNamed(ctx, home)
			c.Home = home
			faults = errors.Join(faults, unread)
		}
		if unread == nil {
			l.note(c, key, object)
		}
	}
	return faults
}

func (l *leftovers) note(c catalogue, key, object string) {
	switch {
	case c.holds(key):
		l.filed++
		return
	case key == object:
		l.unfiled++
	}
	l.of[c.Home] = append(l.of[c.Home], key)
}

// holds reports whether key is the catalogue itself, or a picture in it.
func (c catalogue) holds(key string) bool {
	return key == catalogueKey(c.Home) || slices.ContainsFunc(c.Images, func(e entry) bool {
		return key == imageKey(c.Home, e.Content)
	})
}

// objectOf returns the object that a key is, or is a draft of, and its home. A draft's name is its object's
// with a suffix, and perhaps a full stop in front. Not ours: any other name.
func objectOf(key string) (home gevel.BAGID, object string, ours bool) {
	folder, name := path.Split(key)
	name = strings.TrimPrefix(name, ".")
	stem, _, _ := strings.Cut(name, ".")
	if strings.HasPrefix(key, homesFolder) {
		if home = gevel.BAGID(stem); isHome(home) {
			object = catalogueKey(home)
		}
	} else if home = gevel.BAGID(path.Base(folder)); isHome(home) && isContent(stem) {
		object = imageKey(home, stem)
	}
	return home, object, object != "" && strings.HasPrefix(folder+name, object)
}
