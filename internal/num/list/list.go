// Package list makes lists of other lists: of each item one, each item once; sums and counts.
package list

import (
	"cmp"
	"slices"
)

// Of returns what of makes of each item.
func Of[A, B any](items []A, of func(A) B) []B {
	made := make([]B, len(items))
	for i, item := range items {
		made[i] = of(item)
	}
	return made
}

// Make returns n items by their places.
func Make[B any](n int, of func(i int) B) []B {
	made := make([]B, n)
	for i := range made {
		made[i] = of(i)
	}
	return made
}

// Refs returns a pointer to each item.
func Refs[A any](items []A) []*A { return Make(len(items), func(i int) *A { return &items[i] }) }

// Count returns how many items are meant.
func Count[A any](items []A, means func(A) bool) (n int) {
	for _, item := range items {
		if means(item) {
			n++
		}
	}
	return n
}

// Sum adds up what of returns for each item, in their order.
func Sum[A any, N int | int64 | float64](items []A, of func(A) N) (sum N) {
	for _, item := range items {
		sum += of(item)
	}
	return sum
}

// InOrder returns each of the items once, in ascending order, in their memory.
func InOrder[A cmp.Ordered](items []A) []A {
	slices.Sort(items)
	return slices.Compact(items)
}

// Sized returns n items of any content, in the memory of others where that has room.
func Sized[A any](memory []A, n int) []A { return slices.Grow(memory[:0], n)[:n] }
