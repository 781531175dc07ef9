package market

import (
	"cmp"
	"slices"
)

// OrderOf returns the indexes of items in their sorted order. It moves indexes, as
// the items are large.
func OrderOf[T any](items []T, compare func(a, b *T) int) []int32 {
	order := make([]int32, len(items))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(compare(&items[a], &items[b]), cmp.Compare(a, b))
	})
	return order
}
