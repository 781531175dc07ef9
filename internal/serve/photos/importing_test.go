package photos

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

func TestOneFileForSeveralHomesIsEncodedOnce(t *testing.T) {
	var encoded atomic.Int64
	encode := newFileEncoder(func(_ context.Context, file []byte) ([]byte, error) {
		encoded.Add(1)
		return append([]byte("of "), file...), nil
	})
	var workers sync.WaitGroup
	for i := range recentFiles {
		workers.Go(func() {
			for range 50 {
				file := fmt.Sprint("file ", i%2)
				picture, err := encode(t.Context(), []byte(file))
				if err != nil || string(picture) != "of "+file {
					t.Errorf("the picture of %s is %q, %v", file, picture, err)
				}
			}
		})
	}
	workers.Wait()
	if got := encoded.Load(); got != 2 {
		t.Errorf("two files were encoded %d times, want 2", got)
	}
}

func TestAHomeThatSharesADamagedFileIsRejectedToo(t *testing.T) {
	decoded := 0
	encode := newFileEncoder(func(context.Context, []byte) ([]byte, error) {
		decoded++
		return nil, Refuse(reasonDamaged, "damaged")
	})
	for range 2 {
		if _, err := encode(t.Context(), []byte("file")); reasonOf(err) != reasonDamaged {
			t.Errorf("got %v, want the reason %s", err, reasonDamaged)
		}
	}
	if decoded != 1 {
		t.Errorf("it was decoded %d times", decoded)
	}
}
