// Package sealing reads files of values to seal, and finds the homes that are to be proved.
package sealing

import (
	"context"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/seal"
	"github.com/gevel/gevel/internal/offline/studysales"
)

// Columns of values.
const (
	value = flatfile.HouseNumberExt + 1 + iota
	low80
	high80
	fsd
	class
	valueDate
	valuationDate
	edition
	madeBy
)

var schema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(), "value", "low80", "high80", "fsd", "class", "value_date", "valuation_date", "edition", "made_by"),
	Days:  []int{valueDate, valuationDate},
	Needs: [][]int{{value}},
	Meanings: map[int]flatfile.Meaning{
		value: studysales.Amounts, low80: studysales.Amounts, high80: studysales.Amounts, fsd: flatfile.AnyOf(studysales.Percents),
	},
}

// reasonNoHome is of a row that names its home by no id.
const reasonNoHome = "no_dwelling_id"

// File is a file of values to seal.
type File struct {
	Path    string
	Columns map[string]string // the file's names by gevel's
	Day     gevel.Opt[gevel.Date]
	// Progress, unless nil, is called with the bytes that are read, and all.
	Progress func(done, total int64)
}

// Planted is the tree of a file, and what the file says of itself.
type Planted struct {
	*seal.Tree
	Day             gevel.Date
	Edition, MadeBy string
	Rejects         gevel.Rejects // rows that are not sealed
}

// Plant makes the tree of a file, with proofs of the homes that are wanted. Errors: gevel.Invalid when the file can't be
// read, its values are not all of one day, or it names homes by addresses alone.
func (f *File) Plant(ctx context.Context, secret []byte, previous seal.Hash, wanted []string) (*Planted, error) {
	src := flatfile.Source{Path: f.Path, Preset: flatfile.Mapping{Columns: f.Columns}, Progress: f.Progress}
	r, err := flatfile.Open(ctx, src, &schema, &gevel.Attributes{})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", f.Path, err)
	}
	defer r.Close()
	if err := r.Require(value, flatfile.DwellingID); err != nil {
		return nil, gevel.Refusal("a home is sealed under its id, dwelling_id or bag_id, since it may have several addresses",
			"read %s: %v", f.Path, err)
	}
	var p Planted
	err = r.Each(ctx, func(row flatfile.Row) error {
		one := rowOf(&row)
		day, err := f.dayOf(&row)
		if err == nil && row.Reason == "" && p.Tree == nil {
			p.Day, p.Edition, p.MadeBy = day, row.Value(edition), row.Value(madeBy)
			p.Tree = seal.NewTree(secret, previous, day, wanted)
		}
		switch {
		case row.Reason != "":
			row.Reject()
			return nil
		case err != nil:
			return err
		case day != p.Day:
			return gevel.Refusal("seal each day alone", "line %d is of %s, lines before it of %s: a seal is of one day", row.Line, day, p.Day)
		case row.Value(edition) != p.Edition:
			p.Edition = "several"
		}
		row.Rows++
		return p.Add(row.Line, one)
	})
	p.Rejects = r.Rejects
	if err == nil && p.Tree == nil {
		err = gevel.Refusal("", "no row has a value of a home: %s", flatfile.Reasons(r.Rejects.List()))
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", f.Path, err)
	}
	return &p, nil
}

func rowOf(row *flatfile.Row) (r seal.Row) {
	amount := func(column int) float64 { return row.Number(column, studysales.Amounts.Possible).V }
	r = seal.Row{
		Home: row.Text(flatfile.DwellingID), Class: row.Text(class), Value: amount(value), Low80: amount(low80), High80: amount(high80),
		FSD: row.Number(fsd, studysales.Percents).V,
	}
	if id, err := spelling.ID(r.Home); err == nil {
		r.Home = string(id)
	}
	switch {
	case r.Home == "":
		row.Fail(reasonNoHome, "the home has no dwelling_id")
	case r.Value == 0:
		row.Fail(comparison.ReasonNoAmount, "%s", r.Home)
	}
	return r
}

func (f *File) dayOf(row *flatfile.Row) (gevel.Date, error) {
	day := row.Day(valueDate, row.Day(valuationDate, f.Day.Or(gevel.NoDate), gevel.NoDate), gevel.NoDate)
	if day == gevel.NoDate {
		return day, gevel.Refusal("give it with --date", "line %d does not say the day of its value", row.Line)
	}
	return day, nil
}

// HomesSold returns the ids of the homes of sales from a day until another one, that day excluded.
func HomesSold(ctx context.Context, path string, from, until, today gevel.Date) ([]string, error) {
	s, err := studysales.Open(ctx, path, studysales.Options{Today: today, Detailed: true})
	if err != nil {
		return nil, err
	}
	tested, _ := s.Between(from, until)
	var homes []string
	for _, row := range tested {
		homes = append(homes, s.HomesOf[row]...)
		if s.Homes == nil {
			homes = append(homes, s.DwellingID(int(row)))
		}
	}
	return homes, nil
}

// Prove returns the proofs of homes in the newest seal of a chain that is of the file's values, and that seal. The keys
// of seals are tried in order. Error: gevel.Invalid when no seal is.
func (f *File) Prove(ctx context.Context, keys [][]byte, c seal.Chain, homes []string) ([]*seal.Proof, *seal.Seal, error) {
	var day gevel.Opt[gevel.Date]
	for number := len(c); number > 0; number-- {
		s := &c[number-1]
		for _, secret := range keys {
			if day.Known && day.V != s.Day {
				break
			}
			p, err := f.Plant(ctx, secret, s.Previous, homes)
			if err != nil {
				return nil, nil, err
			}
			if day = gevel.Some(p.Day); p.Day != s.Day {
				break
			}
			root, proofs, err := p.Root()
			if err != nil {
				return nil, nil, err
			}
			if root != s.Root {
				continue
			}
			for _, proof := range proofs {
				proof.Seal = number
			}
			return proofs, s, nil
		}
	}
	return nil, nil, gevel.Refusal("give the file that was sealed, as it was, and the keys of then",
		"no seal is of the values in %s", f.Path)
}
