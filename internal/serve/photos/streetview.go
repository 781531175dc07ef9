package photos

// Front views that are cut out of pictures of the street. A home has one at most, and one that somebody named comes first.

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos/colour"
)

// StreetView is a part of a picture of the street that shows the front of a home.
type StreetView struct {
	Home    gevel.BAGID // id of the object
	Name    string      // of its own among the views of the picture
	Cut     func(upright image.Image) image.Image
	TakenAt time.Time
	Guess   bool
	Source  string
	Seen    Seen
	Again   bool // also if it was removed
}

// Seen says how a view shows its home.
type Seen struct {
	Distance float64       `json:"distance"` // of the camera, metres
	Angle    float64       `json:"angle"`    // off the wall's normal, degrees
	Chance   float64       `json:"chance"`   // that its middle is on the home's wall, by the errors that were stated
	Share    float64       `json:"share"`    // of the walls in it that are the home's building's
	Building gevel.BAGID   `json:"building,omitempty"`
	Units    int           `json:"units"`           // homes in the building: one view serves them all
	Shows    []gevel.BAGID `json:"shows,omitempty"` // other homes that fill more than a tenth of the walls
}

// comesBefore reports whether a view replaces another: the newer one, unless the other alone is beyond doubt.
func (e entry) comesBefore(other entry) bool {
	const beyondDoubt = 0.9995
	if sure := e.Seen.Chance >= beyondDoubt; sure != (other.Seen.Chance >= beyondDoubt) {
		return sure
	}
	return cmp.Or(other.TakenAt.Compare(e.TakenAt), cmp.Compare(other.Seen.Chance, e.Seen.Chance),
		cmp.Compare(other.Original, e.Original)) < 0
}

// streetEntry returns the index of the view from the street, -1 for none.
func (c *catalogue) streetEntry() int {
	return slices.IndexFunc(c.Images, func(e entry) bool { return e.Seen != nil })
}

// Added is what AddStreet did with a view.
type Added struct {
	New, Replaced bool
	Reason        string // why it is not used, "" where it is or a better one is there
	Message       string
}

// AddStreet files views that are cut out of one picture. It decodes the picture only if one of them is new. Errors: of the
// picture or the store; what is wrong with one view is in Added.
func (s *Store) AddStreet(ctx context.Context, file []byte, views []StreetView) ([]Added, error) {
	done := make([]Added, len(views))
	entries := make([]entry, len(views))
	var wanted []int
	for i, v := range views {
		seen := v.Seen
		entries[i] = entry{
			Original: contentOf([]byte(contentOf(file) + v.Name)), Encoder: encoder, Kind: gevel.ImageFront,
			TakenAt: v.TakenAt.UTC().Truncate(time.Second), Guess: v.Guess, Source: v.Source, Seen: &seen,
		}
		c, err := s.readNamed(ctx, v.Home)
		if err == nil {
			err = s.mayShow(ctx, &c, &entries[i], v.Again)
		}
		if err = passed(err); err == nil {
			if at := c.streetEntry(); at < 0 || entries[i].comesBefore(c.Images[at]) {
				wanted = append(wanted, i)
			}
			continue
		}
		var ok bool
		if done[i].Reason, done[i].Message, ok = RejectReason(err); !ok {
			return done, err
		}
	}
	if len(wanted) == 0 {
		return done, nil
	}
	return done, s.decode(ctx, file, func(upright image.Image, space *colour.Space) error {
		if way := readEXIF(file).orientation; turns[way] != nil {
			upright = scaled(upright, upright.Bounds().Size(), way)
		}
		for _, i := range wanted {
			picture, err := encoded(views[i].Cut(upright), orientationUpright, space)
			if err != nil {
				return err
			}
			if done[i], err = s.fileStreet(ctx, views[i], entries[i], picture); err != nil {
				return err
			}
		}
		return nil
	})
}

// mayShow refuses a view of a home that is blocked, or in which one that is fills a part, or that was removed.
func (s *Store) mayShow(ctx context.Context, c *catalogue, e *entry, again bool) error {
	if err := c.gone.check(e.Original, again); err != nil {
		return err
	}
	for _, other := range e.Seen.Shows {
		w, err := s.withdrawn(ctx, other)
		if err != nil {
			return err
		}
		if w.blocked {
			return Refuse(reasonBlocked, "a home beside it is blocked")
		}
	}
	return nil
}

// fileStreet files a view in place of the one before.
func (s *Store) fileStreet(ctx context.Context, v StreetView, e entry, picture []byte) (did Added, err error) {
	e.Content = contentOf(picture)
	outdated := ""
	err = s.update(ctx, v.Home, func(ctx context.Context, c *catalogue) (bool, error) {
		if err := cmp.Or(s.mayShow(ctx, c, &e, v.Again), c.gone.check(e.Content, v.Again)); err != nil {
			return false, err
		}
		if v.Again {
			picture, e.Content = c.revived(picture, e.Content)
		}
		was := c.streetEntry()
		if was >= 0 && !e.comesBefore(c.Images[was]) {
			return false, nil
		}
		for _, other := range e.Seen.Shows {
			if err := s.bucket.Write(ctx, shownKey(other, v.Home, e.Content), nil); err != nil {
				return false, fmt.Errorf("note what a photo shows: %w", err)
			}
		}
		if err := s.filePicture(ctx, c, prepared{entry: e, home: v.Home, bytes: picture}, true, new(outcome)); err != nil {
			return false, err
		}
		if did.New = true; was >= 0 {
			outdated, did.Replaced, did.New = c.Images[was].Content, true, false
			e.Earlier = c.Images[was].history()
			c.Images = slices.Delete(c.Images, was, was+1)
		}
		c.Images = append(c.Images, e)
		return true, nil
	})
	if reason, message, ok := RejectReason(passed(err)); ok {
		return Added{Reason: reason, Message: message}, nil
	}
	if err == nil && outdated != "" && outdated != e.Content {
		err = s.locked(ctx, v.Home, func(ctx context.Context) error {
			_, err := s.remove(ctx, imageKey(v.Home, outdated))
			return err
		})
	}
	return did, err
}

// shownFolder notes of each home the pictures of others that show it, so that blocking it finds them:
//
//	shown/0518/34/0518010000001234/<id of the picture>.json
const shownFolder = "shown/"

func shownKey(shown, home gevel.BAGID, content string) string {
	return folderIn(shownFolder, shown) + imageID(home, content) + catalogueSuffix
}

// removeShowing removes the pictures of other homes that show a home, for good: they are its neighbours' views, and were
// not asked about.
func (s *Store) removeShowing(ctx context.Context, home gevel.BAGID, by Deed) error {
	names, err := s.bucket.Names(ctx, folderIn(shownFolder, home))
	if err != nil {
		return fmt.Errorf("list photos that show %s: %w", home, err)
	}
	for _, name := range names {
		err := s.Remove(ctx, strings.TrimSuffix(path.Base(name), catalogueSuffix), by)
		if err != nil && gevel.CodeOf(err) != gevel.NotFound { // one that another replaced
			return err
		}
	}
	return nil
}
