package edition

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// delivered writes an edition elsewhere and returns it as a delivery, which change may spoil file by file.
func delivered(t *testing.T, change func(name string, content []byte) []byte) Delivery {
	t.Helper()
	from := t.TempDir()
	dir := filepath.Join(from, writeContents(t, from, inventContents(200, 1)).ID)
	m, text, err := VerifyText(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return Delivery{
		Manifest: m, Text: text, Published: time.Date(2024, time.May, 17, 12, 0, 0, 7e6, time.UTC),
		Fetch: func(_ context.Context, name string, w io.Writer) error {
			content, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return err
			}
			_, err = w.Write(change(name, content))
			return err
		},
	}
}

func asItIs(_ string, content []byte) []byte { return content }

func TestADeliveryIsReceivedAsItWasBuilt(t *testing.T) {
	d := delivered(t, asItIs)
	dir := t.TempDir()
	for _, want := range []Outcome{Published, Stands} {
		got, err := Receive(t.Context(), dir, d)
		if err != nil || got != want {
			t.Fatalf("received: %s (%v), want %s", got, err, want)
		}
		at := filepath.Join(dir, d.Manifest.ID)
		if _, text, err := VerifyText(t.Context(), at); err != nil || !bytes.Equal(text, d.Text) {
			t.Errorf("it is another manifest (%v)", err)
		}
		if when, err := PublishedAt(at); err != nil || !when.Equal(d.Published) {
			t.Errorf("published at %s (%v), want %s", when, err, d.Published)
		}
		d.Published = d.Published.Add(time.Hour)
		d.Fetch = func(context.Context, string, io.Writer) error { return errors.New("what is there is fetched again") }
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("beside the edition there is something: %v (%v)", entries, err)
	}
}

func TestADeliveryThatIsNotTheManifestsLeavesNothing(t *testing.T) {
	for want, change := range map[string]func([]byte) []byte{
		"instead of":  func(c []byte) []byte { return c[:len(c)-1] },
		"or more":     func(c []byte) []byte { return append(c, 'x') },
		"was altered": func(c []byte) []byte { return append(bytes.Clone(c[:len(c)-1]), c[len(c)-1]+1) },
	} {
		dir := t.TempDir()
		_, err := Receive(t.Context(), dir, delivered(t, func(name string, c []byte) []byte {
			if name != salesName {
				return c
			}
			return change(c)
		}))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), salesName) {
			t.Errorf("got %v, want that %s %s", err, salesName, want)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("left are %v (%v)", entries, err)
		}
	}
}

func TestADamagedEditionIsReplacedByADelivery(t *testing.T) {
	d := delivered(t, asItIs)
	dir := t.TempDir()
	if _, err := Receive(t.Context(), dir, d); err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, d.Manifest.ID)
	if err := os.Remove(filepath.Join(at, salesName)); err != nil {
		t.Fatal(err)
	}
	if got, err := Receive(t.Context(), dir, d); err != nil || got != Published {
		t.Errorf("received: %s (%v)", got, err)
	}
	if _, err := Verify(t.Context(), at); err != nil {
		t.Error(err)
	}
	if err := Withdraw(at); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left are %v (%v)", entries, err)
	}
}
