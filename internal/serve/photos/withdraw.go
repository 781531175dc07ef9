package photos

// Taking photos down: one photo for good, or all of a home until it is lifted. The record comes first: from then on
// nothing is served, even if what follows fails.

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// blockedFolder holds the pictures of blocked homes, so that URLs of a bucket's own find none.
const blockedFolder = "blocked/"

// pictureFolders are the folders that hold pictures.
var pictureFolders = []string{imagesFolder, blockedFolder}

// Remove removes a photo: its URLs stop working before Remove returns, and importing its file again does not bring it
// back. It also removes what killed imports left of the picture, and works where the catalogue is damaged. Errors:
// gevel.NotFound for an unknown id.
func (s *Store) Remove(ctx context.Context, id string, by Deed) error {
	unknown := &gevel.Error{Code: gevel.NotFound, Message: fmt.Sprintf("there is no photo %q", id)}
	home, content, ok := splitImageID(id)
	if !ok {
		return unknown
	}
	return s.locked(ctx, home, func(ctx context.Context) error {
		c, _, err := s.salvage(ctx, home)
		if err != nil {
			return err
		}
		there, err := s.idsOf(ctx, c)
		if err != nil || !slices.Contains(there, id) {
			return cmp.Or[error](err, unknown)
		}
		return s.takeDown(ctx, &c, content, by)
	})
}

// takeDown records that a picture is removed, and removes it. The lock must be held.
func (s *Store) takeDown(ctx context.Context, c *catalogue, content string, by Deed) error {
	i := c.index(entry{Content: content})
	by.Act, by.Home, by.Content = ActRemove, c.Home, content
	gone := []string{content}
	if i >= 0 {
		by.Original, by.Earlier = c.Images[i].Original, c.Images[i].Earlier
		gone = c.Images[i].history()
	}
	if err := s.note(ctx, &c.gone, by); err != nil {
		return err
	}
	for _, folder := range pictureFolders {
		if err := s.removePictures(ctx, folder, c.Home, gone); err != nil {
			return fmt.Errorf("remove photo %s: %w", imageID(c.Home, content), err)
		}
	}
	if i < 0 {
		return nil
	}
	c.Images = slices.Delete(c.Images, i, i+1)
	return cmp.Or(s.write(ctx, c), s.forget(ctx, c.Home))
}

// IDs returns the ids of all pictures of a home, also of one that is blocked or whose catalogue is damaged, and of what a
// killed import left.
func (s *Store) IDs(ctx context.Context, home gevel.BAGID) ([]string, error) {
	c, _, err := s.salvage(ctx, home)
	if err != nil {
		return nil, err
	}
	return s.idsOf(ctx, c)
}

// idsOf returns the ids of the pictures of a catalogue, and of those that lie in the home's folders.
func (s *Store) idsOf(ctx context.Context, c catalogue) (ids []string, err error) {
	for _, e := range c.Images {
		ids = append(ids, imageID(c.Home, e.Content))
	}
	for _, folder := range pictureFolders {
		names, err := s.bucket.Names(ctx, folderIn(folder, c.Home))
		if err != nil {
			return nil, fmt.Errorf("list photos: %w", err)
		}
		for _, name := range names {
			if isPictureName(name) {
				ids = append(ids, imageID(c.Home, strings.TrimSuffix(name, imageSuffix)))
			}
		}
	}
	return list.InOrder(ids), nil
}

// removePictures removes pictures and their drafts. The lock must be held, so no draft has a writer.
func (s *Store) removePictures(ctx context.Context, folder string, home gevel.BAGID, contents []string) error {
	for key, err := range s.bucket.List(ctx, folderIn(folder, home)) {
		_, object, ours := objectOf(key)
		if err == nil && ours && slices.ContainsFunc(contents, func(c string) bool { return object == keyIn(folder, home, c) }) {
			_, err = s.remove(ctx, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Block withdraws all photos of a home: nothing of it is served, listed or added until Unblock. Doing it again moves
// away what a restore brought back. Neither needs the catalogue.
func (s *Store) Block(ctx context.Context, home gevel.BAGID, by Deed) error {
	err := s.withdraw(ctx, home, func(ctx context.Context, w *withdrawn) error {
		deed := by
		deed.Act, deed.Home = ActBlock, home
		if err := s.note(ctx, w, deed); err != nil {
			return err
		}
		return s.moveAll(ctx, home, imagesFolder, blockedFolder)
	})
	return cmp.Or(err, s.removeShowing(ctx, home, by))
}

// Unblock lifts what Block did. Error: gevel.NotFound for a home that is not blocked.
func (s *Store) Unblock(ctx context.Context, home gevel.BAGID, by Deed) error {
	return s.withdraw(ctx, home, func(ctx context.Context, w *withdrawn) error {
		if !w.blocked {
			return &gevel.Error{Code: gevel.NotFound, Message: fmt.Sprintf("home %s is not blocked", home)}
		}
		if err := s.moveAll(ctx, home, blockedFolder, imagesFolder); err != nil {
			return err
		}
		by.Act, by.Home = ActUnblock, home
		return s.note(ctx, w, by)
	})
}

// withdraw works on the record of a home under its lock.
func (s *Store) withdraw(ctx context.Context, home gevel.BAGID, work func(context.Context, *withdrawn) error) error {
	return s.locked(ctx, home, func(ctx context.Context) error {
		w, err := s.withdrawn(ctx, home)
		if err != nil {
			return err
		}
		return work(ctx, &w)
	})
}

// moveAll moves the pictures of a home to another folder. The lock must be held.
func (s *Store) moveAll(ctx context.Context, home gevel.BAGID, from, to string) error {
	for key, err := range s.bucket.List(ctx, folderIn(from, home)) {
		if err == nil && isPicture(key) {
			err = s.move(ctx, key, to)
		}
		if err != nil {
			return fmt.Errorf("move the photos of %s: %w", home, err)
		}
	}
	return nil
}

// move moves a picture to another folder.
func (s *Store) move(ctx context.Context, key, to string) error {
	data, err := s.bucket.Read(ctx, key)
	if err != nil {
		return err
	}
	_, below, _ := strings.Cut(key, "/")
	if err := s.bucket.Write(ctx, to+below, data); err != nil {
		return err
	}
	_, err = s.remove(ctx, key)
	return err
}
