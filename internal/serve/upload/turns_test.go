package upload

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
)

func TestKeysHaveTurnsHoweverManyBatchesTheyHave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		most := 1
		turns := newTurns(func() int { return most })
		var got []string
		work := func(ctx context.Context, key string) {
			if turns.take(ctx, key) == nil {
				got = append(got, key)
				turns.give()
			}
		}
		hold := turn{turns: turns, key: "busy"}
		if err := hold.take(t.Context()); err != nil {
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
		hold.give()
		synctest.Wait()
		want := []string{"many", "one", "two", "many", "two", "many", "many"}
		if !slices.Equal(got, want) || turns.taken != 0 || len(turns.waiting)+len(turns.order) != 0 {
			t.Errorf("turns went %v, want %v; left %+v", got, want, turns)
		}
	})
}

func TestATurnThatIsNoLongerWantedGoesToTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(func() int { return 1 })
		hold := turn{turns: turns, key: "a"}
		if err := hold.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		over, end := context.WithCancel(t.Context())
		end()
		if err := turns.take(over, "b"); err == nil {
			t.Error("a turn comes after the end")
		}
		hold.give()
		hold.give() // once is enough
		if err := hold.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := hold.pass(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		hold.give()
		if turns.taken != 0 {
			t.Errorf("%d turns are lost", turns.taken)
		}
	})
}

func TestATurnThatComesAsItsKeyGivesUpGoesToTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(func() int { return 1 })
		if err := turns.take(t.Context(), "busy"); err != nil {
			t.Fatal(err)
		}
		left, leave := context.WithCancel(t.Context())
		var given, next error
		go func() { given = turns.take(left, "gone") }()
		synctest.Wait()
		go func() { next = turns.take(t.Context(), "next") }()
		synctest.Wait()

		turns.mu.Lock() // "gone" has given up, and can't say so before its turn comes
		leave()
		turns.taken--
		turns.next()
		turns.mu.Unlock()
		synctest.Wait()

		if given == nil || next != nil || turns.taken != 1 || len(turns.waiting)+len(turns.order) != 0 {
			t.Errorf("gone has %v, next has %v, and %d of 1 processors are taken; want that of next", given, next, turns.taken)
		}
		turns.give()
	})
}

func TestAReaderWithoutAProcessorHasNoneToPass(t *testing.T) {
	turns := newTurns(func() int { return 1 })
	if err := turns.take(t.Context(), "busy"); err != nil {
		t.Fatal(err)
	}
	reader := turn{turns: turns, key: "a"}
	if err := reader.pass(t.Context()); err != nil || reader.held || turns.taken != 1 {
		t.Errorf("pass gives %v, held %t, with %d processors taken", err, reader.held, turns.taken)
	}
}
