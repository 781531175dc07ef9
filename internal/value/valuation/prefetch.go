package valuation

// prefetch reads the memory of many sales before it is used. The sales lie
// scattered: a loop that does nothing but read waits for dozens of cache lines at
// once, a loop that compares for a few. The sum in sink exists only so that the
// compiler does not remove the reads.
func prefetch[T any](sink *int, items []T, read func(T) int) {
	for _, item := range items {
		*sink += read(item)
	}
}
