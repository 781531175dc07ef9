package photos

// The file of signing keys: the first one signs, once all servers know it.

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/keyfile"
	"github.com/gevel/gevel/internal/file/regular"
)

// SigningKeys are the keys that sign image URLs.
var SigningKeys = keyfile.Kind{Name: "signing key", Make: "gevel images signing-key", Flag: "--signing-keys"}

// followEvery is the time between checks for rotated keys.
const followEvery = 2 * time.Second

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
		data, err := regular.Read(path, keyfile.MostBytes)
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
		keys, err = SigningKeys.Parse(path, data)
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
