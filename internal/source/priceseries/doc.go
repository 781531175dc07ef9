// Package priceseries reads a monthly series of prices that others publish, or that the operator has, such as asking
// prices: one row a month and day of publication, as CSV, Parquet or a workbook.
//
// # Columns
//
// Columns are found as package flatfile finds them.
//
//	month       2023-05, 202305, 2023MM05, or any day of the month
//	value       above 0; only its growth counts
//	known_date  the day on which the figure was published. Without it a number of days after the month, which the
//	            caller gives
//
// A revised figure is another row of the same month with a later day.
//
// # Rejects
//
//	malformed_row              quotes that don't match, or another number of fields than the header
//	bad_month, bad_value, bad_known_date
//	                           empty where there must be something, or none of its column
//	early_date                 known before its month began
//	future_date                known after the day for which the file is read
//	duplicate_row              a row above it is of the same month and day
package priceseries
