// Package spelling reads what people write: the names of columns, addresses, BAG ids, days, numbers and prices, yes and
// no, house types. All files, the command line and the search read by it, and a query reads the part that query.go has.
// docs/spellings.md shows what is read as what.
package spelling
