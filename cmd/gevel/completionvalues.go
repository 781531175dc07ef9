// The values that completion finds in editions and keys.

package main

import (
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/cmd/gevel/usage"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/serve/keystore"
)

// known returns the editions, days of models, keys or scopes that can stand for a value. What can't be read has none.
func (c *console) known(asked usage.Asked) []string {
	folder := cmp.Or(asked.Given["--editions"], os.Getenv("GEVEL_EDITIONS"), "editions")
	switch asked.Name {
	case "edition":
		found, _ := edition.List(folder)
		return found
	case "--as-of":
		return modelDays(asked.Given["edition"])
	case "--date":
		if newest, err := edition.Newest(folder); err == nil {
			folder = newest
		}
		return modelDays(folder)
	case "--scope":
		var scopes []string
		for _, scope := range gevel.Scopes() {
			scopes = append(scopes, string(scope))
		}
		return scopes
	case "key":
		return c.keyNames(cmp.Or(asked.Given["--keys"], os.Getenv("GEVEL_KEYS"), "keys.db"))
	}
	return nil
}

// modelDays returns the days of an edition's models.
func modelDays(dir string) (days []string) {
	m, err := edition.ReadManifest(dir)
	if err != nil {
		return nil
	}
	for file := range m.Files {
		if day, isModel := strings.CutSuffix(path.Base(filepath.ToSlash(file)), ".vintage"); isModel {
			days = append(days, day)
		}
	}
	slices.Sort(days)
	return days
}

// patienceOfShells is how long completion waits for a database.
const patienceOfShells = 2 * time.Second

// keyNames returns the ids of keys, each with its name.
func (c *console) keyNames(place string) (names []string) {
	ctx, cancel := context.WithTimeout(c.ctx, patienceOfShells)
	defer cancel()
	store, err := keystore.Open(ctx, place)
	if err != nil {
		return nil
	}
	defer store.Close()
	all, err := store.List(ctx)
	if err != nil {
		return nil
	}
	for _, key := range all {
		if !key.Key.RevokedAt.Known {
			names = append(names, key.Key.ID+"\t"+gevel.Printable(key.Key.Name))
		}
	}
	return names
}
