package photos

// Whether a store is whole: each picture is named by the catalogue of its home, each picture that a catalogue names is
// there, and its bytes fit its name.
//
// A catalogue is there before the first picture of its home, and stays when the last one is removed. So a home that has
// pictures and no catalogue has lost it. Where there is one, a picture that it does not name, or a draft, is what a
// killed import left; or the catalogue is older than the picture, after a restore. So leftovers are deleted only where
// that alone is asked for.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/num/list"
)

// Fault says what is wrong with an object of a store.
type Fault string

// The faults of a store.
const (
	LostCatalogue    Fault = "lost_catalogue"    // the home has pictures
	DamagedCatalogue Fault = "damaged_catalogue" // its photos can't be answered
	LostPicture      Fault = "lost_picture"      // the catalogue names it
	LostRecord       Fault = "lost_record"       // pictures of the home are blocked: it counts as blocked
	DamagedPicture   Fault = "damaged_picture"   // its bytes do not fit its name, so it is not served
	Leftover         Fault = "leftover"          // no catalogue names it: a kill left it, or the catalogue is older
	Withdrawn        Fault = "withdrawn"         // a restore brought back what was removed; it is not served
	Misplaced        Fault = "misplaced"         // of a home that is blocked and among the others, or the other way round
	UnknownFile      Fault = "unknown_file"      // not of gevel, and left alone
)

// Finding is an object that is not as it should be.
type Finding struct {
	Fault   Fault
	Key     string
	Cleared bool // deleted, or moved to its place
}

// Verification is how a store is verified.
type Verification struct {
	NamesOnly bool // do not read the pictures
	Clear     bool // delete what is withdrawn, and move what is misplaced
	Leftovers bool // delete what is left over
	Found     func(Finding) error
}

// Verified counts the homes and pictures of a store.
type Verified struct{ Homes, Pictures int }

// verifyWorkers is how many homes are verified at once: a bucket takes its time for each request.
const verifyWorkers = 8

// Verify looks at all that is in the store and hands each finding on, in order. It writes nothing without
// Clear or Leftovers.
func (s *Store) Verify(ctx context.Context, v Verification) (done Verified, err error) {
	return done, pipeline.Stages[*homeKeys]{
		Read: func(ctx context.Context, hand func(*homeKeys) error) error { return s.eachHome(ctx, hand) },
		Work: func(ctx context.Context, h *homeKeys) error { return s.examine(ctx, h, v) },
		Write: func(h *homeKeys) error {
			if h.home != "" {
				done.Homes++
				done.Pictures += h.pictures
			}
			for _, f := range h.found {
				if err := v.Found(f); err != nil {
					return err
				}
			}
			return nil
		},
		Workers: verifyWorkers,
	}.Run(ctx)
}

// homeKeys are the keys of all objects of one home; without a home, of the files that belong to none.
type homeKeys struct {
	home     gevel.BAGID
	keys     []string
	pictures int
	found    []Finding
}

// eachHome hands the homes on, by shard and id.
func (s *Store) eachHome(ctx context.Context, hand func(*homeKeys) error) error {
	municipalities, err := s.names(ctx, "", hand)
	for _, municipality := range municipalities {
		var shards []string
		if shards, err = s.names(ctx, municipality+"/", hand); err != nil {
			break
		}
		for _, last := range shards {
			if err := s.eachOf(ctx, municipality+"/"+last+"/", hand); err != nil {
				return err
			}
		}
	}
	return err
}

// homeFolders are the folders that hold homes.
var homeFolders = []string{homesFolder, imagesFolder, blockedFolder}

// names returns the folders of numbers below a folder of homeFolders, in any of them. It hands on what else lies there.
func (s *Store) names(ctx context.Context, below string, hand func(*homeKeys) error) (all []string, err error) {
	for _, folder := range homeFolders {
		names, err := s.bucket.Names(ctx, folder+below)
		if err != nil {
			return nil, fmt.Errorf("list photos: %w", err)
		}
		for _, name := range names {
			if strings.Trim(name, "0123456789") == "" {
				all = append(all, name)
			} else if err := hand(&homeKeys{keys: []string{folder + below + name}}); err != nil {
				return nil, err
			}
		}
	}
	return list.InOrder(all), nil
}

// eachOf hands on the homes of a shard.
func (s *Store) eachOf(ctx context.Context, below string, hand func(*homeKeys) error) error {
	of := map[gevel.BAGID]*homeKeys{}
	for _, folder := range homeFolders {
		for key, err := range s.bucket.List(ctx, folder+below) {
			if err != nil {
				return fmt.Errorf("list photos: %w", err)
			}
			home, _, ours := objectOf(key)
			if !ours {
				home = ""
			}
			if of[home] == nil {
				of[home] = &homeKeys{home: home}
			}
			of[home].keys = append(of[home].keys, key)
		}
	}
	for _, home := range slices.Sorted(maps.Keys(of)) {
		if err := hand(of[home]); err != nil {
			return err
		}
	}
	return nil
}

