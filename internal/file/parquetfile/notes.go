// Package parquetfile writes flat tables as Parquet files that describe themselves, and reads those of others as text.
package parquetfile

// Notes are the key-value metadata of a file: row, what a row is; column.<name> and unit.<name>, the meaning
// and unit of a column; and any others.
type Notes map[string]string

// Column adds the description of a column, and its unit if it has one.
func (n Notes) Column(name, text, unit string) {
	if text != "" {
		n["column."+name] = text
	}
	if unit != "" {
		n["unit."+name] = unit
	}
}
