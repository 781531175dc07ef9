package photos

// The file of signing keys: one a line; the first one signs, once all servers know it.

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/regular"
)

const keyHint = "make one with: gevel images signing-key"

// mostKeyBytes is far beyond any file of signing keys.
const mostKeyBytes = 1 << 20

// keyFileMode makes the file private to its owner.
const keyFileMode = 0o600

// followEvery is the time between checks for rotated keys.
const followEvery = 2 * time.Second

// LoadKeys reads a file of signing keys: one a line, in hexadecimal or base64, the signing one first, ignoring
// empty lines and lines that begin with #. A line of an even number of hexadecimal digits is hexadecimal. Errors:
// gevel.Unavailable when the file is missing, has no key or has a bad line; no error repeats a line.
func LoadKeys(path string) ([][]byte, error) {
	data, err := regular.Read(path, mostKeyBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &gevel.Error{
			Code:    gevel.Unavailable,
			Message: "there is no file of signing keys " + path,
			Hint:    keyHint + " --signing-keys " + path,
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read signing keys: %w", err)
	}
	return parseKeys(path, data)
}

func parseKeys(path string, data []byte) ([][]byte, error) {
	var keys [][]byte
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, ok := parseKey(line)
		if !ok {
			return nil, &gevel.Error{
				Code: gevel.Unavailable,
				Message: fmt.Sprintf("line %d of %s is no signing key of at least %d bytes in hexadecimal or base64",
					number, path, MinKeyBytes),
			}
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, &gevel.Error{
			Code: gevel.Unavailable, Message: path + " holds no signing key",
			Hint: "add one with: gevel images signing-key --rotate --signing-keys " + path,
		}
	}
	return keys, nil
}

func parseKey(line string) (key []byte, ok bool) {
	if key, err := hex.DecodeString(line); err == nil {
		return key, len(key) >= MinKeyBytes
	}
	standard := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(line, "="))
	key, err := base64.RawStdEncoding.DecodeString(standard)
	return key, err == nil && len(key) >= MinKeyBytes
}

// CreateKeys creates a file with one new signing key, readable only by its owner. Errors: gevel.Invalid when
// the file exists.
func CreateKeys(path string) error {
	err := atomicfile.WriteNew(path, newKeyLine(), keyFileMode)
	if errors.Is(err, fs.ErrExist) {
		return gevel.Refusal("give --rotate to put a new key in front of those in it", "%s is there already", path)
	}
	return err
}

// RotateKeys puts a new signing key in front and keeps the others, so that existing URLs stay valid. It
// returns the number of keys in the file.
func RotateKeys(path string) (int, error) {
	keys, err := LoadKeys(path)
	if err != nil {
		return 0, err
	}
	old, err := regular.Read(path, mostKeyBytes)
	if err != nil {
		return 0, fmt.Errorf("read signing keys: %w", err)
	}
	return len(keys) + 1, atomicfile.Write(path, append(newKeyLine(), old...), keyFileMode)
}

func newKeyLine() []byte {
	key := make([]byte, MinKeyBytes)
	rand.Read(key)
	return []byte(hex.EncodeToString(key) + "\n")
}

// Follow keeps the signer's keys equal to those in the file until ctx ends. A new key verifies at once, and signs once
// every server had time to read it, unless it is the only one. A missing or bad file is logged once, and the keys stay. A
// file that others can read is used, with a warning.
func (s *Signer) Follow(ctx context.Context, path string, log *slog.Logger) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	var last []byte
	var changed time.Time
	if info, err := os.Stat(path); err == nil {
		changed = info.ModTime() // other servers may not have read it yet
	}
	for wasYoung := false; ; {
		data, err := regular.Read(path, mostKeyBytes)
		isNew := !bytes.Equal(data, last)
		if isNew && last != nil {
			changed = time.Now()
		}
		isYoung := time.Since(changed).Abs() < newKeyWaits
		if isNew || isYoung != wasYoung {
			s.reload(path, data, err, isYoung, log)
		}
		last, wasYoung = data, isYoung
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// newKeyWaits is how long a new key waits before it signs: five times what a server takes to read it.
const newKeyWaits = 5 * followEvery

// reload takes up the keys of a file; of a young one the last signs, which other servers know longest.
func (s *Signer) reload(path string, data []byte, err error, isYoung bool, log *slog.Logger) {
	var keys [][]byte
	if err == nil {
		keys, err = parseKeys(path, data)
	}
	if isYoung && len(keys) > 1 {
		keys[0], keys[len(keys)-1] = keys[len(keys)-1], keys[0]
	}
	if err == nil {
		err = s.Replace(keys)
	}
	if err != nil {
		log.Error("signing keys can't be read, those in use stay", "file", path, "err", err)
		return
	}
	log.Info("signing keys read", "file", path, "keys", len(keys))
	if mode, open := atomicfile.OpenToOthers(path); open {
		log.Warn("the signing keys file is open to others than its owner",
			"file", path, "mode", fmt.Sprintf("%o", mode), "hint", "chmod 600 "+path)
	}
}
