package seal_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/seal"
)

var (
	secret = bytes.Repeat([]byte{7}, 32)
	day    = gevel.NewDate(2026, 1, 1)
	sealed = time.Date(2026, 1, 2, 9, 0, 0, 0, time.UTC)
)

func row(i int) seal.Row {
	return seal.Row{
		Home: fmt.Sprintf("0363010%09d", i), Value: float64(300_000 + i), Low80: 250_000, High80: 350_000.5, FSD: 0.0812, Class: "4",
	}
}

// planted returns the tree of n homes, in any order, with the proofs of some.
func planted(t testing.TB, n int, wanted ...int) (root seal.Hash, proofs []*seal.Proof) {
	t.Helper()
	homes := make([]string, len(wanted))
	for i, w := range wanted {
		homes[i] = row(w).Home
	}
	tree := seal.NewTree(secret, seal.Hash{}, day, homes)
	for line, i := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		if err := tree.Add(line, row(i)); err != nil {
			t.Fatal(err)
		}
	}
	root, proofs, err := tree.Root()
	if err != nil {
		t.Fatal(err)
	}
	return root, proofs
}

func chainOf(t testing.TB, roots ...seal.Hash) (c seal.Chain) {
	t.Helper()
	for i, root := range roots {
		s, err := c.Add(seal.Seal{
			Day: day + gevel.Date(30*i), Sealed: sealed.AddDate(0, 0, 30*i), Edition: "0123", MadeBy: "gevel 1", Homes: 1000, Root: root,
		})
		if err != nil {
			t.Fatal(err)
		}
		c = append(c, s)
	}
	return c
}

func TestEachHomeIsProvedInATreeOfAnySize(t *testing.T) {
	for _, n := range []int{1, 2, 3, 17, 1000} {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		root, proofs := planted(t, n, append(all, n)...) // the last one is not there
		if len(proofs) != n {
			t.Fatalf("%d of %d homes are proved", len(proofs), n)
		}
		for i, p := range proofs {
			read, err := seal.Parse(p.String())
			if err != nil || read.Row != row(i) || read.Root() != root || len(p.Binary()) > 1000 {
				t.Fatalf("of %d homes, home %d: %+v, %v, %d bytes", n, i, read.Row, err, len(p.Binary()))
			}
		}
	}
}

func TestOneEuroMoreIsNoSealedValue(t *testing.T) {
	root, proofs := planted(t, 1000, 500)
	c, p := chainOf(t, root), proofs[0]
	p.Seal = 1
	if _, err := c.Check(p); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*seal.Proof){
		"a euro": func(p *seal.Proof) { p.Row.Value++ }, "the range": func(p *seal.Proof) { p.Row.Low80-- },
		"the class": func(p *seal.Proof) { p.Row.Class = "5" }, "the home": func(p *seal.Proof) { p.Row.Home = row(501).Home },
		"the salt": func(p *seal.Proof) { p.Salt[0]++ }, "the seal": func(p *seal.Proof) { p.Seal = 2 },
	} {
		other := *p
		change(&other)
		if _, err := c.Check(&other); err == nil {
			t.Errorf("with %s changed the proof holds", name)
		}
	}
}

// TestNoChangedBitOfAProofHolds: a proof is written in one way alone.
func TestNoChangedBitOfAProofHolds(t *testing.T) {
	root, proofs := planted(t, 50, 7)
	c := chainOf(t, root)
	proofs[0].Seal = 1
	text := proofs[0].Binary()
	for i := range 8 * len(text) {
		changed := bytes.Clone(text)
		changed[i/8] ^= 1 << (i % 8)
		p, err := seal.ParseBinary(changed)
		if err != nil {
			continue
		}
		if _, err := c.Check(&p); err == nil {
			t.Fatalf("with bit %d of byte %d changed the proof holds", i%8, i/8)
		}
	}
	for _, wrong := range [][]byte{nil, text[:len(text)-1], append(bytes.Clone(text), 0)} {
		if _, err := seal.ParseBinary(wrong); err == nil {
			t.Errorf("%d bytes of %d are a proof", len(wrong), len(text))
		}
	}
}

