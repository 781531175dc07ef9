package keystore

import (
	"testing"

	"github.com/gevel/gevel"
)

// lockFile locks the file as another program, until unlock is called.
func lockFile(t *testing.T, s *Store) (unlock func()) {
	t.Helper()
	other, err := connectFile(s.path(), forKeys)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
		other.Close()
	}
}

func TestALockedFileBlocksNoRequestAndLosesNoUse(t *testing.T) {
	s, clock := newStore(t), clockAt(noon)
	_, unlimited := mustCreate(t, s, allScopes("unlimited"))
	g, limited := quotaGrant(t, s, clock, 2_000)
	unlock := lockFile(t, s)
	const uses = 3 * maxUnwritten
	for range uses {
		if err := mustAuthenticate(t, g, unlimited).Admit(); err != nil {
			t.Fatal(err)
		}
	}
	for range 2_000 {
		if err := limited.Admit(); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, limited.Admit(), gevel.Forbidden)
	unlock()
	mustSync(t, g)
	for name, want := range map[string]int64{"unlimited": uses, "a": 2_000} {
		got, err := s.Show(t.Context(), name)
		if err != nil || got.UsedIn(MonthOf(noon)) != want {
			t.Errorf("%s: got %v (%v), want %d uses", name, got.Usage, err, want)
		}
	}
}
