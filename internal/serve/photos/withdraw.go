package photos

// Taking photos down: one photo for good, or all of a home until it is lifted. The record comes first: from then on
// nothing is served, even if what follows fails.

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// blockedFolder holds the pictures of blocked homes, so that URLs of a bucket's own find none.
const blockedFolder = "blocked/"

// Remove removes a photo: its URLs stop working before Remove returns, and importing its file again does not bring it
// back. It also removes what killed imports left of the picture. Errors: gevel.NotFound for an unknown id.
func (s *Store) Remove(ctx context.Context, id string, by Deed) error {
	unknown := &gevel.Error{Code: gevel.NotFound, Message: fmt.Sprintf("there is no photo %q", id)}
	home, content, ok := splitImageID(id)
	if !ok {
		return unknown
	}
	return s.update(ctx, home, func(ctx context.Context, c *catalogue) (bool, error) {
		there, err := s.IDs(ctx, home)
		if err != nil || !slices.Contains(there, id) {
			return false, cmp.Or[error](err, unknown)
		}
		i := c.index(entry{Content: content})
		by.Act, by.Home, by.Content = ActRemove, home, content
		if i >= 0 {
			by.Original = c.Images[i].Original
			c.Images = slices.Delete(c.Images, i, i+1)
		}
		if err := s.note(ctx, &c.gone, by); err != nil {
			return false, err
		}
		for _, folder := range []string{imagesFolder, blockedFolder} {
			if err := s.removePicture(ctx, folder, home, content); err != nil {
				return false, fmt.Errorf("remove photo %s: %w", id, err)
			}
		}
		return i >= 0, nil
	})
}

// IDs returns the ids of all pictures of a home, also of one that is blocked and of what a killed import left.
func (s *Store) IDs(ctx context.Context, home gevel.BAGID) (ids []string, err error) {
	c, err := s.readNamed(ctx, home)
	if err != nil {
		return nil, err
	}
	for _, e := range c.Images {
		ids = append(ids, string(home)+"-"+e.Content)
	}
	for _, folder := range []string{imagesFolder, blockedFolder} {
		for key, err := range s.bucket.List(ctx, folderIn(folder, home)) {
			if err != nil {
				return nil, fmt.Errorf("list photos: %w", err)
			}
			if isPicture(key) {
				ids = append(ids, string(home)+"-"+strings.TrimSuffix(path.Base(key), imageSuffix))
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// removePicture removes a picture and its drafts. The lock must be held, so no draft has a writer.
func (s *Store) removePicture(ctx context.Context, folder string, home gevel.BAGID, content string) error {
	for key, err := range s.bucket.List(ctx, folderIn(folder, home)) {
		if _, object, ours := objectOf(key); err == nil && ours && object == keyIn(folder, home, content) {
			_, err = s.remove(ctx, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Block withdraws all photos of a home: nothing of it is served, listed or added until Unblock. Doing it again moves
// away what a restore brought back.
func (s *Store) Block(ctx context.Context, home gevel.BAGID, by Deed) error {
	return s.update(ctx, home, func(ctx context.Context, c *catalogue) (bool, error) {
		by.Act, by.Home = ActBlock, home
		if err := s.note(ctx, &c.gone, by); err != nil {
			return false, err
		}
		return false, s.moveAll(ctx, home, imagesFolder, blockedFolder)
	})
}

// Unblock lifts what Block did. Error: gevel.NotFound for a home that is not blocked.
func (s *Store) Unblock(ctx context.Context, home gevel.BAGID, by Deed) error {
	return s.update(ctx, home, func(ctx context.Context, c *catalogue) (bool, error) {
		if !c.gone.blocked {
			return false, &gevel.Error{Code: gevel.NotFound, Message: fmt.Sprintf("home %s is not blocked", home)}
		}
		if err := s.moveAll(ctx, home, blockedFolder, imagesFolder); err != nil {
			return false, err
		}
		by.Act, by.Home = ActUnblock, home
		return false, s.note(ctx, &c.gone, by)
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
