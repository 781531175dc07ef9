package admission

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/gevel/gevel"
)

func TestAnswersThatAreNotReadHaveABudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := NewUnread()
		cut := 0
		begin := func(key string) *Part { return u.Begin(key, 1<<20, func() { cut++ }) }
		for u.Room("greedy") == nil {
			begin("greedy")
		}
		if u.of["greedy"] < u.share || u.of["greedy"] > u.share+2<<20 || cut != 0 {
			t.Errorf("a key has %d bytes of %d, and %d are cut off", u.of["greedy"], u.share, cut)
		}
		read := begin("greedy")
		if err := u.Room("other"); err != nil {
			t.Errorf("another key: %v", err)
		}
		time.Sleep(standsStill)
		read.Moved()
		if err := u.Room("greedy"); err != nil || cut < 10 || len(u.parts) != 1 {
			t.Errorf("once they stand still: %v; %d are cut off and %d go on", err, cut, len(u.parts))
		}
		read.End()
		read.End() // once is enough
		for range 100 {
			begin("hasty") // all were let in at once
		}
		if u.of["hasty"] > 2*u.share {
			t.Errorf("a key has %d bytes of %d", u.of["hasty"], u.share)
		}
		for key := 'a'; key < 'z'; key++ {
			for range 4 {
				begin(string(key))
			}
		}
		if u.all < u.most || gevel.CodeOf(u.Room("a")) != gevel.Unavailable || u.Room("new") != nil {
			t.Errorf("with %d bytes of %d a key that has some gets %v, a new one %v", u.all, u.most, u.Room("a"), u.Room("new"))
		}
		u.End()
		time.Sleep(standsStill + time.Millisecond)
		synctest.Wait()
		if len(u.parts) != 0 || u.all != 0 || len(u.of) != 0 || u.Patience() != standsStill {
			t.Errorf("at the end %d answers of %d bytes still wait, for %s", len(u.parts), u.all, u.Patience())
		}
	})
}
