package facts

import (
	"context"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
)

// The columns of a file of facts beside those that name a home.
const (
	knownDate = flatfile.HouseNumberExt + 1 + iota
	referenceDate
)

// schema names the columns, in the order of their numbers.
var schema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(), "known_date", "reference_date"),
	Days:  []int{knownDate, referenceDate},
	Needs: flatfile.HomesNeed(),
}

// check refuses a file that is of another kind, or says nothing that can be used.
func check(ctx context.Context, file *flatfile.Reader, src Source) error {
	header := file.Header()
	if err := foreign(header); err != nil {
		return err
	}
	if err := file.Require(file.NeededForHomes()...); err != nil {
		return mistaken.Explain(ctx, err, src.Path, src.key())
	}
	if len(file.Attributes()) == 0 && len(src.Implied) == 0 {
		err := gevel.Refusal("name columns in the mapping of the build file: rooms, volume, or any name behind num_ or cat_",
			"no column is a characteristic; the file has %s", gevel.Printable(strings.Join(header, ", ")))
		return mistaken.Explain(ctx, err, src.Path, src.key())
	}
	if err := checkImplied(file, src); err != nil {
		return err
	}
	if !file.Has(knownDate) && !src.Known.Known {
		return gevel.Refusal("map a column to known_date, or give the file a known_date: a day, such as the day of "+
			"publication, or always, which is right only for what never changes",
			"the file has no column known_date, and the build file does not say since when it could be known")
	}
	return nil
}

// checkImplied refuses a file of characteristics as a list whose rows say something by being there: all its
// homes would be monuments.
func checkImplied(file *flatfile.Reader, src Source) error {
	if len(src.Implied) == 0 || slices.Contains(file.Attributes(), src.Implied[0].Attribute) {
		return nil
	}
	for _, at := range file.Attributes() {
		if column := file.Table[at].Column; at >= len(gevel.Standard()) && src.Mapping.Columns[column] == "" {
			return filekind.Facts.Refuse(src.key(), "")
		}
	}
	return nil
}

// otherKinds are files that people mistake for one of facts.
var otherKinds = []filekind.Kind{filekind.Sales, filekind.Labels, filekind.Municipalities, filekind.Buildings}

// foreign returns what a file of another kind looks like, and where it belongs.
func foreign(header []string) error {
	names := slices.Clone(header)
	found, err := spelling.Recognise(header, func(string, int) bool { return true })
	if err == nil {
		for _, r := range found {
			names[slices.IndexFunc(header, func(name string) bool { return strings.TrimSpace(name) == r.Name })] = r.Column
		}
	}
	kind := filekind.OfText(strings.Join(names, ";"))
	if !slices.Contains(otherKinds, kind) {
		return nil
	}
	return gevel.Refusal("it belongs to "+kind.Key+" of the build file; of what homes have one gives columns to keep",
		"the file looks like %s", kind.What)
}
