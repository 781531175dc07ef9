package parquetfile

import (
	"io"
	"slices"

	"github.com/gevel/gevel"
)

// Magic begins a Parquet file.
const Magic = "PAR1"

// Rows reads the flat columns of a Parquet file as rows of text, without geometries: what gevel writes, and what data
// frames are saved as. Nulls and unknown numbers are empty, days and times are as ISO 8601 has them.
//
// The file may be of anyone: what it claims is held against what it has before memory is taken for it.
type Rows struct {
	// PassedOver are the names of columns that are not read: of several values a row, of groups, of types of their own.
	PassedOver []string

	from    io.ReaderAt
	footer  *footer
	columns []column
	places  []int // of the columns among the leaves
	names   []string
	group   int   // the next part of the rows
	left    int64 // rows of the one before
	text    []byte
	ends    []int
	cells   []string
	row     int // rows that were read
	limit   int // bytes of a row
	held    int64
}

// OpenRows opens a file whose rows have at most so many bytes. Errors: gevel.Invalid when it is no readable Parquet file.
func OpenRows(from io.ReaderAt, size int64, longestRow int) (*Rows, error) {
	f, err := readFooter(from, size)
	if err != nil {
		return nil, gevel.Refusal("save it again", "it is no readable Parquet file: %v", err)
	}
	r := &Rows{from: from, footer: f, limit: longestRow}
	for i, l := range f.leaves {
		if l.name == Geometry {
			continue
		}
		if l.nested || !l.is.isRead() {
			if l.name != Box && !slices.Contains(r.PassedOver, l.name) {
				r.PassedOver = append(r.PassedOver, l.name)
			}
			continue
		}
		r.names, r.places = append(r.names, l.name), append(r.places, i)
		r.columns = append(r.columns, column{leaf: l, of: r})
	}
	r.ends, r.cells = make([]int, len(r.columns)), make([]string, len(r.columns))
	return r, nil
}

// Names returns the names of the columns.
func (r *Rows) Names() []string { return r.names }

// IsText reports whether a column holds texts, which may be numbers and days in any spelling.
func (r *Rows) IsText(column int) bool { return r.columns[column].is.isText() }

// Type returns the type of a column.
func (r *Rows) Type(column int) Type { return r.columns[column].is.passed() }

// Only has rows read with the cells of some columns, the others empty, until the file is opened again.
func (r *Rows) Only(needed func(column int) bool) {
	for i := range r.columns {
		r.columns[i].passed = !needed(i)
	}
}

// Len returns how many rows there are.
func (r *Rows) Len() int64 { return r.footer.rows }

// Row returns how many rows were read.
func (r *Rows) Row() int { return r.row }

// Read returns the cells of the next row, which the one after it overwrites. Errors: io.EOF behind the last row;
// gevel.Invalid when the file is damaged or the row too long.
func (r *Rows) Read() (cells []string, err error) {
	r.text = r.text[:0]
	if int64(r.row) == r.Len() || len(r.columns) == 0 {
		return nil, io.EOF
	}
	for r.left == 0 {
		r.begin(r.footer.groups[r.group])
	}
	r.left--
	for i := range r.columns {
		if c := &r.columns[i]; !c.passed {
			v, null, err := c.next()
			if err != nil {
				return nil, unreadable(err)
			}
			if !null {
				r.text = c.is.append(r.text, v)
			}
			if len(r.text) > r.limit {
				return nil, gevel.Refusal("", "row %d is longer than %d bytes", r.row+1, r.limit)
			}
		}
		r.ends[i] = len(r.text)
	}
	r.row++
	all, start := string(r.text), 0
	for i, end := range r.ends {
		r.cells[i], start = all[start:end], end
	}
	return r.cells, nil
}

// begin begins to read a part of the rows.
func (r *Rows) begin(g group) {
	r.left = g.rows
	r.group++
	for i := range r.columns {
		r.columns[i].begin(g.chunks[r.places[i]])
	}
}
