package reports

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/offline/build"
)

// The summary of gevel build as JSON. docs/reference/summary.md lists its keys: none goes or changes its meaning.

// BuildJSON is the summary of a build.
type BuildJSON struct {
	Edition    string               `json:"edition" doc:"Id of the edition."`
	Dir        string               `json:"dir" doc:"Folder of the edition."`
	Outcome    string               `json:"outcome" doc:"'made', or 'stands' when the same edition was there before."`
	Seconds    float64              `json:"seconds" doc:"Time that the build took."`
	MadeBy     string               `json:"madeBy" doc:"Program and version."`
	Rows       map[string]int       `json:"rows" doc:"Rows of each table of the edition: 'addresses', 'dwellings', 'sales' and others."`
	Models     []gevel.Date         `json:"models" doc:"Days of the models, the newest last."`
	Sources    []BuildSourceJSON    `json:"sources" doc:"What was read, in the order of the table of sources."`
	Rejects    []BuildRejectsJSON   `json:"rejects" doc:"What was left out: an entry per file that lost something."`
	Columns    []BuildColumnsJSON   `json:"columns" doc:"Columns of files whose columns a mapping may name."`
	Carried    BuildCarriedJSON     `json:"carried" doc:"What was carried on from the edition before."`
	NewYear    *build.NewYear       `json:"newYear" doc:"Valuation dates that the next model takes away; null where it takes none. 'valued_from' in the build file keeps them."`
	Known      []BuildKnownJSON     `json:"known" doc:"Of how many homes each characteristic is known."`
	Found      []string             `json:"found" doc:"What sources brought, in sentences."`
	Warnings   []string             `json:"warnings" doc:"Sentences, each with what to do."`
	Watch      *BuildWatchJSON      `json:"watch" doc:"What the sales since say of the values that models gave before them; null without errors of models."`
	Comparison *BuildComparisonJSON `json:"comparison" doc:"The edition beside the one before it; null without one, and when the same edition was the newest before."`
	PassedOver string               `json:"passedOver" doc:"Why a newer edition was not compared with; else empty."`
}

// BuildSourceJSON is a source.
type BuildSourceJSON struct {
	Name  string     `json:"name" doc:"As in the manifest."`
	Label string     `json:"label" doc:"As people call it."`
	AsOf  gevel.Date `json:"asOf" doc:"Day of its newest data; empty when it has none."`

	Read      int `json:"read" doc:"Rows, or objects of the register: the sum of the six below."`
	Used      int `json:"used" doc:"Of these in the edition."`
	Past      int `json:"past" doc:"Of these history, or still to come."`
	Withdrawn int `json:"withdrawn" doc:"Of these current, and withdrawn, demolished or never built."`
	NoHomes   int `json:"noHomes" doc:"Of these of no home."`
	Empty     int `json:"empty" doc:"Of these without content."`
	Rejected  int `json:"rejected" doc:"Of these left out, for the reasons in 'rejects'."`
	Faults    int `json:"faults" doc:"Faulty parts of used rows, left out for such reasons too."`
	ByID      int `json:"byId" doc:"Used rows that belong to a home by its id."`
	ByAddress int `json:"byAddress" doc:"Used rows that belong to a home by its address."`
	Homes     int `json:"homes" doc:"Homes that have a row, for a source whose rows are joined to homes."`
	Shared    int `json:"shared" doc:"Homes whose value is shared with others, and so not known."`

	Files []BuildFileJSON `json:"files" doc:"Each file, where the source was read and has several."`
}

// BuildRejectsJSON is what was left out of a file.
type BuildRejectsJSON struct {
	Source   string            `json:"source" doc:"Name of its source."`
	File     string            `json:"file" doc:"Without its folder; the files of a source whose homes were carried on stand together."`
	Read     int               `json:"read" doc:"Rows read."`
	Rejected int               `json:"rejected" doc:"Rows that were left out."`
	Faults   int               `json:"faults" doc:"Faulty parts that rows were kept without."`
	Reasons  []BuildReasonJSON `json:"reasons" doc:"Why, the most frequent first."`
}

// BuildReasonJSON is a reason.
type BuildReasonJSON struct {
	Reason  string   `json:"reason" doc:"As in [rejects](rejects.md)."`
	Count   int      `json:"count" doc:"Rows, or parts of rows."`
	Before  *int     `json:"before" doc:"As many as the edition before left out of all files of the source; null without one."`
	New     bool     `json:"new" doc:"Whether the edition before left nothing out for this reason."`
	Samples []string `json:"samples" doc:"Up to five, with file and line."`
}

// BuildColumnsJSON are the columns of a file.
type BuildColumnsJSON struct {
	File   string   `json:"file" doc:"Without its folder."`
	Read   []string `json:"read" doc:"Columns that were read."`
	Absent []string `json:"absent" doc:"Columns of the preset that it lacks."`
	Unused []string `json:"unused" doc:"Columns that nothing uses."`
}

// BuildCarriedJSON is what was carried on.
type BuildCarriedJSON struct {
	Edition  string               `json:"edition" doc:"From which edition; empty for none."`
	Why      string               `json:"why" doc:"Why nothing was; empty where something was, or might have been."`
	Homes    bool                 `json:"homes" doc:"Whether homes were: their sources are the same."`
	HomesWhy string               `json:"homesWhy" doc:"Why homes were read, where something might have been carried on; else empty."`
	Models   bool                 `json:"models" doc:"Whether all models were: their sales are the same."`
	Vintages []build.CarriedModel `json:"vintages" doc:"Each model, the newest last."`
}

