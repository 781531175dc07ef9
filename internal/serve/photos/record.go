package photos

// The record of what was withdrawn: who removed a photo or blocked a home, when and why. Each deed is an object of its
// own that nothing changes or replaces, so a back-up that is copied over a store takes none away:
//
//	record/0518/34/0518010000001234/20240517T120000.000000000Z-remove-<content>-<original>-<earlier>.json
//	record/0518/34/0518010000001234/20240517T120000.000000000Z-block.json
//
// The names alone say what holds: a picture that was removed stays away, and so do its file and the pictures that earlier
// encoders made of it; a home is blocked if the last of the deeds that say so does. A home that has blocked pictures and
// no such deed has lost its record, and counts as blocked.

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
)

// recordFolder holds the record.
const recordFolder = "record/"

// stampLayout is the time of a deed in its name; names sort by time.
const stampLayout = "20060102T150405.000000000Z"

// Act is what a deed does.
type Act string

// The acts of the record.
const (
	ActRemove  Act = "remove"
	ActBlock   Act = "block"
	ActUnblock Act = "unblock"
)

// Deed is one object of the record. Callers give At, By and Why.
type Deed struct {
	At       time.Time   `json:"at"`
	Act      Act         `json:"act"`
	Home     gevel.BAGID `json:"home"`
	Content  string      `json:"content,omitempty"`  // of the picture that was removed
	Original string      `json:"original,omitempty"` // hash of the file that it was made of
	Earlier  []string    `json:"earlier,omitempty"`  // what earlier encoders made of that
	By       string      `json:"by"`
	Why      string      `json:"why,omitempty"`
}

// mostEarlier keeps a deed's name within what file systems allow.
const mostEarlier = 4

// withdrawn is what the record says of a home.
type withdrawn struct {
	blocked bool
	lifted  bool            // a block was
	lost    bool            // pictures are blocked, and the record does not say why
	removed map[string]bool // hashes of pictures, and of the files that they were made of
	last    string          // time of the last deed
}

// withdrawn reads the names of a home's record, and whether pictures of it are blocked. Errors name no home.
func (s *Store) withdrawn(ctx context.Context, home gevel.BAGID) (w withdrawn, err error) {
	var names, blocked []string
	both, asking := errgroup.WithContext(ctx) // a bucket takes its time for each
	both.Go(func() (err error) { names, err = s.bucket.Names(asking, folderIn(recordFolder, home)); return err })
	if !s.known.lacks(home, blockedFolder) { // a block since then is on record
		both.Go(func() (err error) { blocked, err = s.bucket.Names(asking, folderIn(blockedFolder, home)); return err })
	}
	if err := both.Wait(); err != nil {
		return w, fmt.Errorf("read the record of photos: %w", withoutPath(err))
	}
	slices.Sort(names)
	for _, name := range names {
		w.apply(name)
	}
	w.lost = !w.blocked && !w.lifted && slices.ContainsFunc(blocked, isPictureName)
	w.blocked = w.blocked || w.lost
	return w, nil
}

// apply adds what a name says; a draft says nothing.
func (w *withdrawn) apply(name string) {
	name, whole := strings.CutSuffix(name, catalogueSuffix)
	parts := strings.Split(name, "-")
	if !whole || len(parts) < 2 {
		return
	}
	switch Act(parts[1]) {
	case ActBlock:
		w.blocked, w.lifted = true, false
	case ActUnblock:
		w.blocked, w.lifted = false, true
	case ActRemove:
		if w.removed == nil {
			w.removed = map[string]bool{}
		}
		for _, hash := range parts[2:] {
			w.removed[hash] = true
		}
	}
	w.last = parts[0]
}

// check refuses a picture, or the file that it is made of, that is withdrawn; of a removed one only unless again.
func (w *withdrawn) check(hash string, again bool) error {
	switch {
	case w.blocked:
		return Refuse(reasonBlocked, "the home is blocked")
	case w.removed[hash] && !again:
		return Refuse(reasonRemoved, "the photo was removed, and --removed-too was not given")
	}
	return nil
}

// note adds a deed to the record, later than all others of the home whatever the clocks of machines say. The lock must
// be held.
func (s *Store) note(ctx context.Context, w *withdrawn, d Deed) error {
	d.At = d.At.UTC()
	if last, err := time.Parse(stampLayout, w.last); err == nil && !d.At.After(last) {
		d.At = last.Add(time.Nanosecond)
	}
	name := d.At.Format(stampLayout) + "-" + string(d.Act)
	d.Earlier = d.Earlier[max(0, len(d.Earlier)-mostEarlier):]
	for _, hash := range append([]string{d.Content, d.Original}, d.Earlier...) {
		if hash != "" {
			name += "-" + hash
		}
	}
	data, err := json.Marshal(d)
	if err == nil {
		err = s.bucket.Write(ctx, folderIn(recordFolder, d.Home)+name+catalogueSuffix, data)
	}
	if err != nil {
		return fmt.Errorf("record what is withdrawn of %s: %w", d.Home, err)
	}
	w.apply(name + catalogueSuffix)
	return nil
}

// Record yields the deeds of a home in order of time, of all homes for "".
func (s *Store) Record(ctx context.Context, home gevel.BAGID) iter.Seq2[Deed, error] {
	folder := recordFolder
	if home != "" {
		folder = folderIn(recordFolder, home)
	}
	return func(yield func(Deed, error) bool) {
		for key, err := range s.bucket.List(ctx, folder) {
			var d Deed
			if err == nil && !strings.HasSuffix(key, catalogueSuffix) {
				continue
			}
			if err == nil {
				var data []byte
				if data, err = s.bucket.Read(ctx, key); err == nil {
					err = json.Unmarshal(data, &d)
				}
			}
			if err != nil {
				err = fmt.Errorf("read the record of photos, %s: %w", key, err)
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}
