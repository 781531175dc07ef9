package build

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/value/checkup"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The comparison of an edition with the one before it, before it is published.

// Comparison is an edition beside the one before it.
type Comparison struct {
	// Before is the id of the edition before, "" when there was none to compare with.
	Before string
	// Unread is why the newest edition of the folder could not be compared with, "" when it was.
	Unread   string
	Measures []Measure
	rejects  map[string][]gevel.Reject // of the edition before
}

// Measure is one measure of both editions, as text.
type Measure struct {
	What   string `json:"what" doc:"What is measured."`
	Before string `json:"before" doc:"In the edition before, as text."`
	Now    string `json:"now" doc:"In this edition, as text."`
	Passed string `json:"passed" doc:"Limit of the build file that it goes beyond; else empty."`
}

// String names both and the change.
func (m Measure) String() string {
	return fmt.Sprintf("%s went from %s to %s", m.What, m.Before, m.Now)
}

// Passed returns the measures that went beyond a limit, a sentence each.
func (c *Comparison) Passed() []string {
	var passed []string
	for _, m := range c.Measures {
		if m.Passed != "" {
			passed = append(passed, m.String())
		}
	}
	return passed
}

// refuse returns an error that says what went beyond which limit, nil where nothing did.
func (c *Comparison) refuse(l Limits) error {
	var beyond []string
	for _, m := range c.Measures {
		if m.Passed != "" {
			beyond = append(beyond, fmt.Sprintf("%s, beyond %s %g", m, m.Passed, l.of(m.Passed)))
		}
	}
	if len(beyond) == 0 {
		return nil
	}
	return gevel.Failure(gevel.Forbidden, c.hint(),
		"nothing is published: against the edition before it, %s, %s", c.Before, strings.Join(beyond, "; "))
}

// hint says what to do about an edition that is refused. A service holds an edition to a
// hit rate of its own accord, which the build file does not change.
func (c *Comparison) hint() string {
	hint := "mend the sources; or, when it is meant, publish it with --force, or widen limits in the build file"
	if slices.ContainsFunc(c.Measures, func(m Measure) bool { return m.Passed == hitRateFall }) {
		hint += fmt.Sprintf("; beyond %s %g a service takes it only when published with --force",
			hitRateFall, checkup.HitRateFall)
	}
	return hint
}

// former is what a comparison needs to know of the edition before.
type former struct {
	manifest     edition.Manifest
	newest       gevel.Date // of its models
	homes, sales []fillRate
	sample       []gevel.BAGID
	answers      checkup.Answers
}

// lookBefore asks the newest edition of the folder that is whole and of this program's format all that a comparison
// needs, and lets go of it, to make room for the new one. It returns nil when there is none; c notes why a newer one
// was passed over.
func (b *builder) lookBefore(ctx context.Context, c *Comparison) (*former, error) {
	v, err := b.editionBefore(gevel.Span(ctx, "", 0, 0.8), c)
	if v == nil || err != nil {
		return nil, err
	}
	e := v.Edition()
	f := &former{
		manifest: e.Manifest(), newest: newestModel(v), homes: filled(e), sales: filledSales(e), sample: checkup.Sample(e),
	}
	f.answers, err = checkup.Ask(gevel.Span(ctx, "", 0.9, 1), v, f.sample, b.Today)
	return f, err
}

// compare compares the draft with the edition before it.
func (b *builder) compare(ctx context.Context, before *former, c *Comparison) error {
	draft := b.draft.Edition()
	now, err := valuation.New(gevel.Span(ctx, "", 0, 0.7), draft)
	if err != nil {
		return err
	}
	models := now.Vintages()
	b.summary.Watch = accuracy.NewWatch(draft, models[len(models)-1])
	sample := checkup.Sample(draft)
	answers, err := checkup.Ask(gevel.Span(ctx, "", 0.8, 0.9), now, sample, b.Today)
	if err != nil {
		return err
	}
	b.draft.NoteAnswered(len(sample), answers.Valued())
	b.draft.NoteDeliveries(b.deliveries())
	if before == nil {
		return nil
	}
	c.Before, c.rejects = before.manifest.ID, before.manifest.Rejects
	if c.Before == draft.ID() {
		return nil
	}
	b.warnOfVanished(before.manifest)
	both := checkup.Join(before.sample, sample)
	if answers, err = checkup.Ask(gevel.Span(ctx, "", 0.9, 1), now, both, b.Today); err != nil {
		return err
	}
	m := &measuring{Comparison: c, limits: b.Limits}
	m.counts(before.manifest, draft.Manifest())
	m.rejects(before.manifest, draft.Manifest())
	m.fillRates("homes", before.homes, filled(draft))
	m.fillRates("sales", before.sales, filledSales(draft))
	m.days(before.manifest, draft.Manifest())
	m.day("the newest model", before.newest, newestModel(now))
	m.answers(before.answers.Of(before.sample, both), answers)
	return nil
}

// deliveries returns the names of the files of sales.
func (b *builder) deliveries() (names []string) {
	for _, f := range b.files[edition.SourceSales] {
		names = append(names, f.File)
	}
	return names
}

// warnOfVanished names files of sales that the edition before was made from and that are gone. Folders are left out: a file
// is named with its folder only while another one has its name.
func (b *builder) warnOfVanished(before edition.Manifest) {
	const named = 5
	left := map[string]int{}
	for _, name := range b.deliveries() {
		left[filepath.Base(name)]++
	}
	var gone []string
	for _, name := range before.Deliveries {
		if base := filepath.Base(name); left[base] > 0 {
			left[base]--
		} else {
			gone = append(gone, name)
		}
	}
	if n := len(gone); n > 0 {
		is := "are"
		if n == 1 {
			is = "is"
		}
		b.warn("%s of sales that edition %s was made from %s gone (%s), with what no other file holds; put back what is missed",
			document.Plural(n, "file"), before.ID, is, strings.Join(gone[:min(n, named)], ", "))
	}
}

// editionBefore opens the newest edition of the folder that is whole and of this program's
// format, nil when there is none. It notes why a newer one was passed over.
func (b *builder) editionBefore(ctx context.Context, c *Comparison) (*valuation.Valuer, error) {
	found, err := edition.List(b.Editions)
	if err != nil {
		return nil, err
	}
	for _, dir := range found {
		v, err := valuation.Open(ctx, dir)
		if err == nil {
			return v, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if c.Unread == "" {
			c.Unread = err.Error()
		}
	}
	return nil, nil
}
