package mirror

// Lists the bucket once and updates the folder.

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
)

// sync makes the folder hold the newest usable editions of the bucket, and the edition in use,
// given by id. It reports whether it changed anything. Errors: errBusy, or the reason why the bucket can't be read.
func (m *Mirror) sync(ctx context.Context, inUse string) (changed bool, err error) {
	listed, err := list(ctx, m.s3)
	if err != nil {
		return false, err
	}
	wanted := m.wanted(listed)
	extra, err := m.extra(wanted, inUse)
	if err != nil || len(m.missing(wanted)) == 0 && len(extra) == 0 {
		return false, err
	}
	release, err := lock(m.dir)
	if err != nil {
		return false, err
	}
	defer release()
	for missing := m.missing(wanted); len(missing) > 0; missing = m.missing(wanted) {
		next := missing[0]
		err := m.fetch(ctx, next)
		switch {
		case err == nil:
			changed = true
			delete(m.bad, next.id)
		case ctx.Err() != nil || bucket.IsAway(err):
			return changed, err
		default:
			m.refuse(next, err)
			wanted = m.wanted(listed)
		}
	}
	if extra, err = m.extra(wanted, inUse); err != nil {
		return changed, err
	}
	for _, dir := range extra {
		if err := edition.Withdraw(dir); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}

// lock makes the folder if necessary and takes its lock. Error: errBusy.
func lock(dir string) (release func(), err error) {
	release, err = edition.Lock(dir)
	if gevel.CodeOf(err) == gevel.Unavailable {
		return nil, errBusy
	}
	return release, err
}

// wanted returns the editions that the folder is to hold, the newest first.
func (m *Mirror) wanted(listed []stored) (wanted []stored) {
	for _, e := range listed {
		if len(wanted) < m.depth && !m.isBad(e) {
			wanted = append(wanted, e)
		}
	}
	return wanted
}

// missing returns the editions that are not in the folder, or are there with another date.
func (m *Mirror) missing(wanted []stored) (missing []stored) {
	for _, e := range wanted {
		at, err := edition.PublishedAt(filepath.Join(m.dir, e.id))
		if err != nil || !at.Equal(e.published) {
			missing = append(missing, e)
		}
	}
	return missing
}

// extra returns the directories of the folder's editions that are no longer wanted. The one in use is wanted unless
// it is newer than all of the bucket: then it was removed there. A bucket without editions removes none.
func (m *Mirror) extra(wanted []stored, inUse string) (extra []string, err error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	keep := map[string]bool{}
	for _, e := range wanted {
		keep[e.id] = true
	}
	here, err := edition.List(m.dir)
	for _, dir := range here {
		at, _ := edition.PublishedAt(dir) // an edition without a readable date goes
		if id := filepath.Base(dir); !keep[id] && (id != inUse || compareNewest(stored{id: id, published: at}, wanted[0]) < 0) {
			extra = append(extra, dir)
		}
	}
	return extra, err
}

// fetch copies an edition of the bucket into the folder. It fetches nothing if files of the edition are missing.
func (m *Mirror) fetch(ctx context.Context, e stored) error {
	text, err := m.s3.Read(ctx, e.id+"/"+edition.ManifestName)
	if err != nil {
		return err
	}
	manifest, err := edition.ParseManifest(text)
	if err != nil {
		return err
	}
	if manifest.ID != e.id {
		return fmt.Errorf("it is edition %s by its content", manifest.ID)
	}
	total := int64(0)
	if name := e.lacks(manifest); name != "" {
		return fmt.Errorf("%s has %d bytes instead of %d", name, e.bytes[name], manifest.Files[name].Bytes)
	}
	for _, f := range manifest.Files {
		total += f.Bytes
	}
	began := m.Now()
	p := fetchProgress{m: m, id: e.id, total: total}
	m.Log.Info("fetching an edition", slog.String("edition", e.id), slog.Int64("bytes", total))
	outcome, err := edition.Receive(ctx, m.dir, edition.Delivery{
		Manifest: manifest, Text: text, Published: e.published,
		Fetch: func(ctx context.Context, name string, w io.Writer) error {
			r, err := m.s3.Open(ctx, e.id+"/"+name)
			if err != nil {
				return err
			}
			defer r.Close()
			_, err = io.Copy(w, io.TeeReader(r, &p))
			return err
		},
	})
	if err == nil {
		m.Log.Info("edition fetched", slog.String("edition", e.id), slog.String("outcome", string(outcome)),
			slog.Float64("seconds", m.Now().Sub(began).Seconds()))
	}
	return err
}

// fetchProgress logs each quarter of an edition.
type fetchProgress struct {
	m     *Mirror
	id    string
	total int64
	done  atomic.Int64
}

// Write implements io.Writer.
func (p *fetchProgress) Write(b []byte) (int, error) {
	after := p.done.Add(int64(len(b)))
	before := after - int64(len(b))
	if quarter := 4 * after / p.total; quarter > 4*before/p.total && quarter < 4 {
		p.m.Log.Info("fetching an edition", slog.String("edition", p.id), slog.Int64("percent", 25*quarter))
	}
	return len(b), nil
}

// isBad reports whether an edition could not be used and must not be tried again yet. One that is
// published anew is tried at once.
func (m *Mirror) isBad(e stored) bool {
	f, bad := m.bad[e.id]
	return bad && f.published.Equal(e.published) && m.Now().Before(f.next)
}

// refuse marks an edition as unusable, and logs each reason once.
func (m *Mirror) refuse(e stored, err error) {
	m.faults.Add(1)
	was, again := m.bad[e.id]
	again = again && was.published.Equal(e.published)
	now := fault{published: e.published, text: err.Error(), wait: firstRetry}
	if again {
		now.wait = min(2*was.wait, lastRetry)
	}
	now.next = m.Now().Add(now.wait)
	m.bad[e.id] = now
	if !again || was.text != now.text {
		m.Log.Error("an edition of the bucket can't be used",
			slog.String("bucket", m.s3.String()), slog.String("edition", e.id), slog.Any("error", err))
	}
}

// cutKey splits an object's key into its edition and file, "" if it belongs to none.
func cutKey(key string) (id, name string) {
	id, name, _ = strings.Cut(key, "/")
	if !edition.IsID(id) {
		return "", ""
	}
	return id, name
}

// Fetches one edition of a bucket, for a command that needs no others.

// Bring makes the folder hold the edition with an id, or the newest for id "", and returns its directory.
// Errors: gevel.NotFound if the bucket has no edition, fs.ErrNotExist if it has none with the id, or the reason why
// the bucket can't be read or the edition can't be used.
func (m *Mirror) Bring(ctx context.Context, id string) (dir string, err error) {
	listed, err := list(ctx, m.s3)
	if err != nil {
		return "", m.usable(ctx, err)
	}
	if len(listed) == 0 {
		return "", m.noEdition()
	}
	at := slices.IndexFunc(listed, func(e stored) bool { return id == "" || e.id == id })
	if at < 0 {
		return "", &fs.PathError{Op: "fetch edition", Path: m.s3.String() + id, Err: fs.ErrNotExist}
	}
	found := listed[at]
	dir = filepath.Join(m.dir, found.id)
	if len(m.missing([]stored{found})) == 0 {
		return dir, nil
	}
	release, err := edition.Lock(m.dir)
	if err != nil {
		return "", err
	}
	defer release()
	if err := m.fetch(ctx, found); err != nil {
		return "", fmt.Errorf("fetch edition %s of %s: %w", found.id, m.s3, err)
	}
	return dir, nil
}
