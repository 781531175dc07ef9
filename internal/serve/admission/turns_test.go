package admission

import (
	"context"
	"math"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// allTurns returns n turns. One key may have them all, and any number of requests may wait.
func allTurns(n int) *Turns {
	all := func() int { return n }
	return NewTurns(all, all, math.MaxInt)
}

func TestAKeyWithManyBatchesGetsNoMoreTurnsThanOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := allTurns(1)
		var got []string
		work := func(ctx context.Context, key string) {
			if turns.Take(ctx, key) == nil {
				got = append(got, key)
				turns.Give(key)
			}
		}
		hold := Turn{Turns: turns, Key: "busy"}
		if err := hold.Take(t.Context()); err != nil {
			t.Fatal(err)
		}
		left, leave := context.WithCancel(t.Context())
		for range 4 {
			go work(t.Context(), "many")
			synctest.Wait()
		}
		go work(left, "gone")
		synctest.Wait()
		for _, key := range []string{"one", "two", "two"} {
			go work(t.Context(), key)
			synctest.Wait()
		}
		leave()
		synctest.Wait()
		hold.Give()
		synctest.Wait()
		want := []string{"many", "one", "two", "many", "two", "many", "many"}
		if !slices.Equal(got, want) || turns.all != 0 || len(turns.waiting)+len(turns.order) != 0 {
			t.Errorf("turns went to %v, want %v; left are %+v", got, want, turns)
		}
	})
}

func TestATurnThatIsNoLongerWantedGoesToTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := allTurns(1)
		hold := Turn{Turns: turns, Key: "a"}
		if err := hold.Take(t.Context()); err != nil {
			t.Fatal(err)
		}
		over, end := context.WithCancel(t.Context())
		end()
		if err := turns.Take(over, "b"); err == nil {
			t.Error("a caller who has left gets a turn")
		}
		hold.Give()
		hold.Give() // once is enough
		if err := hold.Take(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := hold.Pass(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		hold.Give()
		if turns.all != 0 {
			t.Errorf("%d turns are lost", turns.all)
		}
	})
}

func TestATurnThatComesAsItsKeyGivesUpGoesToTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := allTurns(1)
		if err := turns.Take(t.Context(), "busy"); err != nil {
			t.Fatal(err)
		}
		left, leave := context.WithCancel(t.Context())
		var given, next error
		go func() { given = turns.Take(left, "gone") }()
		synctest.Wait()
		go func() { next = turns.Take(t.Context(), "next") }()
		synctest.Wait()

		turns.mu.Lock() // "gone" leaves, and waits for the lock while it gets its turn
		leave()
		turns.back("busy")
		turns.mu.Unlock()
		synctest.Wait()

		if given == nil || next != nil || turns.all != 1 || len(turns.waiting)+len(turns.order) != 0 {
			t.Errorf("the key that left gets %v, the next one %v, and %d turns are taken", given, next, turns.all)
		}
		turns.Give("next")
	})
}

func TestAReaderWithoutAProcessorHasNoneToPass(t *testing.T) {
	turns := allTurns(1)
	if err := turns.Take(t.Context(), "busy"); err != nil {
		t.Fatal(err)
	}
	reader := Turn{Turns: turns, Key: "a"}
	if err := reader.Pass(t.Context()); err != nil || reader.Held || turns.all != 1 {
		t.Errorf("got %v, held %t, and %d processors are taken", err, reader.Held, turns.all)
	}
}

func TestAKeyThatAsksForAllLeavesPlacesAndTheQueueToOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlaces(4, 2, 6, time.Second)
		var mu sync.Mutex
		served := map[string]int{}
		ask := func(key string) {
			if p.Enter(t.Context(), key) == nil {
				time.Sleep(10 * time.Millisecond)
				mu.Lock()
				served[key]++
				mu.Unlock()
				p.Leave(key)
			}
		}
		for range 40 {
			go ask("greedy")
		}
		synctest.Wait()
		if taken, waiting := p.turns.counts(); taken != 2 || waiting != 6 {
			t.Errorf("a key alone has %d places and %d requests wait, want 2 and 6", taken, waiting)
		}
		for _, key := range []string{"one", "two", "three", "three", "three"} {
			go ask(key)
			synctest.Wait()
		}
		time.Sleep(time.Second)
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		if served["one"] != 1 || served["two"] != 1 || served["three"] != 3 || served["greedy"] < 4 {
			t.Errorf("answered %v", served)
		}
		if taken, waiting := p.turns.counts(); taken != 0 || waiting != 0 || len(p.turns.taken) != 0 {
			t.Errorf("in the end %d places are taken and %d requests wait", taken, waiting)
		}
	})
}
