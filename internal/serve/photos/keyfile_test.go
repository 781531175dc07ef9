package photos_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

func writeFile(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestLoadKeysReadsHexAndBase64(t *testing.T) {
	path := filepath.Join(t.TempDir(), "signing.keys")
	long := bytes.Repeat([]byte{0xfb, 0xff}, 20) // its base64 is full of + and /
	writeFile(t, path, strings.Join([]string{
		"# the first signs", hex.EncodeToString(key(7)), "",
		base64.StdEncoding.EncodeToString(long), base64.RawURLEncoding.EncodeToString(long),
		" " + strings.ToUpper(hex.EncodeToString(long)) + " \r",
	}, "\n"))
	got, err := photos.SigningKeys.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]byte{key(7), long, long, long}
	if len(got) != len(want) {
		t.Fatalf("got %d keys, want %d", len(got), len(want))
	}
	for i := range want {
		if !bytes.Equal(got[i], want[i]) {
			t.Errorf("key %d = %x, want %x", i, got[i], want[i])
		}
	}
}

func TestLoadKeysSaysWhatIsWrongWithoutShowingIt(t *testing.T) {
	secret := hex.EncodeToString(key(7))
	for name, c := range map[string]struct{ content, want string }{
		"empty":       {"", "no signing key"},
		"short":       {secret + "\n" + secret[:40] + "\n", "line 2"},
		"no encoding": {secret + "!\n", "line 1"},
	} {
		path := filepath.Join(t.TempDir(), "signing.keys")
		writeFile(t, path, c.content)
		_, err := photos.SigningKeys.Load(path)
		if gevel.CodeOf(err) != gevel.Unavailable || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: err = %v, want %q", name, err, c.want)
		}
		if strings.Contains(err.Error(), secret[:20]) {
			t.Errorf("%s: the error shows the key: %v", name, err)
		}
	}
	_, err := photos.SigningKeys.Load(filepath.Join(t.TempDir(), "none"))
	if gevel.CodeOf(err) != gevel.Unavailable || !strings.Contains(err.Error(), "gevel images signing-key") {
		t.Errorf("missing file: err = %v, want the command that makes one", err)
	}
}

func TestCreateAndRotateKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "signing.keys")
	if err := photos.SigningKeys.Create(path); err != nil {
		t.Fatal(err)
	}
	first, err := photos.SigningKeys.Load(path)
	if err != nil || len(first) != 1 {
		t.Fatalf("got %d keys, %v, want one", len(first), err)
	}
	if gevel.CodeOf(photos.SigningKeys.Create(path)) != gevel.Invalid {
		t.Error("an existing file was made again")
	}
	if n, err := photos.SigningKeys.Rotate(path); n != 2 || err != nil {
		t.Fatalf("Rotate = %d, %v, want 2 keys", n, err)
	}
	both, err := photos.SigningKeys.Load(path)
	if err != nil || len(both) != 2 || !bytes.Equal(both[1], first[0]) || bytes.Equal(both[0], first[0]) {
		t.Errorf("after rotation: %x, %v, want a new key before %x", both, err, first[0])
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v, want 0600", info.Mode(), err)
	}
	if _, err := photos.SigningKeys.Rotate(filepath.Join(t.TempDir(), "none")); gevel.CodeOf(err) != gevel.Unavailable {
		t.Errorf("rotating a missing file: %v", err)
	}
}

func TestFollowTakesUpRotatedKeysAndKeepsThemWhenTheFileGoesBad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "signing.keys")
	writeFile(t, path, hex.EncodeToString(key(1)))
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		signer := newTestSigner(t, key(1))
		ctx, cancel := context.WithCancel(t.Context())
		go signer.Follow(ctx, path, slog.New(slog.NewTextHandler(&log, nil)))
		next := func() { time.Sleep(2 * time.Second); synctest.Wait() } // in the bubble's time
		next()
		writeFile(t, path, hex.EncodeToString(key(2))+"\n"+hex.EncodeToString(key(1)))
		next()
		soon := queryOf(t, signer.URL("http://h", someID, noon))
		if _, err := newTestSigner(t, key(1)).Verify(someID, soon, noon); err != nil {
			t.Errorf("the new key signs before other servers can know it: %v", err)
		}
		if _, err := signer.Verify(someID, queryOf(t, newTestSigner(t, key(2)).URL("http://h", someID, noon)), noon); err != nil {
			t.Errorf("what another server signs with the new key is refused: %v", err)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		fresh := queryOf(t, signer.URL("http://h", someID, noon))
		if _, err := newTestSigner(t, key(2)).Verify(someID, fresh, noon); err != nil {
			t.Errorf("the new key does not sign: %v", err)
		}
		writeFile(t, path, "oops")
		next()
		next()
		if _, err := signer.Verify(someID, fresh, noon); err != nil {
			t.Errorf("a bad file took the keys away: %v", err)
		}
		cancel()
		synctest.Wait()
		if got := strings.Count(log.String(), "level=ERROR"); got != 1 {
			t.Errorf("logged %d errors, want one per change:\n%s", got, log.String())
		}
		if strings.Contains(log.String(), hex.EncodeToString(key(2))[:16]) {
			t.Error("the log shows a key")
		}
	})
}

func TestKeysThatOthersMayReadAreWarnedOfAndWork(t *testing.T) {
	path := filepath.Join(t.TempDir(), "signing.keys")
	for mode, want := range map[fs.FileMode]int{0o600: 0, 0o640: 1, 0o604: 1} {
		writeFile(t, path, hex.EncodeToString(key(2)))
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		signer := newTestSigner(t, key(1))
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		signer.Follow(ended, path, slog.New(slog.NewTextHandler(&log, nil)))
		if _, err := newTestSigner(t, key(2)).Verify(someID, queryOf(t, signer.URL("", someID, noon)), noon); err != nil {
			t.Errorf("mode %o: the key does not sign: %v", mode, err)
		}
		said := fmt.Sprintf("level=WARN msg=\"the signing keys file is open to others than its owner\" "+
			"file=%s mode=%o hint=\"chmod 600 %[1]s\"", path, mode)
		if got := strings.Count(log.String(), said); got != want {
			t.Errorf("mode %o: warned %d times, want %d:\n%s", mode, got, want, log.String())
		}
	}
}

func FuzzLoadKeys(f *testing.F) {
	f.Add(hex.EncodeToString(key(7)) + "\n# note\n" + base64.StdEncoding.EncodeToString(key(8)))
	f.Add("AAAA\n")
	path := filepath.Join(f.TempDir(), "signing.keys")
	f.Fuzz(func(t *testing.T, content string) {
		writeFile(t, path, content)
		keys, err := photos.SigningKeys.Load(path)
		if (err == nil) != (len(keys) > 0) {
			t.Errorf("%d keys with error %v", len(keys), err)
		}
		for _, k := range keys {
			if len(k) < photos.MinKeyBytes {
				t.Errorf("a key of %d bytes", len(k))
			}
		}
	})
}
