package list_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/gevel/gevel/internal/num/list"
)

func TestListsOfLists(t *testing.T) {
	items := []int{3, 0, 4}
	if got := list.Of(items, strconv.Itoa); !slices.Equal(got, []string{"3", "0", "4"}) {
		t.Errorf("of each %q", got)
	}
	if got := list.Make(3, func(i int) int { return items[i] + i }); !slices.Equal(got, []int{3, 1, 6}) {
		t.Errorf("made by place %v", got)
	}
	positive := func(n int) bool { return n > 0 }
	if got := list.Count(items, positive); got != 2 {
		t.Errorf("%d are positive", got)
	}
	if got := list.Sum(items, func(n int) float64 { return float64(n) / 2 }); got != 3.5 {
		t.Errorf("the halves are %v", got)
	}
	if none := list.Of([]int{}, strconv.Itoa); none == nil {
		t.Error("a list of none is nil")
	}
}