func TestAHomeHasOneValueInASeal(t *testing.T) {
	tree := seal.NewTree(secret, seal.Hash{}, day, nil)
	for line, r := range []seal.Row{row(1), row(2), row(1)} {
		if line == 2 {
			r.Value++
		}
		if err := tree.Add(line+2, r); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := tree.Root(); err == nil || !strings.Contains(err.Error(), "lines 2 and 4 have different values of one home") {
		t.Errorf("two values of a home: %v", err)
	}
	if _, _, err := seal.NewTree(secret, seal.Hash{}, day, nil).Root(); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("no value: %v", err)
	}
}

// TestASaltIsOfKeyHomeDayAndPlace: so no proof of one seal shows what hides a home in another.
func TestASaltIsOfKeyHomeDayAndPlace(t *testing.T) {
	salt := func(secret []byte, previous seal.Hash, day gevel.Date, home int) seal.Salt {
		tree := seal.NewTree(secret, previous, day, []string{row(home).Home})
		if err := tree.Add(1, row(home)); err != nil {
			t.Fatal(err)
		}
		_, proofs, err := tree.Root()
		if err != nil {
			t.Fatal(err)
		}
		return proofs[0].Salt
	}
	seen := map[seal.Salt]bool{salt(secret, seal.Hash{}, day, 1): true}
	for _, other := range []seal.Salt{
		salt(bytes.Repeat([]byte{8}, 32), seal.Hash{}, day, 1), salt(secret, seal.Hash{1}, day, 1), salt(secret, seal.Hash{}, day+1, 1),
		salt(secret, seal.Hash{}, day, 2),
	} {
		if seen[other] {
			t.Error("two have one salt")
		}
		seen[other] = true
	}
}

