package valuation

// prefetch reads what comes next of many sales before anything is done with it. They lie
// scattered in memory: a loop that does nothing but read waits for dozens of cache lines at
// once, one that compares for a few. What was read is summed up into sink only so that no
// compiler leaves the reading out.
func prefetch[T any](sink *int, items []T, read func(T) int) {
	for _, item := range items {
		*sink += read(item)
	}
}
