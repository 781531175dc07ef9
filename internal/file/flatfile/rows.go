package flatfile

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/file/textfile"
)

// rowsPerCheck is the number of rows between checks of the context and reports of progress:
// some 30 times a second.
const rowsPerCheck = 1 << 14

// eachRow has each row of the file used, or skipped when it is malformed, with the first
// and the last line that it takes.
func (r *Reader) eachRow(
	ctx context.Context, use func(fields []string) error, skip func(first, last int, what error),
) error {
	for reads := 0; ; reads++ {
		if reads%rowsPerCheck == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			r.report()
		}
		r.limit.reset()
		fields, err := r.csv.Read()
		var malformed *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			r.report()
			return nil
		case errors.As(err, &malformed):
			skip(malformed.StartLine, malformed.Line, malformed.Err)
		case err != nil:
			return fmt.Errorf("after %s: %w", r.lastRead(), textfile.Named(err))
		case len(fields) != r.layout.width:
			first, _ := r.csv.FieldPos(0)
			last, _ := r.csv.FieldPos(len(fields) - 1)
			last += strings.Count(fields[len(fields)-1], "\n")
			skip(first, last, fmt.Errorf("%d fields instead of %d", len(fields), r.layout.width))
		case !slices.ContainsFunc(fields, func(cell string) bool { return cell != "" }):
			// as a blank line: spreadsheets write them below a table
		default:
			r.Line, _ = r.csv.FieldPos(0)
			if err := use(fields); err != nil {
				return err
			}
		}
	}
}

// lastRead says how far the file was read.
func (r *Reader) lastRead() string {
	if r.Line == 0 {
		return "the header"
	}
	return fmt.Sprintf("line %d", r.Line)
}

func (r *Reader) report() {
	if r.progress == nil {
		return
	}
	done, passes := r.surveyed+r.file.consumed, int64(1)
	if r.isSurveyed() {
		passes = 2 // see survey
	}
	r.progress(done/passes, r.file.size)
}