// BuildFileJSON is a file of a source that has several.
type BuildFileJSON struct {
	File          string  `json:"file" doc:"Without its folder, unless another has its name."`
	Read          int     `json:"read" doc:"Rows."`
	Used          int     `json:"used" doc:"Of these in the edition."`
	Rejected      int     `json:"rejected" doc:"Of these left out."`
	RejectedShare float64 `json:"rejectedShare" doc:"Rejected of read, 0 to 1."`
	Faults        int     `json:"faults" doc:"Faulty parts of used rows."`
}

// BuildKnownJSON is of how many homes a characteristic is known.
type BuildKnownJSON struct {
	Characteristic string         `json:"characteristic" doc:"Its label."`
	Homes          int            `json:"homes" doc:"All homes."`
	Sources        map[string]int `json:"sources" doc:"Homes by the source that their value is from."`
	Unknown        int            `json:"unknown" doc:"Homes without a value."`
}

// BuildComparisonJSON is the edition beside the one before.
type BuildComparisonJSON struct {
	Before   string          `json:"before" doc:"Id of the edition before."`
	Measures []build.Measure `json:"measures" doc:"What both have."`
}

// NewBuildJSON returns the summary of a build that took so long.
func NewBuildJSON(s *build.Summary, took time.Duration) *BuildJSON {
	m := s.Manifest
	j := &BuildJSON{
		Edition: m.ID, Dir: s.Dir, Outcome: "made", Seconds: took.Round(time.Millisecond).Seconds(), MadeBy: m.MadeBy,
		Rows: m.Rows, Models: s.Models, Carried: carriedJSON(&s.Carried), NewYear: s.NewYear,
		Warnings: listed(s.Warnings), Watch: watchJSON(s.Watch), PassedOver: s.Comparison.Unread,
		Sources: []BuildSourceJSON{}, Rejects: []BuildRejectsJSON{}, Columns: []BuildColumnsJSON{}, Found: []string{},
	}
	if s.Outcome == edition.Stands {
		j.Outcome = "stands"
	}
	for _, row := range s.Table.Rows() {
		if n, ok := s.Counts[row.Name]; ok {
			j.Sources = append(j.Sources, BuildSourceJSON{
				row.Name, row.Label, m.AsOf[row.Name], n.Read, n.Used, n.Past, n.Withdrawn, n.NoHomes, n.Empty,
				n.Rejected, n.Faults, n.ByID, n.ByAddress, n.Homes, n.Shared, filesJSON(s, row.Name),
			})
		}
	}
	for i := range s.Rejects {
		j.Rejects = append(j.Rejects, rejectsJSON(&s.Rejects[i]))
	}
	for _, file := range slices.Sorted(maps.Keys(s.Columns)) {
		c := s.Columns[file]
		j.Columns = append(j.Columns, BuildColumnsJSON{file, listed(c.Recognised), listed(c.Absent), listed(c.Ignored)})
	}
	for _, found := range s.Found {
		j.Found = append(j.Found, fmt.Sprint(found))
	}
	j.addKnown(s)
	if c := s.Comparison; c.Before != "" && c.Before != m.ID {
		j.Comparison = &BuildComparisonJSON{Before: c.Before, Measures: listed(c.Measures)}
	}
	return j
}

func carriedJSON(c *build.Carried) BuildCarriedJSON {
	return BuildCarriedJSON{c.Edition, c.Why, c.Homes, c.HomesWhy, c.AllModels(), listed(c.Models)}
}

func filesJSON(s *build.Summary, source string) []BuildFileJSON {
	files := []BuildFileJSON{}
	for _, f := range s.Files {
		if f.Source == source {
			share := float64(f.Rejected) / float64(max(f.Read, 1))
			files = append(files, BuildFileJSON{f.File, f.Read, f.Used, f.Rejected, share, f.Faults})
		}
	}
	return files
}

func rejectsJSON(f *build.FileRejects) BuildRejectsJSON {
	j := BuildRejectsJSON{Source: f.Source, File: f.File, Read: f.Read, Rejected: f.Rejected, Faults: f.Faults}
	for _, r := range f.Reasons {
		reason := BuildReasonJSON{Reason: r.Reason, Count: r.Count, New: r.IsNew(), Samples: listed(r.Samples)}
		if r.Before.Known {
			reason.Before = &r.Before.V
		}
		j.Reasons = append(j.Reasons, reason)
	}
	return j
}

func (j *BuildJSON) addKnown(s *build.Summary) {
	j.Known = []BuildKnownJSON{}
	for _, rate := range s.FillRates {
		k := BuildKnownJSON{
			rate.Label, rate.Homes,
			map[string]int{},
			rate.Source[gevel.NoSource] + rate.Source[gevel.FromShared],
		}
		for source, homes := range rate.Source {
			if source != gevel.NoSource && source != gevel.FromShared {
				k.Sources[s.Sources.Name(source)] = homes
			}
		}
		j.Known = append(j.Known, k)
	}
}

// listed is a list that is never null.
func listed[T any](of []T) []T { return append([]T{}, of...) }
