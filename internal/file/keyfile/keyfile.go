// Package keyfile reads and writes files of secret keys: one a line, the newest first, readable only by their owner.
package keyfile

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/regular"
)

// LeastBytes is the least length of a key: the length of the hash that it is used with.
const LeastBytes = 32

// MostBytes is far beyond any file of keys.
const MostBytes = 1 << 20

// mode makes the file private to its owner.
const mode = 0o600

// Kind is a kind of keys.
type Kind struct {
	Name string // of one: signing key
	Make string // the command that makes a file of them
	Flag string // of the command: names the file
}

// Hint says how a file of keys is made.
func (k Kind) Hint() string { return "make one with: " + k.Make }

// Load reads a file of keys, in hexadecimal or base64, the newest first, ignoring empty lines and lines that begin with
// #. A line of an even number of hexadecimal digits is hexadecimal. Errors: gevel.Unavailable when the file is missing,
// has no key or has a bad line; no error repeats a line.
func (k Kind) Load(path string) ([][]byte, error) {
	data, err := k.read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &gevel.Error{
			Code:    gevel.Unavailable,
			Message: "there is no file of " + k.Name + "s " + path,
			Hint:    k.Hint() + " " + k.Flag + " " + path,
		}
	}
	if err != nil {
		return nil, err
	}
	return k.Parse(path, data)
}

func (k Kind) read(path string) ([]byte, error) {
	data, err := regular.Read(path, MostBytes)
	if err != nil {
		return nil, fmt.Errorf("read %ss: %w", k.Name, err)
	}
	return data, nil
}

// Parse reads the content of a file of keys as Load does.
func (k Kind) Parse(path string, data []byte) ([][]byte, error) {
	var keys [][]byte
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, ok := parse(line)
		if !ok {
			return nil, &gevel.Error{
				Code: gevel.Unavailable,
				Message: fmt.Sprintf("line %d of %s is no %s of at least %d bytes in hexadecimal or base64",
					number, path, k.Name, LeastBytes),
			}
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, &gevel.Error{
			Code: gevel.Unavailable, Message: path + " holds no " + k.Name,
			Hint: "add one with: " + k.Make + " --rotate " + k.Flag + " " + path,
		}
	}
	return keys, nil
}

func parse(line string) (key []byte, ok bool) {
	if key, err := hex.DecodeString(line); err == nil {
		return key, len(key) >= LeastBytes
	}
	standard := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(line, "="))
	key, err := base64.RawStdEncoding.DecodeString(standard)
	return key, err == nil && len(key) >= LeastBytes
}

// Create creates a file with one new key, readable only by its owner. Errors: gevel.Invalid when the file exists.
func (k Kind) Create(path string) error {
	err := atomicfile.WriteNew(path, newLine(), mode)
	if errors.Is(err, fs.ErrExist) {
		return gevel.Refusal("give --rotate to put a new key in front of those in it", "%s is there already", path)
	}
	return err
}

// Rotate puts a new key in front and keeps the others, for what was made with them. It returns the number of keys in
// the file.
func (k Kind) Rotate(path string) (int, error) {
	keys, err := k.Load(path)
	if err != nil {
		return 0, err
	}
	old, err := k.read(path)
	if err != nil {
		return 0, err
	}
	return len(keys) + 1, atomicfile.Write(path, append(newLine(), old...), mode)
}

func newLine() []byte {
	key := make([]byte, LeastBytes)
	rand.Read(key)
	return []byte(hex.EncodeToString(key) + "\n")
}