func TestAChainIsReadAsItIsWrittenAndNoOtherWay(t *testing.T) {
	c := chainOf(t, seal.Hash{1}, seal.Hash{2}, seal.Hash{3})
	var text []byte
	for i := range c {
		text = append(text, c[i].Line()...)
	}
	read, err := seal.ParseChain(append(text, seal.StampLine(2, []byte("stamp"))...))
	if err != nil || len(read) != 3 || read.End() != c.End() || string(read[1].Stamp) != "stamp" {
		t.Fatalf("read %+v, %v", read, err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for name, wrong := range map[string]string{
		"a number changed":     strings.Replace(string(text), `"homes":1000`, `"homes":1001`, 1),
		"one left out":         lines[0] + lines[2],
		"the first left out":   lines[1] + lines[2],
		"another order":        lines[1] + lines[0] + lines[2],
		"one twice":            lines[0] + lines[0],
		"a torn line":          lines[0] + lines[1][:40],
		"a stamp of none":      string(text) + string(seal.StampLine(4, []byte("x"))),
		"two stamps of one":    string(text) + strings.Repeat(string(seal.StampLine(1, []byte("x"))), 2),
		"no seal":              "{}",
		"parts of a second":    strings.Replace(string(text), "09:00:00Z", "09:00:00.5Z", 1),
		"another link":         strings.Replace(string(text), c[2].Link.String(), c[1].Link.String(), 1),
		"a root that is short": strings.Replace(string(text), c[0].Root.String(), "01", 1),
	} {
		if _, err := seal.ParseChain([]byte(wrong)); err == nil {
			t.Errorf("%s: it is read", name)
		}
	}
	if _, err := c.Add(seal.Seal{Day: day, Sealed: sealed, Homes: 1}); err == nil {
		t.Error("a seal of before the last one is added")
	}
}

func TestWhatShowsASealShowsThoseBeforeIt(t *testing.T) {
	c := chainOf(t, seal.Hash{1}, seal.Hash{2}, seal.Hash{3})
	list, err := c.Shown(seal.Witnesses{Copy: c[:2], CopyDay: day + 40})
	want := []seal.Shown{{c[0].Day, day + 40, seal.Copied}, {c[1].Day, day + 40, seal.Copied}, {c[2].Day, day + 61, seal.Word}}
	if err != nil || fmt.Sprint(list) != fmt.Sprint(want) {
		t.Errorf("shown %v, %v, want %v", list, err, want)
	}
	other := chainOf(t, seal.Hash{1}, seal.Hash{9})
	if _, err := c.Shown(seal.Witnesses{Copy: other, CopyDay: day + 40}); err == nil {
		t.Error("a copy with another seal is one of the chain")
	}
	for copied, holds := range map[gevel.Date]bool{day + 29: false, day + 30: false, day + 31: true} { // the second was made on day + 31
		if _, err := c.Shown(seal.Witnesses{Copy: c[:2], CopyDay: copied}); (err == nil) != holds {
			t.Errorf("a copy of %s: %v", copied, err)
		}
	}
	night, err := seal.Chain{}.Add(seal.Seal{Day: day, Sealed: time.Date(2026, 1, 2, 23, 30, 0, 0, time.UTC), Homes: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (seal.Chain{night}).Shown(seal.Witnesses{Copy: seal.Chain{night}, CopyDay: day + 1}); err == nil {
		t.Error("a copy is of a day that was over in the Netherlands when its seal was made")
	}
	if _, err := c[:1].Shown(seal.Witnesses{Copy: c, CopyDay: day + 40}); err == nil {
		t.Error("a copy of more seals is one of the chain")
	}
}

func TestARowIsReadAsItIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string) float64 { return float64(rapid.Int64Range(0, 1e12).Draw(t, name)) / 1e4 }
		r := seal.Row{
			Home:  rapid.StringMatching(`[0-9A-Za-z]{1,32}`).Draw(t, "home"),
			Value: 1 + number("value"), Low80: number("low"), High80: number("high"), FSD: number("fsd"),
			Class: rapid.StringMatching(`[0-9A-Z]{0,8}`).Draw(t, "class"),
		}
		if got, err := seal.ParseRow(r.Text()); err != nil || got != r {
			t.Errorf("%q is read as %+v, %v", r.Text(), got, err)
		}
	})
	for _, wrong := range []string{
		"", "1;2;3;4;5", ";1;;;;", "1;;;;;", "1;-1;;;;", "1;1.0;;;;", "1;1e3;;;;", "1;NaN;;;;", "1;Inf;;;;", "1;01;;;;", "1 ;1;;;;", "1;1;0;;;",
		"1;1;;;;123456789", "1;1;;;;a\n", strings.Repeat("1", 33) + ";1;;;;", "1;1;;;0." + strings.Repeat("0", 90) + "1;",
	} {
		if r, err := seal.ParseRow(wrong); err == nil {
			t.Errorf("%q is a row: %+v", wrong, r)
		}
	}
}

func FuzzProof(f *testing.F) {
	_, proofs := planted(f, 40, 1, 2)
	for _, p := range proofs {
		f.Add(p.Binary())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if p, err := seal.ParseBinary(text); err == nil {
			p.Root()
			if !bytes.Equal(p.Binary(), text) {
				t.Errorf("%x is written as %x", text, p.Binary())
			}
		}
	})
}

func FuzzChain(f *testing.F) {
	c := chainOf(f, seal.Hash{1}, seal.Hash{2})
	f.Add(append(append(c[0].Line(), c[1].Line()...), seal.StampLine(1, []byte("x"))...))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := seal.ParseChain(text)
		if err != nil {
			return
		}
		var written []byte
		for i := range c {
			written = append(written, c[i].Line()...)
		}
		if again, err := seal.ParseChain(written); err != nil || again.End() != c.End() {
			t.Errorf("a chain that was read is written as %s, %v", written, err)
		}
	})
}

// BenchmarkSeal seals a million homes, given their values: see docs/performance.md.
func BenchmarkSeal(b *testing.B) {
	rows := make([]seal.Row, 1_000_000)
	for i := range rows {
		rows[i] = row(i)
	}
	for b.Loop() {
		tree := seal.NewTree(secret, seal.Hash{}, day, nil)
		for i, r := range rows {
			if err := tree.Add(i, r); err != nil {
				b.Fatal(err)
			}
		}
		if _, _, err := tree.Root(); err != nil {
			b.Fatal(err)
		}
	}
}
