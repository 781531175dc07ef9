package source

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

// Reading is a source that is read by a build.
type Reading struct {
	Tally
	Settings Settings
	Homes    Homes
	// Origins has what the row adds, by name.
	Origins gevel.Sources
	// Extras say what columns are that files may bring and homes do not have.
	Extras gevel.Attributes
	// Today is the day of the build: what is dated later is no evidence.
	Today gevel.Date
	// MaxRejectShare is which share of the rows of an operator's own file may be rejected.
	MaxRejectShare float64
	// Step makes progress known: the part of the files that is read.
	Step func(done, total int64)
	// Found adds what the source brought to the summary, in sentences.
	Found func(fmt.Stringer)
	// Columns adds the columns of a file to the summary.
	Columns func(file string, c flatfile.Columns)
	// Warn adds a warning to the summary.
	Warn func(format string, values ...any)
}

// Homes are the homes of the register, which learn what a source says.
type Homes interface {
	flatfile.Register
	// Table returns the characteristics that homes may have.
	Table() gevel.Attributes
	// Bring adds a characteristic to the table, unless it has one of that column.
	Bring(a gevel.Attribute) (place int, err error)
	// Record records facts of a home, by places in the table. Without such a home it does nothing.
	Record(id gevel.BAGID, facts []gevel.Fact)
	// RecordAbsence records the value implied by absence from a complete list, for all homes: before the list is read.
	RecordAbsence(f gevel.Fact)
}

// Tally adds up the rows of a source's files.
type Tally struct {
	gevel.RowCount
	Rejects gevel.Rejects // and faults
	AsOf    gevel.Date
	Files   []FileTally
}

// FileTally is the rows of one file.
type FileTally struct {
	File string // without its folder; "" stands for all files of the source
	gevel.RowCount
	Rejects gevel.Rejects // and faults
}

// Add adds the counts, rejects and faults of a file; a file of "" stands for all of the source.
func (t *Tally) Add(file string, c gevel.RowCount, rejects ...gevel.Rejects) {
	f := FileTally{File: file, RowCount: c}
	for _, r := range rejects {
		f.Rejects.Merge(r)
	}
	t.AddRows(c)
	t.Rejects.Merge(f.Rejects)
	if file == "" && len(t.Files) == 1 { // it is of the only file
		t.Files[0].AddRows(c)
		t.Files[0].Rejects.Merge(f.Rejects)
		return
	}
	t.Files = append(t.Files, f)
}

// WhyUnused says why none of a source's rows is used, and what to do.
func WhyUnused(n gevel.RowCount, rejects []gevel.Reject) string {
	switch {
	case n.Read == 0:
		return "it has no rows; give the whole delivery, or take it out of the build file"
	case len(rejects) > 0:
		return "see its rejects (" + flatfile.Reasons(rejects) + "); is it of this area, and does the mapping fit?"
	}
	return "none of its rows says anything of a home of the register; has it values, and is it of this area and time?"
}

// NameFile says in an error, if there is one, what was being read. It is for defer.
func NameFile(err *error, what string) {
	if *err != nil {
		*err = fmt.Errorf("read %s: %w", what, *err)
	}
}
