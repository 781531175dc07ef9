package main

import (
	"encoding/base64"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/testing/timestamp"
)

// sealedTown returns a folder with the values of three homes, a seal of them, and their proofs.
func sealedTown(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	t.Chdir(dir)
	const values = "bag_id,value,low80,high80,fsd,confidence_class,value_date,edition,made_by\n" +
		"0363010000000001,300000,250000,350000,0.0812,4,2025-03-01,0a1b,other 2\n" +
		"0363010000000002,400000.5,350000,450000,0.09,3,2025-03-01,0a1b,other 2\n" +
		"0363010000000003,500000,,,,,2025-03-01,0a1b,other 2\n"
	if err := os.WriteFile("values.csv", []byte(values), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"seal", "key"},
		{"seal", "values.csv"},
		{"seal", "prove", "values.csv", "0363010000000001", "0363010000000002", "0363010000000003", "-o", "proofs.csv"},
	} {
		if code, out := runInTown(t, args...); code != 0 {
			t.Fatalf("gevel %v: %s", args, out)
		}
	}
	return dir
}

func TestAnAuthorityStampsASeal(t *testing.T) {
	a := timestamp.New(t)
	server := httptest.NewServer(a.Handler(t))
	defer server.Close()
	sealedTown(t)
	if code, out := runInTown(t, "seal", "stamp", server.URL); code != 0 || !strings.Contains(out, "seal 1 has a stamp") {
		t.Fatalf("stamp: %s", out)
	}
	if code, out := runInTown(t, "seal", "stamp", server.URL); code != exitUsage || !strings.Contains(out, "no seal without a stamp at its end") {
		t.Errorf("stamped twice: %d, %s", code, out)
	}
	if code, out := runInTown(t, "seal", "check", "seals", "proofs.csv", "--authority", a.Root); code != 0 ||
		!strings.Contains(out, "by a stamp\n3 of 3 values hold") {
		t.Errorf("check: %d, %s", code, out)
	}
	if code, out := runInTown(t, "seal", "check", "seals", "--authority", timestamp.New(t).Root); code != exitUsage ||
		!strings.Contains(out, "the stamp of seal 1: the authority does not vouch for it") {
		t.Errorf("by another authority: %d, %s", code, out)
	}
	if code, out := runInTown(t, "seal", "stamp", "http://127.0.0.1:1"); code == 0 {
		t.Errorf("without a server: %s", out)
	}
}

func TestPythonChecksProofsToo(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	script, err := filepath.Abs("../../clients/python/gevel/sealed.py")
	if err != nil {
		t.Fatal(err)
	}
	sealedTown(t)
	check := func(proofs string) string {
		out, err := exec.Command(python, script, "seals", proofs).CombinedOutput()
		if err != nil {
			return string(out) + "refused\n"
		}
		return string(out)
	}
	if got := check("proofs.csv"); got != "3 of 3 values hold\n" {
		t.Errorf("python says %s", got)
	}
	proofs, err := os.ReadFile("proofs.csv")
	if err != nil {
		t.Fatal(err)
	}
	text := string(proofs)
	changed := map[string]string{"no rows": text[:strings.Index(text, "\n")+1]}
	for from, to := range map[string]string{
		",300000,": ",300001,", "0363010000000002,": "0363010000000004,", ",500000,": ",500000,1", ",2025-03-01,": ",2025-02-01,", ",0a1b,": ",0a1c,", ",other 2,": ",other 3,",
	} {
		changed[to] = strings.Replace(text, from, to, 1)
	}
	for name, change := range map[string]func(proof []byte) []byte{
		"bytes more": func(b []byte) []byte { return append(b, 0) },
		"a bit of no step": func(b []byte) []byte {
			depth := 22 + int(b[21])
			b[depth+(int(b[depth])+7)/8] ^= 1
			return b
		},
	} {
		proof := text[strings.LastIndex(text, ",")+1 : len(text)-1]
		binary, err := base64.RawURLEncoding.DecodeString(proof)
		if err != nil {
			t.Fatal(err)
		}
		changed[name] = strings.Replace(text, proof, base64.RawURLEncoding.EncodeToString(change(binary)), 1)
	}
	for name, text := range changed {
		if err := os.WriteFile("changed.csv", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := check("changed.csv"); !strings.HasSuffix(got, "2 of 3 values hold\nrefused\n") && got != "0 of 0 values hold\nrefused\n" {
			t.Errorf("with %s python says %s", name, got)
		}
		if code, out := runInTown(t, "seal", "check", "seals", "changed.csv"); code == 0 {
			t.Errorf("with %s gevel says %s", name, out)
		}
	}
	chain, err := os.ReadFile("seals")
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{`"homes":3`: `"homes":4`, `"previous":"0`: `"previous":"1`} {
		if err := os.WriteFile("seals", []byte(strings.Replace(string(chain), from, to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := check("proofs.csv"); !strings.Contains(got, "seal 1 does not match its link") {
			t.Errorf("with %s python says %s", to, got)
		}
	}
}
