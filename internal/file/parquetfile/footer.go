package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/gevel/gevel"
)

// Bounds on what a file may claim.
const (
	mostFooter   = 32 << 20 // bytes
	mostElements = 50_000   // columns and groups of them
	mostChunks   = 300_000  // columns of all parts
	mostDepth    = 100      // groups within each other
	// A row takes a bit of the file at least, and where many are equal hardly that.
	mostEqualRows   = 4 << 20
	mostRowsPerByte = 1000
)

// readFooter reads the footer of a file of so many bytes, and returns what it says of rows, and its columns.
func readFooter(from io.ReaderAt, size int64) (meta *format.FileMetaData, s *parquet.Schema, err error) {
	defer func() {
		if p := recover(); p != nil { // the library's, at a schema that is none
			err = fmt.Errorf("%v", p)
		}
	}()
	text, err := footerOf(from, size)
	if err != nil {
		return nil, nil, err
	}
	if _, err := structSize(text); err != nil {
		return nil, nil, err
	}
	meta = new(format.FileMetaData)
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), text, meta); err != nil {
		return nil, nil, err
	}
	if err := checkDepth(meta.Schema); err != nil {
		return nil, nil, err
	}
	file, err := parquet.OpenFile(from, size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, nil, err
	}
	return meta, file.Schema(), check(meta, file.Schema(), size)
}

func footerOf(from io.ReaderAt, size int64) ([]byte, error) {
	tail := make([]byte, 8)
	if size < int64(len(Magic)+len(tail)) {
		return nil, errShort
	}
	if _, err := from.ReadAt(tail, size-int64(len(tail))); err != nil {
		return nil, err
	}
	switch magic := string(tail[4:]); {
	case magic == "PARE":
		return nil, errors.New("it is encrypted")
	case magic != Magic:
		return nil, errors.New("it does not end as one; it may be cut short")
	}
	n := int64(binary.LittleEndian.Uint32(tail))
	if n > size-int64(len(Magic)+len(tail)) || n > mostFooter {
		return nil, fmt.Errorf("its footer claims %d bytes", n)
	}
	text := make([]byte, n)
	_, err := from.ReadAt(text, size-int64(len(tail))-n)
	return text, err
}

// checkDepth refuses a schema that is too deep or too wide for a reader that goes down into it.
func checkDepth(elements []format.SchemaElement) error {
	if len(elements) > mostElements {
		return fmt.Errorf("it has more than %d columns and groups of them", mostElements)
	}
	var open []int32 // children to come, of the groups around
	for _, e := range elements {
		for len(open) > 0 && open[len(open)-1] == 0 {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			open[len(open)-1]--
		}
		if children := e.NumChildren.V; children > 0 {
			open = append(open, children)
		}
		if len(open) > mostDepth {
			return fmt.Errorf("columns lie more than %d deep in each other", mostDepth)
		}
	}
	return nil
}

// check holds what the footer claims against itself and against the file.
func check(meta *format.FileMetaData, s *parquet.Schema, size int64) error {
	rows, leaves := int64(0), s.Columns()
	if len(meta.RowGroups)*len(leaves) > mostChunks {
		return fmt.Errorf("its %d columns have %d parts each", len(leaves), len(meta.RowGroups))
	}
	for i, g := range meta.RowGroups {
		if len(g.Columns) != len(leaves) {
			return fmt.Errorf("part %d has %d columns of %d", i+1, len(g.Columns), len(leaves))
		}
		if g.NumRows < 0 || g.NumRows > meta.NumRows-rows {
			return fmt.Errorf("its footer says %d rows, and its parts have others", meta.NumRows)
		}
		rows += g.NumRows
		for l := range g.Columns {
			k, name := &g.Columns[l].MetaData, strconv.Quote(leaves[l][0])
			at, long := start(k), k.TotalCompressedSize
			if at < int64(len(Magic)) || at > size || long < 0 || long > size-at {
				return fmt.Errorf("column %s lies beyond the file", name)
			}
			if found, ok := s.Lookup(leaves[l]...); ok && isFlat(leaves[l], found) && k.NumValues != g.NumRows {
				return fmt.Errorf("column %s has %d values in %d rows", name, k.NumValues, g.NumRows)
			}
		}
	}
	switch {
	case rows != meta.NumRows:
		return fmt.Errorf("its footer says %d rows, and its parts have %d", meta.NumRows, rows)
	case rows > mostEqualRows && rows/mostRowsPerByte > size:
		return fmt.Errorf("its footer claims %d rows in %d bytes", rows, size)
	}
	return nil
}

// isFlat reports whether a column has one value a row.
func isFlat(path []string, l parquet.LeafColumn) bool { return len(path) == 1 && !l.Node.Repeated() }

// start is where the first page of a column is.
func start(k *format.ColumnMetaData) int64 {
	if words := k.DictionaryPageOffset; words > 0 && words < k.DataPageOffset {
		return words
	}
	return k.DataPageOffset
}

func unreadable(what any) error {
	return gevel.Refusal("save it again", "the Parquet file is damaged: %v", what)
}
