// Package foundation is an invented source, risks of foundations by BAG id, written as a real one is: tests add its row to
// a table of sources, to show that a source is one package and one row.
package foundation

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/source"
)

// Names of the source, of what its homes have, and of where that is from.
const (
	Name   = "foundation_risks"
	Risk   = "num_foundation_risk"
	Origin = "foundation register"
)

var kind = filekind.Kind{What: "risks of foundations", Key: "sources." + Name}

// Row is its row in a table of sources.
var Row = source.Row{
	Name: Name, Label: "foundation risks", Licence: "CC0, invented",
	Kind: kind, Marks: filekind.Marks{{Kind: kind, Columns: []string{"bagid", "foundationrisk"}}},
	Doc:      "Risks of foundations.",
	Settings: func() source.Settings { return new(Settings) },
	Origins:  []gevel.SourceRow{{Name: Origin, Dutch: "funderingsregister", More: true, Over: gevel.FromCBS}},
	Stage:    "foundations", Awaits: []string{"not_yet"},
	Read: source.Reads(read),
}

// Settings are what a build file says of it.
type Settings struct {
	File      string `yaml:"file" json:"-" doc:"Risks by BAG id."`
	Published string `yaml:"published" doc:"Day from which they count."`
}

// Files returns the path of the file.
func (s *Settings) Files(string) []*string { return []*string{&s.File} }

// Days returns the day of publication.
func (s *Settings) Days() []source.Day {
	return []source.Day{{What: kind.Key + ".published:", Day: source.DayOf(s.Published)}}
}

// Check finds a day that can't be.
func (s *Settings) Check() error {
	if _, err := gevel.ParseDate(s.Published); err != nil {
		return &source.Fault{Key: ".published", Err: err}
	}
	return nil
}

// Found is of how many homes the risk is known.
type Found int

// String says it in a sentence.
func (n Found) String() string { return fmt.Sprintf("the foundations of %d homes are known", int(n)) }

// Header is the first line of a file.
const Header = "bag_id;foundation_risk"

// read records the risks of homes. Rows without an id or a number are rejects. Error: the file can't be read, or
// has another header.
func read(ctx context.Context, r *source.Reading, settings *Settings) error {
	risk, _ := gevel.ExtraColumn(Risk)
	place, err := r.Homes.Bring(risk)
	if err != nil {
		return err
	}
	from, err := r.Origins.Named(Origin)
	if err != nil {
		return err
	}
	f, err := regular.OpenWatched(ctx, settings.File)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	if !lines.Scan() || lines.Text() != Header {
		return fmt.Errorf("read %s: its header is not %q", settings.File, Header)
	}
	r.AsOf = source.DayOf(settings.Published)
	for lines.Scan() {
		r.Read++
		id, text, _ := strings.Cut(lines.Text(), ";")
		home, fault := gevel.ParseBAGID(id)
		value, noNumber := strconv.Atoi(text)
		if fault != nil || noNumber != nil {
			r.Rejects.Add("malformed", fmt.Sprintf("row %d", r.Read), lines.Text())
			r.Rejected++
			continue
		}
		if _, _, known := r.Homes.Dwelling(home); !known {
			r.NoHomes++
			continue
		}
		r.Used++
		r.Homes.Record(home, []gevel.Fact{{
			Attribute: place, Value: float64(value),
			Provenance: gevel.Provenance{Source: from, Known: r.AsOf, Until: gevel.NoDate},
		}})
	}
	r.Found(Found(r.Used))
	return lines.Err()
}
