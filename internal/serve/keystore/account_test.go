package keystore

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

func newAccount() *account { return &account{key: "k", ledger: newLedger[*account]()} }

func (a *account) admitAt(t *testing.T, now time.Time) {
	t.Helper()
	if err := a.admit(&gevel.Key{}, now); err != nil {
		t.Fatal(err)
	}
}

// counts returns an account's unwritten uses by month.
func (a *account) counts(now time.Time) map[gevel.Month]int64 {
	counts := make(map[gevel.Month]int64)
	for _, u := range a.post(now).uses {
		counts[u.month] += u.n
	}
	return counts
}

func TestUsesCountedDuringAWriteStay(t *testing.T) {
	march, a := MonthOf(noon), newAccount()
	a.admitAt(t, noon)
	a.admitAt(t, noon)
	due := a.post(noon)
	a.admitAt(t, noon) // comes while the two are being written
	april := noon.AddDate(0, 1, 0)
	a.admitAt(t, april) // and so does the next month
	a.posted(due, 1)
	if diff := cmp.Diff(map[gevel.Month]int64{march: 1, march + 1: 1}, a.counts(april)); diff != "" {
		t.Errorf("still to write (-want +got):\n%s", diff)
	}
}

// A clock that is set wrong by a month, and then right, must leave every use in the month that it showed,
// also the later ones.
func TestAClockThatIsSetBackTurnsTheMonthBack(t *testing.T) {
	march, a := MonthOf(noon), newAccount()
	april := noon.AddDate(0, 1, 0)
	want := make(map[gevel.Month]int64)
	for _, now := range []time.Time{noon, april, april, noon, noon, noon, april, noon.AddDate(0, -1, 0), noon} {
		a.admitAt(t, now)
		want[MonthOf(now)]++
	}
	if diff := cmp.Diff(want, a.counts(noon)); diff != "" {
		t.Errorf("to write (-want +got):\n%s", diff)
	}
	a.posted(a.post(noon), 1)
	if len(a.unwritten) != 1 || a.current().month != march {
		t.Errorf("once all is written %v is left, want March alone", a.unwritten)
	}
}

func TestAReadingOfLastMonthIsNoUseOfThisOne(t *testing.T) {
	a := newAccount()
	april := noon.AddDate(0, 1, 0)
	a.turn(april)
	a.learn(reading{month: MonthOf(noon), used: 7}, april) // read just before midnight, delivered after
	if a.stored != 0 {
		t.Errorf("stored is %d, want 0", a.stored)
	}
	a.learn(reading{month: MonthOf(april), used: 3}, april)
	if a.stored != 3 {
		t.Errorf("stored is %d, want 3", a.stored)
	}
}
