package mirror

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/file/regular"
)

// Publishes an edition that was built elsewhere.

// sentAtOnce is the number of files that are sent at once.
const sentAtOnce = 4

// Published is the result of publishing.
type Published struct {
	ID        string
	To        string // without secrets
	Files     int    // of the edition, without the manifest
	Bytes     int64
	Sent      int // files; the others were there, or were copied there
	SentBytes int64
}

// Progress receives the number of bytes done. It may be called from several goroutines.
type Progress func(done, total int64)

// Publish verifies the edition in dir and makes it the newest at location, a folder or s3://bucket/prefix.
// Its time is now in a folder, or later than another's that is dated in the future, and the server's time in S3.
// Files that are there already are not sent again; S3 copies what its newest edition has, too. Readers see all of it or
// none.
func Publish(ctx context.Context, dir, location string, now time.Time, progress Progress) (Published, error) {
	m, text, err := edition.VerifyText(ctx, dir)
	if err != nil {
		return Published{}, err
	}
	p := &publication{
		dir: dir, manifest: m, text: text, now: now, progress: progress, done: Published{ID: m.ID, Files: len(m.Files)},
	}
	for _, f := range m.Files {
		p.done.Bytes += f.Bytes
	}
	if bucket.IsS3(location) {
		err = p.toS3(ctx, location)
	} else {
		err = p.toFolder(ctx, location)
	}
	return p.done, err
}

type publication struct {
	dir      string
	manifest edition.Manifest
	text     []byte
	now      time.Time
	progress Progress
	passed   atomic.Int64 // bytes
	done     Published
}

// pass adds bytes that have arrived.
func (p *publication) pass(bytes int64) { p.progress(p.passed.Add(bytes), p.done.Bytes) }

func (p *publication) toFolder(ctx context.Context, location string) error {
	folder, err := bucket.FolderOf(location)
	if err != nil {
		return err
	}
	p.done.To = folder
	release, err := edition.Lock(folder)
	if err != nil {
		return err
	}
	defer release()
	at, err := edition.ToBeNewest(folder, p.manifest.ID, p.now)
	if err != nil {
		return err
	}
	outcome, err := edition.Receive(ctx, folder, edition.Delivery{
		Manifest: p.manifest, Text: p.text, Published: at,
		Fetch: func(_ context.Context, name string, w io.Writer) error {
			f, err := regular.Open(filepath.Join(p.dir, name))
			if err != nil {
				return err
			}
			defer f.Close()
			n, err := io.Copy(w, f)
			p.pass(n)
			return err
		},
	})
	if outcome == edition.Published {
		p.done.Sent, p.done.SentBytes = p.done.Files, p.done.Bytes
	}
	return err
}

func (p *publication) toS3(ctx context.Context, location string) error {
	s3, err := bucket.OpenS3(location)
	if err != nil {
		return err
	}
	defer s3.Close()
	p.done.To = s3.String()
	if err := s3.Check(ctx); err != nil {
		return err
	}
	before, err := newestBut(ctx, s3, p.manifest.ID)
	if err != nil {
		return err
	}
	var sent, sentBytes atomic.Int64
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(sentAtOnce)
	for _, name := range slices.Sorted(maps.Keys(p.manifest.Files)) {
		group.Go(func() error {
			was, err := p.send(groupCtx, s3, before, name)
			if err == nil && was {
				sent.Add(1)
				sentBytes.Add(p.manifest.Files[name].Bytes)
			}
			return err
		})
	}
	err = group.Wait()
	p.done.Sent, p.done.SentBytes = int(sent.Load()), sentBytes.Load()
	if err != nil {
		return err
	}
	return p.nameNewest(ctx, s3)
}

// largestCopied is the size up to which the server copies a file: even slow disks are done before the request is given
// up.
const largestCopied = 256 << 20

// newestBut returns the manifest of the newest edition in a bucket beside one. It names no file if there is none, or none
// that this program can read.
func newestBut(ctx context.Context, s3 *bucket.S3, id string) (edition.Manifest, error) {
	listed, err := list(ctx, s3)
	listed = slices.DeleteFunc(listed, func(e stored) bool { return e.id == id })
	if err != nil || len(listed) == 0 {
		return edition.Manifest{}, err
	}
	if text, err := s3.Read(ctx, listed[0].id+"/"+edition.ManifestName); err == nil {
		if m, err := edition.ParseManifest(text); err == nil && m.ID == listed[0].id {
			return m, nil
		}
	}
	return edition.Manifest{}, nil // it may have been removed since: without it all is sent
}

