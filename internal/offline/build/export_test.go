package build

import (
	"context"

	"github.com/gevel/gevel/internal/file/regular"
)

// SalesSources returns the sales files of a build file as they are read.
var SalesSources = (*Config).salesSources

// HomesFrom returns the hash of what the homes of a build file are made from.
func HomesFrom(ctx context.Context, c Config) (string, error) {
	b := &builder{Config: c, Options: Options{Progress: func(Step) {}}}
	return b.homesFrom(ctx)
}

// Rehash hashes a file, changes it behind the back of the watch, and checks it.
func Rehash(ctx context.Context, path string, change func()) error {
	b := &builder{}
	if _, err := b.sources.add(ctx, path, func(int) {}); err != nil {
		return err
	}
	change()
	b.sources.watch = regular.Watch{What: "a source changed"}
	return b.checkUnchanged(ctx)
}

// IsRead reports whether a build reads the source by its own row.
func (s Entry) IsRead() bool { return s.read != nil || s.Read != nil }

// ReadWithin makes a build read the source by a function that is given its reading.
func (s *Entry) ReadWithin(within func(read func() error) error) {
	of := *s
	s.read = func(b *builder, ctx context.Context) error {
		return within(func() error { return b.readOne(ctx, &of) })
	}
}
