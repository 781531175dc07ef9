package flatfile

import "github.com/gevel/gevel/internal/file/parquetfile"

// A file of Parquet: its cells are written by their types, so that numbers and days are read in one way.

// records are the rows of a file, the header apart.
type records interface {
	// Read returns the next row, which the one after it overwrites.
	Read() ([]string, error)
	// FieldPos returns where a field of the row stands, the header being line 1.
	FieldPos(field int) (line, column int)
}

// typedRows are the rows of Parquet as records.
type typedRows struct {
	*parquetfile.Rows
	file *file
}

func (f *file) startTyped() error {
	rows, err := parquetfile.OpenRows(f.source, f.size, longestRow)
	if err != nil {
		return err
	}
	f.typed = &typedRows{rows, f}
	return nil
}

// Read implements records, and counts the bytes as rows go by.
func (t *typedRows) Read() ([]string, error) {
	cells, err := t.Rows.Read()
	if of := t.Len(); of > 0 {
		t.file.consumed = int64(float64(t.file.size) * float64(t.Row()) / float64(of))
	}
	return cells, err
}

// FieldPos implements records: each row is a line.
func (t *typedRows) FieldPos(int) (line, column int) { return t.Row() + 1, 1 }

// isSure reports whether the cells of a field are written by their type.
func (f *file) isSure(field Field) bool {
	return f.typed != nil && field.place > 0 && !f.typed.IsText(field.place-1)
}
