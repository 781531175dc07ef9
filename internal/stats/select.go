package stats

// SelectFunc brings the n smallest values of x to the front, in any order (Hoare's
// selection): of a few hundred it takes a fraction of the time of sorting them. compare
// returns a negative number when a comes before b, and 0 for equal values only.
func SelectFunc[T any](x []T, n int, compare func(a, b T) int) {
	for low, high := 0, len(x)-1; low < high; {
		pivot := x[low+(high-low)/2]
		i, j := low, high
		for i <= j {
			for compare(x[i], pivot) < 0 {
				i++
			}
			for compare(pivot, x[j]) < 0 {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		switch {
		case n-1 <= j:
			high = j
		case n-1 >= i:
			low = i
		default:
			return
		}
	}
}
