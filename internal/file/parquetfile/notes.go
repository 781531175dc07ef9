// Package parquetfile writes flat tables as Parquet files that explain themselves.
package parquetfile

// Notes are the key-value metadata of a file: row, what a row is; column.<name> and unit.<name> of
// its columns; and what else there is to say.
type Notes map[string]string

// Column adds the description and the unit of a column, where there is one.
func (n Notes) Column(name, text, unit string) {
	if text != "" {
		n["column."+name] = text
	}
	if unit != "" {
		n["unit."+name] = unit
	}
}
