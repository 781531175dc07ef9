package live

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/image"
	"github.com/gevel/gevel/internal/value/checkup"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The folder of editions: the newest that is whole answers, also one published later.

// Folder is a folder of editions and the one of them that answers.
type Folder struct {
	options Options
	current *Current
	refused map[string]refusal // by directory
	unsound bool               // whether the last look found it so
	missed  bool               // whether the last look did not find the edition that answers
	wake    chan struct{}
}

// refusal is an edition that can't answer.
type refusal struct {
	since     time.Time
	tried     time.Time     // last
	published time.Time     // an edition that was put right is published anew
	wait      time.Duration // until it is opened again, while it is lost and no other answers; zero is the next look
}

// tryAgain is how long after a try an edition that was refused is tried again: the machine may have been at fault.
const tryAgain = time.Hour

// An edition that answered and was lost is tried again at the next look at first, and more and more seldom.
const (
	firstWait   = followEvery / 2 // within a look, also one that comes early
	longestWait = time.Minute
)

// Options are how a folder of editions is opened and followed.
type Options struct {
	Dir string
	Log *slog.Logger
	Now func() time.Time
	// Prepare works out of an edition what its first requests would wait for; nil is nothing.
	Prepare func(*Live)
}

// OpenFolder opens the newest whole edition in a folder. A newer one that is not whole is logged, and Current lists it
// as refused. Errors: gevel.NotFound when the folder has no edition; each edition's own when none is whole; ctx has
// ended.
func OpenFolder(ctx context.Context, o Options) (*Folder, error) {
	f := &Folder{options: o, refused: make(map[string]refusal), wake: make(chan struct{}, 1)}
	listed, err := edition.List(f.options.Dir)
	if err != nil {
		return nil, err
	}
	if len(listed) == 0 {
		return nil, edition.NoEdition(f.options.Dir)
	}
	faults := make([]error, 0, len(listed))
	for i, dir := range listed {
		published, _ := edition.PublishedAt(dir)
		var live *Live
		err := image.Guard(func() (err error) {
			live, err = f.openFirst(ctx, dir, listed[i+1:])
			return err
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			f.current = NewCurrent(live)
			f.listRefused(listed)
			return f, nil
		}
		f.refuse(dir, published, err)
		faults = append(faults, err)
	}
	return nil, noneWhole(f.options.Dir, faults)
}

// openFirst opens the edition in dir for answering when none answers yet. It is held to the hit rate
// that the next older one had when it was built.
func (f *Folder) openFirst(ctx context.Context, dir string, older []string) (*Live, error) {
	live, err := f.openLive(ctx, dir)
	if err != nil {
		return nil, err
	}
	return live, holdToOlder(live.Edition.Manifest(), older)
}

// holdToOlder refuses an edition that valued far fewer homes when it was built than the newest of the older ones did.
func holdToOlder(now edition.Manifest, older []string) error {
	if now.Forced != nil || now.Answered == nil {
		return nil
	}
	for _, at := range older {
		before, err := edition.ReadManifest(at)
		if err != nil || before.Answered == nil || before.Parent == now.ID {
			continue
		}
		if !fellTooFar(before.Answered, now.Answered) {
			return nil
		}
		return valuesTooFew(now.ID, now.Answered, before.ID, before.Answered)
	}
	return nil
}

// fellTooFar reports whether a hit rate fell by more than checkup.HitRateFall.
func fellTooFar(before, now *edition.Answered) bool {
	return min(before.Homes, now.Homes) >= checkup.LeastHomes && before.HitRate()-now.HitRate() > checkup.HitRateFall
}

func valuesTooFew(id string, now *edition.Answered, idBefore string, before *edition.Answered) error {
	return fmt.Errorf("edition %s refused: of %d homes it values %.1f %%, and edition %s %.1f %%; "+
		"if that is meant, publish it by gevel build --force",
		id, now.Homes, 100*now.HitRate(), idBefore, 100*before.HitRate())
}

// noneWhole is the error that no edition under dir can answer.
func noneWhole(dir string, faults []error) error {
	if len(faults) == 1 {
		return faults[0]
	}
	var b strings.Builder
	for _, err := range faults {
		fmt.Fprintf(&b, "\n  - %v", err)
	}
	return gevel.Failure(gevel.Unavailable, "", "no edition under %s can answer:%s", dir, b.String())
}

// openBeside checks the edition in dir and opens it beside the one that answers, sparing memory.
func (f *Folder) openBeside(ctx context.Context, dir string) (*Live, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(besidePercent))
	if _, err := edition.Verify(ctx, dir); err != nil {
		return nil, err
	}
	return f.openLive(ctx, dir)
}

