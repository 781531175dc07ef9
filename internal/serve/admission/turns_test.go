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

// allTurns are turns of which each key may have all, and any number may wait.
func allTurns(n int) *Turns {
	all := func() int { return n }
	return NewTurns(all, all, math.MaxInt)
}

func TestKeysHaveTurnsHoweverManyBatchesTheyHave(t *testing.T) {
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
			t.Errorf("turns went %v, want %v; left %+v", got, want, turns)
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
			t.Error("a turn comes after the end")
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

		turns.mu.Lock() // "gone" has given up, and can't say so before its turn comes
		leave()
		turns.back("busy")
		turns.mu.Unlock()
		synctest.Wait()

		if given == nil || next != nil || turns.all != 1 || len(turns.waiting)+len(turns.order) != 0 {
			t.Errorf("gone has %v, next has %v, and %d of 1 processors are taken; want that of next", given, next, turns.all)
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
		t.Errorf("pass gives %v, held %t, with %d processors taken", err, reader.Held, turns.all)
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
			t.Errorf("a key alone has %d places and %d wait, want 2 and 6", taken, waiting)
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
			t.Errorf("answered were %v", served)
		}
		if taken, waiting := p.turns.counts(); taken != 0 || waiting != 0 || len(p.turns.taken) != 0 {
			t.Errorf("%d places are taken and %d wait for ever", taken, waiting)
		}
	})
}
