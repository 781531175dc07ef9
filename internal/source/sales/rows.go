package sales

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gevel/gevel/internal/spelling"
	"github.com/gevel/gevel/internal/textfile"
)

// rowsPerCheck is the number of rows between checks of the context and reports of progress:
// some 30 times a second.
const rowsPerCheck = 1 << 14

// eachRow has each row of the file used, or skipped when it is malformed, with the first
// and the last line that it takes.
func (im *importer) eachRow(
	ctx context.Context, use func(fields []string) error, skip func(first, last int, what error),
) error {
	for reads := 0; ; reads++ {
		if reads%rowsPerCheck == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			im.report()
		}
		im.limit.reset()
		fields, err := im.csv.Read()
		var malformed *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			im.report()
			return nil
		case errors.As(err, &malformed):
			skip(malformed.StartLine, malformed.Line, malformed.Err)
		case err != nil:
			return fmt.Errorf("after %s: %w", im.lastRead(), textfile.Named(err))
		case len(fields) != im.layout.width:
			first, _ := im.csv.FieldPos(0)
			last, _ := im.csv.FieldPos(len(fields) - 1)
			last += strings.Count(fields[len(fields)-1], "\n")
			skip(first, last, fmt.Errorf("%d fields instead of %d", len(fields), im.layout.width))
		default:
			im.line, _ = im.csv.FieldPos(0)
			if err := use(fields); err != nil {
				return err
			}
		}
	}
}

// lastRead says how far the file was read.
func (im *importer) lastRead() string {
	if im.line == 0 {
		return "the header"
	}
	return fmt.Sprintf("line %d", im.line)
}

func (im *importer) report() {
	if im.Progress == nil {
		return
	}
	done, passes := im.surveyed+im.file.consumed, int64(1)
	if im.notation.decimal == spelling.NoSign {
		passes = 2 // see survey
	}
	im.Progress(done/passes, im.file.size)
}