// besidePercent is the growth of the heap, in percent, from one collection to the next while two editions are held.
const besidePercent = 10

// openLive opens the edition in dir for answering.
func (f *Folder) openLive(ctx context.Context, dir string) (*Live, error) {
	v, err := valuation.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	if id := v.Edition().ID(); filepath.Base(dir) != id {
		return nil, fmt.Errorf("edition %s refused: it is edition %s by its content: name its directory so", dir, id)
	}
	live := New(v.Edition(), v)
	if f.options.Prepare != nil {
		f.options.Prepare(live)
	}
	live.published, err = edition.PublishedAt(dir)
	return live, err
}

// Current returns what answers now.
func (f *Folder) Current() *Current { return f.current }

// followEvery is how often the folder is looked at: one directory listing, for editions that come once a month.
const followEvery = 2 * time.Second

// Follow swaps in each edition that is published in the folder, until ctx ends. One that can't answer leaves the old one in
// place. It is logged at each try: once, and again each hour or when it is published anew; where the one that answered is
// lost, at most each minute in the end.
func (f *Folder) Follow(ctx context.Context) {
	first, end := f.verifyFirst(ctx)
	defer end()
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case refuse := <-first:
			refuse()
		case <-tick.C:
		case <-f.wake:
		}
		f.Look(ctx)
		f.current.Release()
	}
}

// verifyFirst checks the whole edition that was opened first, which answers meanwhile: only what it is read from was
// checked. If it is not whole, first gives what refuses it, and an older one takes its place if there is one. end waits
// for the check, which ends with ctx.
func (f *Folder) verifyFirst(ctx context.Context) (first <-chan func(), end func()) {
	answering := f.current.Get()
	dir := filepath.Join(f.options.Dir, answering.Edition.ID())
	published, _ := edition.PublishedAt(dir)
	found := make(chan func(), 1)
	var check sync.WaitGroup
	check.Go(func() { // beside the looks, which don't wait for it
		if _, err := edition.Verify(ctx, dir); err != nil && ctx.Err() == nil {
			found <- func() {
				if f.current.Get() == answering {
					f.refuse(dir, published, err)
				}
			}
		}
	})
	return found, check.Wait
}

// Wake makes Follow look at once, because the folder has changed.
func (f *Folder) Wake() {
	select {
	case f.wake <- struct{}{}:
	default: // it is about to look
	}
}

// Look swaps in the newest edition that can answer, when another one does.
func (f *Folder) Look(ctx context.Context) {
	listed, err := edition.List(f.options.Dir)
	if err != nil {
		return // the folder is away; what answers is in memory
	}
	defer f.listRefused(listed)
	unsound := f.current.Get().Check()
	if unsound != nil && !f.unsound { // once, however often it is tried
		f.options.Log.Error("the edition is opened anew", slog.Any("error", errors.Unwrap(unsound)))
	}
	f.unsound = unsound != nil
	// While a damaged edition is published again, its directory is away for a moment: an older one must not answer then.
	missed := !slices.ContainsFunc(listed, f.answers)
	if missed && !f.missed {
		f.missed = true
		return
	}
	f.missed = missed
	for i, dir := range listed {
		published, _ := edition.PublishedAt(dir) // the zero time: it is gone
		r, refused := f.refused[dir]
		if refused && r.published.Equal(published) && f.options.Now().Before(r.tried.Add(f.waitOf(dir))) {
			continue
		}
		if f.answers(dir) && !f.unsound && !refused {
			return
		}
		var live *Live
		err := image.Guard(func() (err error) {
			live, err = f.try(ctx, dir, listed[i+1:])
			return err
		})
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			f.refuse(dir, published, err)
			continue
		}
		delete(f.refused, dir)
		if live == f.current.Get() {
			return
		}
		f.current.Swap(live)
		f.unsound = false
		f.options.Log.Info("edition swapped in", slog.String("edition", live.Edition.ID()))
		return
	}
}

