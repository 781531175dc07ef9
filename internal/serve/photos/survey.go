package photos

// What an import asks of a store before it begins, so that it need not ask again for each photo: what there is of the homes
// that it brings photos of. A bucket of S3 lists a thousand objects a request. So that a run without news reads no catalogue
// either, an import leaves copies of them in one object for each municipality:
//
//	copies/0518.jsonl  a catalogue a line
//
// A copy counts where the bucket lists the catalogue under the copy's MD5, as S3 does; else the catalogue is read.

import (
	"bytes"
	"cmp"
	"context"
	"crypto/md5" //nolint:gosec // S3's
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
)

const (
	copiesFolder = "copies/"
	copiesSuffix = ".jsonl"
	// mostCopied is how many bytes of catalogues an import holds, and an object of copies has: of a hundred thousand homes.
	mostCopied = 32 << 20
	// listed is how many objects a bucket lists in a request.
	listed = 1000
)

// surveyed are the folders that a survey looks at.
var surveyed = []string{homesFolder, imagesFolder, recordFolder, blockedFolder}

// survey is what a store had of the homes of a delivery, by their numbers, when an import began.
type survey struct {
	mu       sync.Mutex
	homes    map[uint64]uint8   // a bit for each of surveyed that has something of the home
	pictures map[[2]uint64]bool // by home and the first digits of the content
	tags     map[uint64]string  // of catalogues

	// Of a bucket of S3 alone.
	texts map[uint64][]byte // catalogues, as copied and as the import read or wrote them
	held  int               // bytes of these
	news  map[string]bool   // keys of the copies that miss one of them
}

// numberOf returns the number by which a survey knows a home.
func numberOf(home gevel.BAGID) uint64 {
	return uint64(home.Number())
}

func pictureNumber(home gevel.BAGID, content string) [2]uint64 {
	n, _ := strconv.ParseUint(content[:16], 16, 64) // of digits alone
	return [2]uint64{numberOf(home), n}
}

// survey looks for homes in the store, and takes the map over. Error: gevel.Invalid if catalogues are lost, also of others
// near them.
func (s *Store) survey(ctx context.Context, homes map[uint64]uint8) (*survey, error) {
	v := &survey{homes: homes, pictures: map[[2]uint64]bool{}, tags: map[uint64]string{}}
	if _, isBucket := s.Presigned(); isBucket {
		v.texts, v.news = map[uint64][]byte{}, map[string]bool{}
	}
	catalogued, err := s.bucket.Names(ctx, homesFolder)
	pictured, fault := s.bucket.Names(ctx, imagesFolder)
	if err = cmp.Or(err, fault); err != nil {
		return nil, fmt.Errorf("look whether the photos are whole: %w", err)
	}
	lost := slices.DeleteFunc(pictured, func(name string) bool {
		return strings.Trim(name, "0123456789") != "" || slices.Contains(catalogued, name)
	})
	if len(lost) > 0 {
		return nil, lostCatalogues(lost)
	}
	shards := map[string]map[string]bool{} // by municipality
	for home := range homes {
		of := shard(gevel.BAGNumber(home).ID())
		municipality := of[:len("0518/")]
		if shards[municipality] == nil {
			shards[municipality] = map[string]bool{}
		}
		shards[municipality][of] = true
	}
	asking, ctx := errgroup.WithContext(ctx)
	asking.SetLimit(bucketWorkers / len(surveyed))
	for municipality, shards := range shards {
		asking.Go(func() error { return s.lookBelow(ctx, v, municipality, slices.Sorted(maps.Keys(shards))) })
	}
	return v, asking.Wait()
}

// lookBelow looks at the shards of a municipality. It is one list of each folder, unless lists of shards are shorter.
func (s *Store) lookBelow(ctx context.Context, v *survey, municipality string, shards []string) error {
	all := map[string]uint8{} // as homes of v, by name
	asking, ctx := errgroup.WithContext(ctx)
	for i, folder := range surveyed {
		asking.Go(func() error {
			whole, err := v.note(s.objects(ctx, folder+municipality), len(shards)*listed, i, all)
			for _, shard := range shards {
				if !whole && err == nil {
					_, err = v.note(s.objects(ctx, folder+shard), math.MaxInt, i, all)
				}
			}
			return err
		})
	}
	asking.Go(func() error {
		if v.texts == nil {
			return nil
		}
		key := copiesFolder + municipality[:len("0518")] + copiesSuffix
		return s.eachCopy(ctx, key, func(home uint64, text []byte) { v.hold(home, text) })
	})
	if err := asking.Wait(); err != nil {
		return fmt.Errorf("look whether the photos are whole: %w", err)
	}
	var lost []string
	for name, bits := range all {
		if bits&0b11 == 0b10 { // pictures alone
			lost = append(lost, name)
		}
	}
	if lost != nil {
		slices.Sort(lost)
		return lostCatalogues(lost)
	}
	return nil
}

