//go:build unix

package keystore

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// tallyEnv names the file in which a child counts admitted requests, in memory that outlives it.
const tallyEnv = "GEVEL_KEYSTORE_TALLY"

func init() { children["hammer"] = childHammers }

// childHammers acts as a server under more load than any network brings.
func childHammers() {
	store := childStore(context.Background())
	gate, err := NewGate(context.Background(), store, GateOptions{Clock: time.Now})
	exitOn(err)
	count, err := mapCount(os.Getenv(tallyEnv))
	exitOn(err)
	hammer := func() {
		for {
			grant, err := gate.Authenticate("Bearer demo")
			exitOn(err)
			exitOn(grant.Admit())
			count.Add(1)
		}
	}
	go hammer()
	hammer()
}

// mapCount maps the count in a file into memory.
func mapCount(path string) (*atomic.Int64, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := binary.Size(int64(0))
	shared, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return (*atomic.Int64)(unsafe.Pointer(&shared[0])), nil
}

func TestAKilledProcessLosesAThousandUsesAtTheMost(t *testing.T) {
	s := newStore(t)
	if _, err := s.CreateWithSecret(t.Context(), allScopes("a"), "demo", noon); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "admitted")
	if err := os.WriteFile(path, make([]byte, binary.Size(int64(0))), 0o600); err != nil {
		t.Fatal(err)
	}
	admitted, err := mapCount(path)
	if err != nil {
		t.Fatal(err)
	}
	const kills, clients, most = 5, 2, 1_000
	var written, lost int64
	for i := range int64(kills) {
		before := admitted.Load()
		server := child(t, "hammer", s)
		server.Env = append(server.Env, tallyEnv+"="+path)
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		eventually(t, func() bool { return admitted.Load() > before+500+i*3_700 }) // also between two writes
		if err := server.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := server.Wait(); err == nil {
			t.Fatal("the server ended by itself")
		}
		got := allUses(t, s)
		lostNow := admitted.Load() - before - (got - written)
		// A client that was killed may not have counted its last admitted request.
		if lostNow < -clients || lostNow > most {
			t.Errorf("kill %d lost %d of %d uses, want at most %d", i+1, lostNow, admitted.Load()-before, most)
		}
		written, lost = got, lost+lostNow
	}
	t.Logf("%d kills lost %d of %d uses", kills, lost, admitted.Load())
}
