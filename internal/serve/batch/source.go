package batch

import (
	"fmt"
	"io"

	"github.com/gevel/gevel"
)

// The rows of a batch: lines of JSON, or rows of CSV. Either becomes values under the names of parameters, and is read as
// rows of files are.

// bodyRow is a row as it came in.
type bodyRow struct {
	line   int
	size   int      // bytes
	json   []byte   // of a line of JSON
	fields []string // of a row of CSV, one a column
	fault  string   // why a row of CSV can't be read
}

// source reads rows. Errors of open and next are io.EOF, and of what ends the batch.
type source interface {
	open(text io.Reader) error
	next() (bodyRow, error)
	// read reads what a row gives; it may be called beside next.
	read(bodyRow) given
}

func notUTF8(line int) error {
	return &gevel.Error{
		Code: gevel.Invalid, Message: fmt.Sprintf("line %d is not UTF-8", line), Hint: "save the file as UTF-8",
	}
}