// objects lists a folder of the store; of one that is a folder, keys alone.
func (s *Store) objects(ctx context.Context, folder string) iter.Seq2[bucket.Object, error] {
	if s3, isBucket := s.bucket.(*bucket.S3); isBucket {
		return s3.Objects(ctx, folder)
	}
	return func(yield func(bucket.Object, error) bool) {
		for key, err := range s.bucket.List(ctx, folder) {
			if !yield(bucket.Object{Key: key}, err) {
				return
			}
		}
	}
}

// note takes in so many objects of one of surveyed, at most, and reports whether these are all.
func (v *survey) note(objects iter.Seq2[bucket.Object, error], most, folder int, all map[string]uint8) (whole bool, err error) {
	for object, err := range objects {
		if most--; err != nil || most < 0 {
			return false, err
		}
		home, key, ours := objectOf(object.Key)
		if !isHome(home) || folder < 2 && !(ours && key == object.Key) {
			continue
		}
		number := numberOf(home)
		v.mu.Lock()
		all[shard(home)+string(home)] |= 1 << folder
		if v.asks(number) {
			v.homes[number] |= 1 << folder
			switch surveyed[folder] {
			case homesFolder:
				v.tags[number] = object.Tag
			case imagesFolder:
				v.pictures[pictureNumber(home, path.Base(key))] = true
			}
		}
		v.mu.Unlock()
	}
	return true, nil
}

// asks reports whether a home is of the delivery.
func (v *survey) asks(home uint64) bool {
	_, asked := v.homes[home]
	return asked
}

// lacks reports whether a home had nothing in folders; false without a survey.
func (v *survey) lacks(home gevel.BAGID, folders ...string) bool {
	return v != nil && v.asks(numberOf(home)) && !slices.ContainsFunc(folders, func(folder string) bool {
		return v.homes[numberOf(home)]&(1<<slices.Index(surveyed, folder)) != 0
	})
}

// has reports whether a picture was listed.
func (v *survey) has(home gevel.BAGID, content string) bool {
	return v != nil && v.pictures[pictureNumber(home, content)]
}

// recall returns the catalogue of a home whose copy is as it was listed, if nothing of the home was withdrawn.
func (v *survey) recall(home gevel.BAGID) (c catalogue, ok bool) {
	if !v.lacks(home, recordFolder, blockedFolder) || v.texts == nil {
		return c, false
	}
	v.mu.Lock()
	text := v.texts[numberOf(home)]
	v.mu.Unlock()
	sum := md5.Sum(text) //nolint:gosec // S3's
	return c, hex.EncodeToString(sum[:]) == v.tags[numberOf(home)] && c.decode(text, home) == nil
}

// copiesKey is the key of the copies of a municipality.
func copiesKey(home uint64) string {
	const homesOfOne = 1_0000_0000_0000
	return fmt.Sprintf("%s%04d%s", copiesFolder, home/homesOfOne, copiesSuffix)
}

// eachCopy reads copies. What is none has the home 0.
func (s *Store) eachCopy(ctx context.Context, key string, do func(home uint64, text []byte)) error {
	data, err := s.bucket.Read(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		var of struct{ Home gevel.BAGID }
		_ = json.Unmarshal(line, &of) // what is none is of no home
		do(numberOf(of.Home), line)
	}
	return err
}

// hold keeps a catalogue of a home of the delivery, while there is room.
func (v *survey) hold(home uint64, text []byte) (isNew bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	more := len(text) - len(v.texts[home])
	if isNew = v.asks(home) && v.held+more <= mostCopied && !bytes.Equal(v.texts[home], text); isNew {
		v.texts[home] = text
		v.held += more
	}
	return isNew
}

// learn keeps a catalogue that was read or written, of a bucket.
func (v *survey) learn(home gevel.BAGID, text []byte) {
	if v == nil || v.texts == nil || !v.hold(numberOf(home), text) {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.news[copiesKey(numberOf(home))] = true
}

// keepCopies writes the copies that miss catalogues which the import read or wrote. Else the next one reads these again.
func (s *Store) keepCopies(ctx context.Context) error {
	copied := map[string][]uint64{} // homes, by the key of their copies
	for _, home := range slices.Sorted(maps.Keys(s.known.texts)) {
		copied[copiesKey(home)] = append(copied[copiesKey(home)], home)
	}
	for key := range s.known.news {
		var all []byte
		add := func(text []byte) {
			if len(all)+len(text) < mostCopied {
				all = append(append(all, text...), '\n')
			}
		}
		for _, home := range copied[key] {
			add(s.known.texts[home])
		}
		err := s.eachCopy(ctx, key, func(home uint64, text []byte) {
			if home > 0 && s.known.texts[home] == nil {
				add(text)
			}
		})
		if err == nil {
			err = s.bucket.Write(ctx, key, all)
		}
		if err != nil {
			return fmt.Errorf("write copies of photo catalogues: %w", err)
		}
	}
	return nil
}

// forget removes the copies near a home that something is withdrawn of.
func (s *Store) forget(ctx context.Context, home gevel.BAGID) error {
	_, err := s.remove(ctx, copiesKey(numberOf(home)))
	return err
}
