// Package training is training that is spread over machines, as files of a folder or a bucket of S3: the sales that
// models learn from, as an edition without homes, and in the folder "fitted" a file for each vintage.
package training

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/mirror"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/train"
)

// Set is what vintages are fitted on.
type Set struct {
	Sales    *market.Sales
	Calendar train.Calendar
	Seed     uint64
	Season   index.Season      // see train.Options
	Series   gevel.PriceSeries // see train.Options
	Sources  gevel.Sources
	MadeBy   string // program and version
}

// calendar is a train.Calendar in a manifest, and what else models depend on.
type calendar struct {
	Today    gevel.Date `json:"today"`
	AsOf     gevel.Date `json:"as_of"`
	Vintages int        `json:"vintages"`
	From     gevel.Date `json:"valued_from"`

	Season index.Season `json:"season,omitempty"`
}

// Write makes the set the newest at a location, a folder or s3://bucket/prefix, and returns its id. now orders the sets
// of a folder.
func (s Set) Write(ctx context.Context, location string, now time.Time) (id string, err error) {
	c := calendar{s.Calendar.Today, s.Calendar.AsOf, s.Calendar.Years, gevel.NoDate, s.Season}
	if s.Calendar.From.Known {
		c.From = s.Calendar.From.V
	}
	parameters, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "gevel-training-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	draft, err := edition.NewDraft(ctx, dir, edition.Contents{
		Sales: s.Sales, Series: s.Series, Sources: s.Sources, Seed: s.Seed, MadeBy: s.MadeBy, CodeVersion: train.CodeVersion,
		Parameters: parameters,
	})
	if err != nil {
		return "", err
	}
	defer draft.Discard()
	m, _, err := draft.Publish(ctx, nil)
	if err != nil {
		return "", err
	}
	_, err = mirror.Publish(ctx, filepath.Join(dir, m.ID), location, now, func(int64, int64) {})
	return m.ID, err
}

// readSet reads the set in the directory of an edition without homes.
func readSet(ctx context.Context, dir string) (id string, s Set, err error) {
	e, err := edition.Open(ctx, dir)
	if err != nil {
		return "", Set{}, err
	}
	m := e.Manifest()
	var c calendar
	if err := json.Unmarshal(m.Parameters, &c); err != nil || c.Today == 0 {
		return "", Set{}, gevel.Refusal("name the location that gevel build --prepare was given",
			"%s is an edition, and nothing prepared for training", dir)
	}
	if m.CodeVersion != train.CodeVersion {
		return "", Set{}, gevel.Refusal("prepare it with this program",
			"the training set %s was prepared by %s, whose models are of version %d and not %d", m.ID, m.MadeBy, m.CodeVersion,
			train.CodeVersion)
	}
	s = Set{
		Sales: e.Sales(), Series: e.Series(), Seed: m.Seed, Season: c.Season, Sources: e.Sources(), MadeBy: m.MadeBy,
		Calendar: train.Calendar{Today: c.Today, AsOf: c.AsOf, Years: c.Vintages},
	}
	if c.From != gevel.NoDate {
		s.Calendar.From = gevel.Some(c.From)
	}
	return m.ID, s, nil
}

// again is the hint where a build learns from something else.
const again = "run gevel build --prepare and gevel train again"

// checkSame refuses a set that is not what a build learns from.
func (s Set) checkSame(id string, of Set) error {
	if s.Seed != of.Seed {
		return gevel.Refusal(again, "the training set %s was prepared with seed %d, and the build has %d", id, s.Seed, of.Seed)
	}
	if s.Season != of.Season {
		return gevel.Refusal(again, "the training set %s was prepared with season %q, and the build has %q", id, s.Season,
			of.Season)
	}
	if day, other := of.Series.ChangedSince(s.Series); other {
		return gevel.Refusal(again, "the training set %s was prepared with another price series: a figure known "+
			"on %s differs", id, day)
	}
	row := of.Sales.DiffersFrom(s.Sales)
	if row < 0 {
		return nil
	}
	return gevel.Refusal(again, "the training set %s was prepared from other sales: %s", id, difference(row, of.Sales, s.Sales))
}

// difference says how two tables of sales differ in the first row that does.
func difference(row int, now, before *market.Sales) string {
	switch {
	case row >= before.Len():
		return fmt.Sprintf("it has %d of %d", before.Len(), now.Len())
	case row >= now.Len():
		return fmt.Sprintf("it has %d instead of %d", before.Len(), now.Len())
	case now.ID(row) != before.ID(row):
		return fmt.Sprintf("sale %s stands where %s is due", before.ID(row), now.ID(row))
	}
	return fmt.Sprintf("sale %s is not the same, or the characteristics differ", now.ID(row))
}