// send sends a file unless it is there, or in the edition before, and reports whether it did.
func (p *publication) send(ctx context.Context, s3 *bucket.S3, before edition.Manifest, name string) (sent bool, err error) {
	of := p.manifest.Files[name]
	want, key := bucket.File{Bytes: of.Bytes, SHA256: of.SHA256}, p.manifest.ID+"/"+name
	there, err := s3.Stat(ctx, key)
	switch {
	case err == nil && there == want:
		p.pass(want.Bytes)
		return false, nil
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return false, err
	}
	if of.Bytes <= largestCopied && before.Files[name] == of && s3.Copy(ctx, key, before.ID+"/"+name, want) == nil {
		p.pass(want.Bytes)
		return false, nil
	}
	if err := s3.WriteFile(ctx, key, filepath.Join(p.dir, name), want); err != nil {
		return false, err
	}
	p.pass(want.Bytes)
	return true, nil
}

// Some servers date objects to the second. The manifest is written
// again, a second later, until it is later than all others.
const (
	tickOfServers = time.Second
	datings       = 5
)

// nameNewest writes the manifest, and makes sure that it is the newest.
func (p *publication) nameNewest(ctx context.Context, s3 *bucket.S3) error {
	for range datings {
		if err := s3.Write(ctx, p.manifest.ID+"/"+edition.ManifestName, p.text); err != nil {
			return err
		}
		listed, err := list(ctx, s3)
		if err != nil {
			return err
		}
		if len(listed) > 0 && listed[0].id == p.manifest.ID {
			return p.checkWhole(listed[0], s3)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(tickOfServers):
		}
	}
	return gevel.Failure(gevel.Unavailable, "publish it again",
		"edition %s is in %s, but others are published there all the time, and it is not the newest", p.manifest.ID, s3)
}

// checkWhole refuses an edition that lost files while it was published, because another run of the retention
// removed it as old.
func (p *publication) checkWhole(e stored, s3 *bucket.S3) error {
	lacking := e.lacks(p.manifest)
	if lacking == "" {
		return nil
	}
	return gevel.Failure(gevel.Unavailable, "publish it again",
		"edition %s in %s lost %s while it was published", p.manifest.ID, s3, lacking)
}

// stored is an edition in a bucket.
type stored struct {
	id        string
	published time.Time        // when its manifest was written; without one, its last file
	bytes     map[string]int64 // by file
}

// mostForeign is the number of other objects beside editions that each listing tolerates.
const mostForeign = 10_000

// list returns the editions of a bucket that have a manifest, the newest first; within one second the
// higher id first, as in a folder.
func list(ctx context.Context, s3 *bucket.S3) ([]stored, error) {
	whole, _, err := listAll(ctx, s3)
	return whole, err
}

// listAll is list, and also returns the files of editions without a manifest.
func listAll(ctx context.Context, s3 *bucket.S3) (whole, parts []stored, err error) {
	found, foreign := map[string]*stored{}, 0
	for object, err := range s3.Objects(ctx, "") {
		if err != nil {
			return nil, nil, err
		}
		id, name := cutKey(object.Key)
		if name == "" {
			if foreign++; foreign > mostForeign {
				return nil, nil, gevel.Refusal("give editions a prefix of their own",
					"%s holds more than %d objects that are not of editions", s3, mostForeign)
			}
			continue
		}
		e := found[id]
		if e == nil {
			e = &stored{id: id, bytes: map[string]int64{}}
			found[id] = e
		}
		e.bytes[name] = object.Bytes
		_, named := e.bytes[edition.ManifestName]
		if name == edition.ManifestName || !named && object.Modified.After(e.published) {
			e.published = object.Modified
		}
	}
	for _, e := range found {
		if _, named := e.bytes[edition.ManifestName]; named {
			whole = append(whole, *e)
		} else {
			parts = append(parts, *e)
		}
	}
	slices.SortFunc(whole, compareNewest)
	return whole, parts, nil
}

// compareNewest orders editions, the newest first; within one second the higher id first.
func compareNewest(a, b stored) int {
	return -cmp.Or(a.published.Compare(b.published), cmp.Compare(a.id, b.id))
}
