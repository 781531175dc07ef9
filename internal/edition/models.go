package edition

// The model files of an edition. They stay on disk: whoever decodes them holds them in another form.

import (
	"context"
	"io"
	"path"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel/internal/file/regular"
)

// Model reads a model file. Error: there is none of that name, or it is no longer the one that was checked.
func (e *Edition) Model(name string) ([]byte, error) {
	at := filepath.Join(e.dir, modelDir, name)
	ctx := e.watch.Within(context.Background())
	f, err := regular.OpenWatched(ctx, at)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content := make([]byte, e.manifest.Files[path.Join(modelDir, name)].Bytes)
	if _, err := io.ReadFull(f, content); err != nil {
		return nil, err
	}
	again, err := regular.OpenWatched(ctx, at)
	if err != nil {
		return nil, err
	}
	return content, again.Close()
}

// Models returns the names of the model files, ascending.
func (e *Edition) Models() []string {
	var names []string
	for name := range e.manifest.Files {
		if path.Dir(name) == modelDir {
			names = append(names, path.Base(name))
		}
	}
	slices.Sort(names)
	return names
}

// HasSameModel reports whether an edition has the same model file.
func (e *Edition) HasSameModel(other *Edition, name string) bool {
	return e.manifest.hasSame(other, path.Join(modelDir, name))
}
