package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// What the homes of an edition are made from, as one hash: while it stays the same, so do they.

// homesFrom returns the hash of the files that homes are made from, with their names, which rejects
// have, and of what the build file says of how these are read.
func (b *Builder) homesFrom(ctx context.Context) (string, error) {
	sources := b.Table.homeSources()
	done, total := int64(0), int64(0)
	for i := range sources {
		for _, path := range sources[i].given(&b.Config) {
			if info, err := os.Stat(*path); err == nil {
				total += info.Size()
			}
		}
	}
	step := func(n int) {
		done += int64(n)
		b.Progress(StageCompare, done, total)
	}
	hash := sha256.New()
	for i := range sources {
		s := &sources[i]
		for _, path := range s.given(&b.Config) {
			sum, err := b.sources.add(ctx, *path, step)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(hash, "%x %s\n", sum, filepath.Base(*path))
		}
		settings, err := json.Marshal(s.settings(&b.Config))
		if err != nil {
			return "", fmt.Errorf("settings of %s: %w", s.Kind.Key, err)
		}
		fmt.Fprintf(hash, "%s %s\n", s.Name, settings)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// settings returns what the build file says of how the source's files are read, nil for nothing.
func (s *Source) settings(c *Config) any {
	switch {
	case s.Settings != nil:
		return s.Settings(c)
	case s.New != nil:
		return c.Sources.Added[s.key()]
	}
	return nil
}
