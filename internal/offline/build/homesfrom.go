package build

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What the homes of an edition are made from, as a hash of each source: while these stay the same, so do they.

// homesFrom returns the hashes of the sources that homes are made from, each behind its name: of its files, with their
// names, which rejects have, and of what the build file says of how these are read.
func (b *builder) homesFrom(ctx context.Context) (string, error) {
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
		b.Progress(Step{StageCompare, b.sources.watch.Last(), done, total})
	}
	hashes := make([]string, len(sources))
	for i := range sources {
		hash, s := sha256.New(), &sources[i]
		for _, path := range s.given(&b.Config) {
			sum, err := b.sources.add(ctx, *path, step)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(hash, "%x %s\n", sum, filepath.Base(*path))
		}
		settings, err := json.Marshal(s.deciding(&b.Config))
		if err != nil {
			return "", fmt.Errorf("settings of %s: %w", s.Kind.Key, err)
		}
		hash.Write(settings)
		hashes[i] = fmt.Sprintf("%s:%x", s.Name, hash.Sum(nil)[:16])
	}
	return strings.Join(hashes, " "), nil
}

// changedSources returns the sources whose hashes differ between two results of homesFrom.
func changedSources(before, now string) (changed []string) {
	was, is := strings.Fields(before), strings.Fields(now)
	for _, one := range append(slices.Clone(is), was...) {
		if name, _, _ := strings.Cut(one, ":"); !(slices.Contains(was, one) && slices.Contains(is, one)) &&
			!slices.Contains(changed, name) {
			changed = append(changed, name)
		}
	}
	return changed
}
