package heapsize_test

import (
	"testing"

	"github.com/gevel/gevel/internal/testing/heapsize"
)

func TestEachPartCountsOnce(t *testing.T) {
	type part struct {
		numbers []int32
		text    string
	}
	shared := make([]int32, 100)
	got := heapsize.Of(&struct {
		a, b   part
		points [][]byte
	}{part{shared, "four"}, part{numbers: shared}, [][]byte{make([]byte, 50), make([]byte, 0, 7)}}, 2)
	for path, want := range map[string]int{"a.numbers": 400, "a.text": 4, "b.numbers": 0, "points": 2*24 + 57} {
		if got[path] != want {
			t.Errorf("%s: got %d bytes, want %d", path, got[path], want)
		}
	}
}
