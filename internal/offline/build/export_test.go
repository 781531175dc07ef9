package build

import (
	"context"

	"github.com/gevel/gevel/internal/file/regular"
)

// SalesSources returns the sales files of a build file as they are read.
var SalesSources = (*Config).salesSources

// FindSales finds the files of sales of a build file; SalesNames are their names in the summary.
var (
	FindSales   = (*Config).findSales
	SalesNames  = (*Config).salesNames
	KnownByName = knownByName
)

// HomesFrom returns the hash of what the homes of a build file are made from.
func HomesFrom(ctx context.Context, c Config) (string, error) {
	b := &Builder{Config: c, Options: Options{Progress: func(Step) {}}}
	return b.homesFrom(ctx)
}

// Rehash hashes a file, changes it behind the back of the watch, and checks it.
func Rehash(ctx context.Context, path string, change func()) error {
	b := &Builder{}
	if _, err := b.sources.add(ctx, path, func(int) {}); err != nil {
		return err
	}
	change()
	b.sources.watch = regular.Watch{What: "a source changed"}
	return b.checkUnchanged(ctx)
}
