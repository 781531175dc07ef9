package seal_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/judge/seal"
	"github.com/gevel/gevel/internal/testing/timestamp"
)

// stamped is the answer of an authority to the request of a link's stamp.
func stamped(t testing.TB, a *timestamp.Authority, link seal.Hash) []byte {
	t.Helper()
	request, err := seal.StampRequest(link)
	if err != nil {
		t.Fatal(err)
	}
	return a.Answer(t, request)
}

func TestAStampShowsWhenASealWasThere(t *testing.T) {
	a := timestamp.New(t)
	c := chainOf(t, seal.Hash{1}, seal.Hash{2})
	stamp, err := seal.StampOf(stamped(t, a, c[1].Link), c[1].Link)
	if err != nil {
		t.Fatal(err)
	}
	at, err := seal.CheckStamp(stamp, c[1].Link, a.Pool)
	if err != nil || time.Since(at).Abs() > time.Hour {
		t.Fatalf("stamped at %s, %v", at, err)
	}
	c[1].Stamp = stamp
	for _, s := range must(c.Shown(seal.Witnesses{Authority: a.Pool})) {
		if s.By != seal.Stamped {
			t.Errorf("shown by %s", s.By)
		}
	}
	if list := must(c.Shown(seal.Witnesses{})); list[1].By != seal.Word {
		t.Errorf("an unchecked stamp shows a day: %v", list)
	}
	if _, err := seal.StampOf(stamped(t, a, c[1].Link), c[0].Link); err == nil {
		t.Error("an answer about another seal is taken")
	}
	if _, err := seal.CheckStamp(stamp, c[0].Link, a.Pool); err == nil {
		t.Error("the stamp of another seal holds")
	}
	if _, err := seal.CheckStamp(stamp, c[1].Link, timestamp.New(t).Pool); err == nil {
		t.Error("the stamp of an authority that is not trusted holds")
	}
	for name, part := range map[string][]byte{"time": []byte(at.UTC().Format("20060102150405Z")), "link": c[1].Link[:]} {
		changed := bytes.Clone(stamp)
		changed[bytes.Index(stamp, part)+7] ^= 1
		if _, err := seal.CheckStamp(changed, c[1].Link, a.Pool); err == nil {
			t.Errorf("with another %s the stamp holds", name)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func FuzzStamp(f *testing.F) {
	a := timestamp.New(f)
	link := seal.Hash{1}
	answer := stamped(f, a, link)
	f.Add(answer)
	f.Add(must(seal.StampOf(answer, link)))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = seal.StampOf(text, link)
		if _, err := seal.CheckStamp(text, link, a.Pool); err == nil && len(text) < 100 {
			t.Errorf("%x is a stamp", text)
		}
	})
}
