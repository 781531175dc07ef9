package nights

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gevel/gevel/internal/edition"
)

// Troubles of published editions: one that comes back, is damaged, or is swapped in the midst of a batch.

// rollback goes back to an older edition, as docs/operations.md says.
func rollback(o *night, rng *rand.Rand) error {
	o.serving = append(o.serving, func(ctx context.Context) error {
		editions, _, err := editionsIn(o.in.path("published"))
		if err != nil {
			return err
		}
		back := editions[rng.IntN(len(editions))]
		if err := o.isPublishedNow(back); err != nil {
			return err
		}
		newest := o.newest
		o.newest = back
		defer func() { o.newest = newest }()
		for _, r := range o.in.running() {
			if err := o.awaitNewest(ctx, r); err != nil {
				return err
			}
		}
		return o.askAll(ctx)
	})
	return nil
}

// isPublishedNow has an edition that is published be the newest.
func (o *night) isPublishedNow(id string) error {
	now, err := o.in.clock.now()
	if o.in.program.servers != nil {
		now = time.Now() // the servers' time
	}
	return errors.Join(err, os.Chtimes(o.in.path(filepath.Join("published", id, "manifest.json")), time.Time{}, now))
}

// damagedEdition flips a byte of the edition that answers, or of one before it. Replicas answer from memory; the operator
// publishes it again. One in two times that is only seen once the night's edition is published beside it.
func damagedEdition(o *night, rng *rand.Rand) error {
	if rng.IntN(2) == 0 {
		o.spoil = append(o.spoil, func() error {
			editions, err := o.ofThisFormat()
			if err != nil || !slices.Contains(editions, o.newest) {
				return err
			}
			dir, err := o.damage(rng, o.newest)
			o.lifts = append(o.lifts, func() error { return os.RemoveAll(dir) })
			return err
		})
		return nil
	}
	o.serving = append(o.serving, func(ctx context.Context) error {
		editions, err := o.ofThisFormat()
		if err != nil || len(editions) == 0 {
			return err
		}
		dir, err := o.damage(rng, editions[rng.IntN(len(editions))])
		return errors.Join(err, o.askAll(ctx), os.RemoveAll(dir))
	})
	return nil
}

