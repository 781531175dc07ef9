package nights

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/gevel/gevel/internal/edition"
)

// A life begins with the program before: this one, but for the format of editions that it writes and reads, by
// testdata/before.patch. It is upgraded, and goes back for a moment, as docs/operations.md says.

// The nights of the upgrade and of the way back.
const upgradeNight, backNight = 2, 4

const before = "testdata/before.patch"

func TestThePatchOfTheProgramBeforeFits(t *testing.T) { plant(t, before, t.TempDir()) }

// compileBoth makes the program and the one before.
func compileBoth(t *testing.T) *program {
	t.Helper()
	p, err := compile(t.Context(), t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	older, err := compile(t.Context(), t.TempDir(), plant(t, before, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	p.before = older.path
	return p
}

// renewProgram replaces the program in the night of the upgrade, and tries the way back in another.
func (o *night) renewProgram(ctx context.Context) error {
	p := o.in.program
	switch {
	case p.before != "" && o.n == upgradeNight: // the services first: they answer from the editions that are there
		return errors.Join(o.runs(ctx, p.path, o.in.replicas), o.askAll(ctx))
	case p.before != "" && o.n == backNight:
		return errors.Join(o.goBack(ctx, o.in.replicas[o.n%len(o.in.replicas)]), o.runs(ctx, p.path, o.in.replicas))
	}
	return nil
}

// runs has replicas, and from now on all commands, run a program.
func (o *night) runs(ctx context.Context, path string, replicas []*replica) error {
	o.in.binary = path
	for _, r := range replicas {
		if err := errors.Join(r.stop(syscall.SIGTERM), o.in.start(ctx, r)); err != nil {
			return err
		}
	}
	return nil
}

// goBack has a replica run the program before: it answers from an edition of its own format.
func (o *night) goBack(ctx context.Context, r *replica) error {
	if err := o.runs(ctx, o.in.program.before, []*replica{r}); err != nil {
		return err
	}
	serves, err := r.serves(ctx)
	if err != nil {
		return err
	}
	m, err := edition.ReadManifest(filepath.Join(o.in.path("editions"), serves))
	if err == nil && m.Format != edition.FormatVersion-1 {
		err = broken(newestAnswers, "the program before answers from edition %s of format %d", serves, m.Format)
	}
	for _, q := range o.callers {
		if err == nil {
			err = o.ask(ctx, r, q)
		}
	}
	return err
}
