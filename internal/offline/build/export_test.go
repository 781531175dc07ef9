package build

import "context"

// SalesSources returns the sales files of a build file as they are read.
var SalesSources = (*Config).salesSources

// HomesFrom returns the hash of what the homes of a build file are made from.
func HomesFrom(ctx context.Context, c Config) (string, error) {
	b := &Builder{Config: c, Options: Options{Progress: func(Stage, int64, int64) {}}}
	return b.homesFrom(ctx)
}
