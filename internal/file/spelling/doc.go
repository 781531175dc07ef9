// Package spelling knows how the files that people deliver spell what gevel reads: the names of
// columns, house types and labels, yes and no, days, and numbers with a decimal point or comma.
// Files of sales and files of homes share it.
package spelling
