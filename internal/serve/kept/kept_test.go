package kept

import (
	"bytes"
	"testing"
)

func TestWhatIsAskedForStaysWithinTheRoom(t *testing.T) {
	const room = 10_000
	b := New[string](room)
	b.Add("large", make([]byte, room/8+1))
	if _, ok := b.Get("large"); ok {
		t.Error("bytes that fill more than an eighth are kept")
	}
	for i := range 26 {
		key := string(rune('a' + i))
		b.Add(key, bytes.Repeat([]byte{byte(i)}, 1000+i%12))
		b.Add(key, []byte("again"))
		b.Get("a") // so that it stays
		sum := 0
		for _, made := range b.list.Values() {
			sum += len(made)
		}
		entries, size := b.Size()
		if entries != b.list.Len() || sum != size || sum+entries*overhead > room {
			t.Fatalf("%d bytes of %d entries are kept, %d of %d by its own count", sum, b.list.Len(), size, entries)
		}
	}
	if _, ok := b.Get("a"); !ok {
		t.Error("what was asked for last is gone")
	}
	if _, ok := b.Get("b"); ok {
		t.Error("what was asked for longest ago is kept")
	}
	if entries, _ := b.Size(); entries < 5 {
		t.Errorf("%d entries are kept, and there is room for more", entries)
	}
}