// examine finds what is wrong with a home. It looks again under the lock, since an import may be at work.
func (s *Store) examine(ctx context.Context, h *homeKeys, v Verification) (err error) {
	if h.home == "" {
		for _, key := range h.keys {
			h.found = append(h.found, Finding{Fault: UnknownFile, Key: key})
		}
		return nil
	}
	if h.found, err = s.look(ctx, h, v); err != nil || len(h.found) == 0 {
		return err
	}
	return s.locked(ctx, h.home, func(ctx context.Context) error {
		h.keys = slices.DeleteFunc(h.keys, func(key string) bool { return !strings.HasPrefix(key, homesFolder) })
		for _, folder := range pictureFolders {
			for key, err := range s.bucket.List(ctx, folderIn(folder, h.home)) {
				if err != nil {
					return fmt.Errorf("list photos: %w", err)
				}
				h.keys = append(h.keys, key)
			}
		}
		if h.found, err = s.look(ctx, h, v); err != nil {
			return err
		}
		for i := range h.found {
			if err := s.clear(ctx, &h.found[i], v); err != nil {
				return fmt.Errorf("clear %s: %w", h.found[i].Key, err)
			}
		}
		return nil
	})
}

// clear deletes or moves an object where that was asked for. The lock must be held.
func (s *Store) clear(ctx context.Context, f *Finding, v Verification) (err error) {
	switch {
	case f.Fault == Leftover && v.Leftovers, f.Fault == Withdrawn && v.Clear:
		f.Cleared, err = s.remove(ctx, f.Key)
	case f.Fault == Misplaced && v.Clear:
		to := blockedFolder
		if strings.HasPrefix(f.Key, blockedFolder) {
			to = imagesFolder
		}
		err = s.move(ctx, f.Key, to)
		f.Cleared = err == nil
	}
	return err
}

// look holds the objects of a home against its catalogue.
func (s *Store) look(ctx context.Context, h *homeKeys, v Verification) (found []Finding, err error) {
	c, isDamaged, err := s.salvage(ctx, h.home)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	h.pictures = 0
	for _, key := range h.keys {
		there[path.Base(key)] = true
		fault, err := s.faultOf(ctx, c, key, v)
		if err != nil {
			return nil, err
		}
		if fault == "" && key != catalogueKey(h.home) {
			h.pictures++
		}
		if fault != "" {
			found = append(found, Finding{Fault: fault, Key: key})
		}
	}
	for _, e := range c.Images {
		if !there[e.Content+imageSuffix] {
			found = append(found, Finding{Fault: LostPicture, Key: imageKey(h.home, e.Content)})
		}
	}
	switch {
	case isDamaged:
		found = append(found, Finding{Fault: DamagedCatalogue, Key: catalogueKey(h.home)})
	case !c.filed && slices.ContainsFunc(h.keys, isPicture):
		found = append(found, Finding{Fault: LostCatalogue, Key: catalogueKey(h.home)})
	}
	if c.gone.lost {
		found = append(found, Finding{Fault: LostRecord, Key: folderIn(recordFolder, h.home)})
	}
	return found, nil
}

// faultOf returns what is wrong with one object of a home whose catalogue was read; "" for nothing.
func (s *Store) faultOf(ctx context.Context, c catalogue, key string, v Verification) (Fault, error) {
	_, object, _ := objectOf(key)
	content := strings.TrimSuffix(path.Base(key), imageSuffix)
	switch {
	case c.gone.removed[content]:
		return Withdrawn, nil
	case key != object, isPicture(key) && c.filed && c.index(entry{Content: content}) < 0:
		return Leftover, nil
	case isPicture(key) && strings.HasPrefix(key, blockedFolder) != c.gone.blocked:
		return Misplaced, nil
	case !isPicture(key) || v.NamesOnly:
		return "", nil
	}
	data, err := s.bucket.Read(ctx, key)
	switch {
	case ctx.Err() != nil || bucket.IsAway(err):
		return "", err
	case err != nil || contentOf(data) != content:
		return DamagedPicture, nil //nolint:nilerr // it is the finding
	}
	return "", nil
}

func isPicture(key string) bool {
	_, object, ours := objectOf(key)
	return ours && key == object && !strings.HasPrefix(key, homesFolder)
}

func lostCatalogues(names []string) error {
	return gevel.Refusal("restore "+homesFolder+" from a back-up; gevel images verify names all that is lost. "+
		"Without one move "+imagesFolder+" of these away, and import their photos again",
		"catalogues are lost of homes that have pictures: %s%s", homesFolder, strings.Join(names[:min(len(names), 5)], ", "+homesFolder))
}

// begin makes the catalogue of a home before its first picture. Error: gevel.Invalid if the home has pictures and lost it.
func (s *Store) begin(ctx context.Context, c *catalogue) error {
	if c.filed {
		return nil
	}
	if !s.known.lacks(c.Home, imagesFolder) {
		for _, err := range s.bucket.List(ctx, folderIn(imagesFolder, c.Home)) {
			if err == nil {
				err = lostCatalogues([]string{shard(c.Home) + string(c.Home)})
			}
			return err
		}
	}
	return s.write(ctx, c)
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
		of, _, _ := strings.Cut(key, "/")
		object = keyIn(of+"/", home, stem)
	}
	return home, object, object != "" && strings.HasPrefix(folder+name, object)
}

// ErrDamaged is the error for a picture whose bytes do not fit its name. It is not served.
var ErrDamaged = errors.New("its bytes do not fit its name")
