package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// What the homes of an edition are made from, as one hash: while it stays the same, so do they.

// homesFrom returns the hash of the files that homes are made from, with their names, which rejects
// tell, and of what the build file says of how these are read.
func (b *builder) homesFrom(ctx context.Context) (string, error) {
	files := b.homeFiles()
	total := int64(0)
	for _, path := range files {
		if info, err := os.Stat(path); err == nil {
			total += info.Size()
		}
	}
	done := int64(0)
	step := func(n int) {
		done += int64(n)
		b.Progress(StageCompare, done, total)
	}
	hash := sha256.New()
	for _, path := range files {
		sum, err := sumFile(ctx, path, step)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%x %s\n", sum, filepath.Base(path))
	}
	settings, err := json.Marshal(b.homeSettings())
	hash.Write(settings)
	return hex.EncodeToString(hash.Sum(nil)), err
}

// homeFiles are the files that homes are made from, "" where there is none.
func (b *builder) homeFiles() []string {
	files := []string{b.Sources.BAG, b.Sources.Municipalities, b.Sources.EnergyLabels, b.Sources.Monuments.File}
	for _, s := range b.Sources.Characteristics {
		files = append(files, s.File)
	}
	if b.Sources.Parcels.File != "" {
		files = append(files, b.Sources.Parcels.File)
	}
	for _, s := range b.Sources.CBS.Neighbourhoods {
		files = append(files, s.Addresses, s.Figures)
	}
	return append(files, b.Sources.Buildings.Files...)
}

// homeSettings are what the build file says of how these are read. What a preset of sales says of a
// column holds for files of homes, too.
func (b *builder) homeSettings() any {
	own := append(slices.Clone(b.Sources.Characteristics), b.Sources.Monuments)
	for i := range own {
		own[i].File = "" // the same file in another folder is the same
	}
	var presets []string
	for _, s := range b.Sources.Sales {
		presets = append(presets, s.Preset)
	}
	cbs := b.Sources.CBS
	var published []string
	for _, s := range cbs.Neighbourhoods {
		published = append(published, s.Published)
	}
	settings := map[string]any{
		"characteristics": b.Characteristics, "files": own, "presets": presets,
		"figures": cbs.Characteristics, "columns": cbs.Columns, "published": published,
	}
	if b.Sources.Parcels.File != "" {
		settings["parcels"] = b.Sources.Parcels.KnownDate
	}
	if buildings := b.Sources.Buildings; len(buildings.Files) > 0 {
		settings["buildings"] = []any{buildings.AsOf, buildings.Storeys}
	}
	return settings
}

// sumFile returns the checksum of a file, of none that of nothing; read is told of what is read.
// Error: that of ctx, when it ends.
func sumFile(ctx context.Context, path string, read func(n int)) (sum []byte, err error) {
	hash := sha256.New()
	if path == "" {
		return hash.Sum(nil), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buffer := make([]byte, 1<<20)
	for {
		n, err := f.Read(buffer)
		hash.Write(buffer[:n])
		read(n)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, io.EOF):
			return hash.Sum(nil), nil
		case err != nil:
			return nil, fmt.Errorf("read %s: %w", filepath.Base(path), err)
		}
	}
}
