package csvfile

import (
	"encoding/csv"
	"io"

	"github.com/gevel/gevel/internal/file/textfile"
)

// Writer writes rows of CSV.
type Writer struct {
	Form
	to     io.Writer
	csv    *csv.Writer
	begun  bool
	record []string
}

// NewWriter returns a writer. The byte order mark, if any, comes before the first row.
func NewWriter(to io.Writer, form Form) *Writer {
	w := &Writer{Form: form, to: to, csv: csv.NewWriter(to)}
	if form.Comma != 0 {
		w.csv.Comma = form.Comma
	}
	return w
}

// Write writes a row. Rows are buffered until Flush.
func (w *Writer) Write(cells []string) error {
	if !w.begun && w.Mark {
		if _, err := io.WriteString(w.to, textfile.ByteOrderMark); err != nil {
			return err
		}
	}
	w.begun = true
	w.record = w.record[:0]
	for _, cell := range cells {
		w.record = append(w.record, w.cell(cell))
	}
	return w.csv.Write(w.record)
}

// Flush writes what is buffered.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}
