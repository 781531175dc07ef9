package keystore

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

// counts returns what an account has still to write, by month.
func (a *account) counts() map[gevel.Month]int64 {
	counts := make(map[gevel.Month]int64)
	for _, u := range a.appendDue(nil, "k") {
		counts[u.month] += u.n
	}
	return counts
}

func TestUsesCountedDuringAWriteStay(t *testing.T) {
	march, a := MonthOf(noon), &account{}
	a.turn(noon)
	a.count(noon)
	a.count(noon)
	due := a.appendDue(nil, "k")
	a.count(noon) // arrives while the two are being written
	april := noon.AddDate(0, 1, 0)
	a.turn(april) // and so does the next month
	a.count(april)
	for _, u := range due {
		a.written(u)
	}
	if diff := cmp.Diff(map[gevel.Month]int64{march: 1, march + 1: 1}, a.counts()); diff != "" {
		t.Errorf("still to write (-want +got):\n%s", diff)
	}
	if a.stored != 0 {
		t.Errorf("March's uses count for April: stored is %d", a.stored)
	}
}

func TestAReadingOfLastMonthIsNoUseOfThisOne(t *testing.T) {
	a := &account{}
	april := noon.AddDate(0, 1, 0)
	a.turn(april)
	a.learn(MonthOf(noon), 7, noon) // read just before midnight, arrives after
	if a.stored != 0 {
		t.Errorf("stored is %d, want 0", a.stored)
	}
	a.learn(MonthOf(april), 3, april)
	if a.stored != 3 {
		t.Errorf("stored is %d, want 3", a.stored)
	}
}