// damagedIsNewest publishes a damaged edition. Replicas refuse it, and say so, but where they have it whole already. Then it
// is removed.
func damagedIsNewest(o *night, rng *rand.Rand) error {
	o.serving = append(o.serving, func(ctx context.Context) error {
		editions, err := o.ofThisFormat()
		editions = slices.DeleteFunc(editions, func(id string) bool { return id == o.newest })
		if err != nil || len(editions) == 0 || len(o.in.running()) == 0 {
			return err
		}
		bad := editions[rng.IntN(len(editions))]
		dir, err := o.damage(rng, bad)
		if err := errors.Join(err, o.isPublishedNow(bad)); err != nil {
			return err
		}
		refused := 0
		for _, r := range o.in.running() {
			err := o.in.program.eventually(ctx, r.name+" refuses a damaged edition, or has it whole", func() error {
				is, err := r.serves(ctx)
				if err != nil || is == bad {
					return err
				}
				_, text, err := r.get(ctx, "", "/metrics")
				if err == nil && metric(text, refusedEditions) != 1 {
					err = errors.New("it refuses none")
				}
				return err
			})
			if err != nil {
				return broken(newestAnswers, "%v", err)
			}
			if is, err := r.serves(ctx); err == nil && is != bad {
				refused++
			}
		}
		if refused > 0 {
			err = o.fires(ctx, "GevelEditionRefused", shortly, nil, "edition "+bad+" was refused")
		}
		if err := errors.Join(err, o.askAll(ctx), os.RemoveAll(dir)); err != nil {
			return err
		}
		for _, r := range o.in.running() {
			if err := o.awaitNewest(ctx, r); err != nil {
				return err
			}
			err := o.in.program.eventually(ctx, r.name+" refuses none any more", func() error {
				_, text, err := r.get(ctx, "", "/metrics")
				if n := metric(text, refusedEditions); err == nil && n != 0 {
					err = broken(failureIsSeen, "%s refuses %g editions still, though the damaged one was removed", r.name, n)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return nil
}

// refusedEditions is the metric of editions that a replica can't use.
const refusedEditions = "gevel_editions_refused"

// ofThisFormat are the published editions but those by the program before, which an operator keeps for the way back.
func (o *night) ofThisFormat() (editions []string, err error) {
	editions, _, err = editionsIn(o.in.path("published"))
	editions = slices.DeleteFunc(editions, func(id string) bool {
		m, unread := edition.ReadManifest(o.in.path(filepath.Join("published", id)))
		err = errors.Join(err, unread)
		return m.Format < edition.FormatVersion
	})
	return editions, err
}

// damage flips a byte of a published edition, and returns its folder.
func (o *night) damage(rng *rand.Rand, id string) (dir string, err error) {
	dir = o.in.path(filepath.Join("published", id))
	var files []string
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return dir, err
	}
	path := files[rng.IntN(len(files))]
	content, err := os.ReadFile(path)
	if err != nil {
		return dir, err
	}
	// Unchanged files have a name in each edition: the damage is of this one alone, else no other would be whole.
	return dir, errors.Join(os.Remove(path), os.WriteFile(path, flip(rng, content), 0o600))
}

// batchAcrossSwap sends a part of a batch, of callers and of the whole town as of this day, has another edition swapped in, and
// sends the others. One in two goes on too long, and is ended: an edition is not kept for ever.
func batchAcrossSwap(o *night, rng *rand.Rand) error {
	r, tooLong := o.in.replicas[rng.IntN(len(o.in.replicas))], rng.IntN(2) == 0
	o.serving = append(o.serving, func(ctx context.Context) error {
		if r.cmd == nil {
			return nil // another trouble ended it
		}
		before, err := r.serves(ctx)
		if err != nil {
			return err
		}
		began, asked := o.newest, slices.Concat(o.callers, o.ofTown(o.day)) // it may be swapped in before the batch begins
		pauses := []func() error{func() error {
			for before := o.town.ids; o.town.ids == before; {
				o.town.sell(rng, o.day)
			}
			return errors.Join(o.deliver(), o.work(ctx), o.awaitNewest(ctx, r))
		}}
		if tooLong {
			const kept = 12 * time.Hour
			pauses = append(pauses, func() error { return o.wait(ctx, kept+time.Minute) })
		}
		answers, err := r.batch(ctx, o.secret, asked, pauses...)
		if err != nil {
			return err
		}
		of := ""
		for i, is := range answers {
			if tooLong && i == len(answers)-1 && is.edition == "" {
				break // it says why the batch ends
			}
			o.note(r, answer{status: 200, value: is.value})
			if is.edition != "" && is.edition != before && is.edition != began && is.edition != o.newest {
				return broken(oneEdition, "row %d of a batch is of edition %s", i, is.edition)
			}
			if of = cmp.Or(of, is.edition); is.edition != "" && is.edition != of {
				return broken(oneEdition, "a batch answers from %s and %s", of, is.edition)
			}
		}
		if tooLong {
			const readAhead = 3 * 64 // rows that are read together, and those that wait
			if n := len(answers); of != o.newest && n > len(asked)*2/3+readAhead {
				return broken(nothingGrows, "%d rows of %d of a batch keep edition %s for more than 12 hours", n, len(asked), of)
			}
			return nil
		}
		if len(answers) != len(asked) {
			return broken(oneEdition, "a batch answers %d rows of %d, the last with %q", len(answers), len(asked), answers[max(0, len(answers)-1)].text)
		}
		made, err := o.in.valued(ctx, asked, "--editions", filepath.Join("editions", of))
		for i, q := range asked {
			if err == nil && answers[i].value != made[i].value {
				err = broken(doorsAgree, "%s: a batch says %q, and gevel value of its edition %s %q", q, answers[i].value, of, made[i].value)
			}
		}
		return err
	})
	return nil
}
