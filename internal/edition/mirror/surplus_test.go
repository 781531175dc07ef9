package mirror

import (
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

// TestTheEditionOfALaterRegisterStays retires editions that a build with an older register follows.
func TestTheEditionOfALaterRegisterStays(t *testing.T) {
	now := time.Now()
	for _, tt := range []struct {
		registers []gevel.Date // of the editions, the newest first
		surplus   []string
	}{
		{[]gevel.Date{8, 8, 12, 12, 11}, []string{"3", "4"}},
		{[]gevel.Date{8, 8, 10, 12, 12}, []string{"4"}},
		{[]gevel.Date{12, 8, 8, 12, 11}, []string{"2", "3", "4"}},
		{[]gevel.Date{0, 0, 0}, []string{"2"}}, // of a bucket
	} {
		var all []stored
		formats := make([]int, len(tt.registers))
		for i, day := range tt.registers {
			all, formats[i] = append(all, stored{id: string(rune('0' + i)), published: now, register: day}), 1
		}
		var got []string
		for _, e := range (Retention{}).surplus(all, formats, now) {
			got = append(got, e.id)
		}
		if !slices.Equal(got, tt.surplus) {
			t.Errorf("of registers %v %v go, want %v", tt.registers, got, tt.surplus)
		}
	}
}
