// Package flatfile reads flat files as operators deliver them: CSV, gzipped or not, workbooks and Parquet, of one row a sale or a
// home.
//
// Columns are found by name, in any order and any case: by what a mapping says, then a preset, then
// under gevel's own names, then under usual Dutch ones. Besides the columns of its Schema a file may have
// any characteristic, and bring more: num_* and cat_*. Empty means unknown.
//
// Numbers may have a decimal point or comma and grouped thousands. Which it is is found by column,
// whatever the delimiter, or given in the mapping; a file with a number that could be read both ways,
// such as 1.234, and no other that settles it, is an error.
//
// Rows are named by their line in the file, the header being line 1. Those that can't be used are
// counted among the rejects.
package flatfile
