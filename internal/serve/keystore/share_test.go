package keystore

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// fleet is gates on one database, whose clocks a test moves together.
type fleet struct {
	gates  []*Gate
	clocks []*testClock
	secret string
}

// newFleet opens gates whose clocks differ by a skew.
func newFleet(t *testing.T, s *Store, rate float64, skew time.Duration) *fleet {
	n := allScopes("a")
	n.Rate = rate
	f := &fleet{}
	_, f.secret = mustCreate(t, s, n)
	began := time.Now() // a slow machine opens the last gate seconds after the first
	for i := range 3 {
		f.clocks = append(f.clocks, clockAt(began.Add(time.Duration(i)*skew)))
		g := newGate(t, s, f.clocks[i])
		g.ledger.patience = time.Minute // nor is it a database that is away
		f.gates = append(f.gates, g)
	}
	for range 2 {
		f.sync(t)
	}
	return f
}

func (f *fleet) sync(t *testing.T) {
	for _, g := range f.gates {
		mustSync(t, g)
	}
}

// run counts what each gate admits in a time to callers who ask it as often as they may, ten times a second at most
// where that is asked for.
func (f *fleet) run(t *testing.T, seconds int, callers ...float64) []int {
	t.Helper()
	admitted := make([]int, len(f.gates))
	owed := make([]float64, len(f.gates))
	for range 10 * seconds {
		for i, g := range f.gates {
			f.clocks[i].advance(time.Second / 10)
			for owed[i] += callers[i] / 10; owed[i] >= 1 && mustAuthenticate(t, g, f.secret).Admit() == nil; owed[i]-- {
				admitted[i]++
			}
			owed[i] = min(owed[i], callers[i]) // others gave up
		}
		f.sync(t)
	}
	return admitted
}

func aGateHasTheRateThatOthersLeave(t *testing.T, s *Store) {
	const rate = 60
	busy := math.MaxInt32 * 1.
	f := newFleet(t, s, rate, 0)
	within := func(what string, got, low, high int) {
		t.Helper()
		if got < low || got > high {
			t.Errorf("%s: %d admitted, want %d to %d", what, got, low, high)
		}
	}
	alone := f.run(t, 20, busy, 0, 0)
	within("one alone", alone[0], 19*rate, 21*rate)
	beside := f.run(t, 20, busy, 5, 0)
	within("beside one that wants little", beside[0], 18*rate-20*10, 21*rate-20*5)
	within("who wants little", beside[1], 20*5-5, 20*5+1)
	all := f.run(t, 20, busy, busy, busy)
	within("all together", all[0]+all[1]+all[2], 19*rate, 21*rate)
	for _, n := range all {
		within("one of all", n, 18*rate/3, 22*rate/3)
	}
	f.gates[0].Close(t.Context())
	f.gates, f.clocks = f.gates[1:], f.clocks[1:]
	within("after one has left", f.run(t, 20, busy, 0)[0], 18*rate, 21*rate)
}

func TestAShareEndsWithItsHolder(t *testing.T) {
	s := newStore(t)
	f := newFleet(t, s, 10, 0)
	busy := math.MaxInt32 * 1.
	f.run(t, 5, busy, 0, 0)
	first := f.gates[0]
	f.gates, f.clocks = f.gates[1:], f.clocks[1:] // it hangs
	got := f.run(t, 5, busy, 0)[0]
	if got > 10 {
		t.Errorf("%d admitted while another may still use all, want what the bucket holds", got)
	}
	if got := f.run(t, 10, busy, 0)[0]; got < 90 || got > 110 {
		t.Errorf("%d admitted after its share has ended, want 100", got)
	}
	first.Close(t.Context())
}

// TestSharesNeedNoCommonClock has servers whose clocks are hours apart.
func TestSharesNeedNoCommonClock(t *testing.T) {
	f := newFleet(t, newServerStore(t), 30, 2*time.Hour)
	busy := math.MaxInt32 * 1.
	got := f.run(t, 3, busy, busy, 0)
	if sum := got[0] + got[1]; sum < 60 || sum > 150 {
		t.Errorf("%v admitted in 3 seconds at 30 a second", got)
	}
}

func TestSharesAreDividedByWants(t *testing.T) {
	for _, tt := range []struct {
		rate, want float64
		others     []heldShare
		part       float64
	}{
		{30, 30, nil, 30},
		{30, 5, nil, 5},
		{30, 30, []heldShare{{30, 10}}, 15},
		{30, 30, []heldShare{{30, 30}}, 0},
		{30, 30, []heldShare{{30, 20}}, 10},
		{30, 30, []heldShare{{4, 4}}, 26},
		{30, 30, []heldShare{{4, 4}, {30, 5}}, 13},
		{30, 6, []heldShare{{30, 0}, {30, 0}}, 6},
		{30, 0, []heldShare{{30, 30}}, 0},
	} {
		if got := (shareClaim{rate: tt.rate, want: tt.want}).divide(tt.others); got != tt.part {
			t.Errorf("of %v, %v beside %v is %v, want %v", tt.rate, tt.want, tt.others, got, tt.part)
		}
	}
	// However gates come and go, they never hold more than the rate together.
	r := rand.New(rand.NewPCG(1, 2))
	held := make([]heldShare, 4)
	for range 10_000 {
		i := r.IntN(len(held))
		want := r.Float64() * 10
		part := shareClaim{rate: 10, want: want}.divide(append(append([]heldShare{}, held[:i]...), held[i+1:]...))
		held[i] = heldShare{want, part}
		if sum := held[0].perSecond + held[1].perSecond + held[2].perSecond + held[3].perSecond; sum > 10+1e-9 || part < 0 {
			t.Fatalf("%v hold %v of 10", held, sum)
		}
	}
}