// answers reports whether it is the edition in dir that answers.
func (f *Folder) answers(dir string) bool {
	return f.current != nil && filepath.Base(dir) == f.current.Get().Edition.ID()
}

// waitOf returns how long after a try the edition in dir, which was refused, is tried again.
func (f *Folder) waitOf(dir string) time.Duration {
	if f.unsound && f.answers(dir) {
		return f.refused[dir].wait
	}
	return tryAgain
}

// try returns the edition in dir, ready to answer and checked whole: what answers now, or another opening.
func (f *Folder) try(ctx context.Context, dir string, older []string) (*Live, error) {
	again := f.answers(dir)
	if again && !f.unsound {
		_, err := edition.Verify(ctx, dir)
		return f.current.Get(), err
	}
	live, err := f.openBeside(ctx, dir)
	switch {
	case err != nil || again:
		return live, err
	case f.unsound: // it can't be asked
		return live, holdToOlder(live.Edition.Manifest(), older)
	}
	return live, f.holdToHitRate(ctx, live)
}

// holdToHitRate refuses an edition that values far fewer homes than the one that answers, as a
// build does. One that was forced is meant, and so is a way back to the edition before.
func (f *Folder) holdToHitRate(ctx context.Context, next *Live) error {
	current := f.current.Get()
	if next.Edition.Manifest().Forced != nil || current.Edition.Manifest().Parent == next.Edition.ID() {
		return nil
	}
	homes := checkup.Sample(current.Edition, next.Edition)
	day := gevel.DayOf(f.options.Now())
	before, err := checkup.Ask(ctx, current.Valuer, homes, day)
	if err != nil {
		return err
	}
	after, err := checkup.Ask(ctx, next.Valuer, homes, day)
	if err != nil {
		return err
	}
	was := &edition.Answered{Homes: len(homes), Valued: before.Valued()}
	is := &edition.Answered{Homes: len(homes), Valued: after.Valued()}
	if fellTooFar(was, is) {
		return valuesTooFew(next.Edition.ID(), is, current.Edition.ID(), was)
	}
	return nil
}

// refuse logs that an edition, published then, can't answer. It may be published anew while it is opened.
func (f *Folder) refuse(dir string, published time.Time, err error) {
	now := f.options.Now()
	r := refusal{since: now, tried: now, published: published}
	before, again := f.refused[dir]
	if again && before.published.Equal(published) {
		r.since = before.since
	}
	what := "an edition can't answer"
	switch {
	case f.answers(dir) && f.unsound:
		r.wait = min(max(2*before.wait, firstWait), longestWait)
		what = "the edition that answered can't be opened anew"
	case f.answers(dir):
		what = "the edition that answers is not whole any more"
	case f.current != nil && !f.unsound:
		what += ", " + f.current.Get().Edition.ID() + " goes on"
	}
	f.refused[dir] = r
	f.options.Log.Error(what, slog.String("dir", dir), slog.Any("error", err))
}

// listRefused notes which of the editions listed, newest first, are newer than the one that answers and can't answer.
func (f *Folder) listRefused(listed []string) {
	var list []Refused
	for _, dir := range listed {
		if r, refused := f.refused[dir]; refused {
			list = append(list, Refused{filepath.Base(dir), r.since})
		}
		if f.answers(dir) {
			break
		}
	}
	f.current.refused.Store(&list)
}
