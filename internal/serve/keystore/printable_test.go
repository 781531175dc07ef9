package keystore

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode"
)

// An edited file must not send control characters to a terminal.
func TestNothingOfAnEditedFileReachesTheTerminalRaw(t *testing.T) {
	s := newStore(t)
	mustCreate(t, s, allScopes("a"))
	const title = "\x1b]0;owned\a\x1b[2J\u009b31m\tb\nc\u202e \xff"
	for _, edit := range []string{
		`DELETE FROM secrets WHERE key_id <> $1`, // else the id can't change
		`UPDATE keys SET id = $1, name = $1, scopes = $1`,
		`INSERT INTO usage VALUES ('2025-03', $1, 1, 1)`,
	} {
		if _, err := s.db.ExecContext(t.Context(), edit, title); err != nil {
			t.Fatal(err)
		}
	}
	keys, err := s.List(t.Context())
	if err != nil || len(keys) != 1 {
		t.Fatalf("got %v (%v), want one key", keys, err)
	}
	var out bytes.Buffer
	err = errors.Join(WriteTable(&out, keys, noon), WriteCard(&out, keys[0], noon),
		json.NewEncoder(&out).Encode(DescribeAll(keys, noon)))
	if err != nil {
		t.Fatal(err)
	}
	raw := func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }
	if strings.ContainsFunc(out.String(), raw) || strings.Contains(out.String(), "b\nc") {
		t.Errorf("characters that can't be printed are in %q", out.String())
	}
	if !strings.Contains(out.String(), `\x1b]0;owned\a`) {
		t.Errorf("got %q, want the name quoted", out.String())
	}
}

func TestAnEditedKeyIsRevokedAndRotatedByItsName(t *testing.T) {
	s := newStore(t)
	const name = "\x1b[2Jb"
	mustCreate(t, s, allScopes("b"))
	if _, err := s.db.ExecContext(t.Context(), `UPDATE keys SET name = $1`, name); err != nil {
		t.Fatal(err)
	}
	key, secret, err := s.Rotate(t.Context(), Rotation{Key: name}, noon)
	if err != nil || secret == "" || key.Name != `\x1b[2Jb` {
		t.Errorf("got %q (%v), want the key with a new secret", key.Name, err)
	}
	if _, err := s.Revoke(t.Context(), name, noon); err != nil {
		t.Error(err)
	}
}
