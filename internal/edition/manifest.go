package edition

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
)

// FormatVersion is the version of the edition's layout, and of the meaning of its numbers. A program writes
// editions of its own version. It also reads editions of the version before, so that operators can replace the
// program first and rebuild editions later.
const (
	FormatVersion = 28 // the weights of an own sale are of any age
	formatBefore  = FormatVersion - 1
)

// ManifestName is the file that makes a directory an edition. It comes last.
const ManifestName = "manifest.json"

// Manifest says what an edition holds and what it was made from. It is written
// last: a directory without a manifest is no edition.
type Manifest struct {
	Format      int                       `json:"format"`
	ID          string                    `json:"id"` // of the content: all but parent, made_by, forced, answered and deliveries
	Parent      string                    `json:"parent,omitempty"`
	Forced      *Forced                   `json:"forced,omitempty"`
	Answered    *Answered                 `json:"answered,omitempty"`
	Deliveries  []string                  `json:"deliveries,omitempty"` // names of the files of sales
	MadeBy      string                    `json:"made_by"`              // program and version
	CodeVersion int                       `json:"code_version"`         // of the code that trained it
	AsOf        map[string]gevel.Date     `json:"as_of"`                // per source
	Rows        map[string]int            `json:"rows"`                 // per table
	Read        map[string]int            `json:"read"`                 // rows per source, before rejects
	Rejects     map[string][]gevel.Reject `json:"rejects"`
	Counts      map[string]gevel.RowCount `json:"counts,omitempty"`   // rows by their use
	Licences    map[string]string         `json:"licences,omitempty"` // per source
	Parameters  json.RawMessage           `json:"parameters"`
	// HomesFrom is a hash of the files and settings that addresses and dwellings were made from.
	HomesFrom string `json:"homes_from,omitempty"`
	// Attributes are the characteristics beyond the standard ones.
	Attributes gevel.Attributes `json:"characteristics,omitempty"`
	// Sources are the sources of characteristics beyond the standard ones.
	Sources []sourceRow     `json:"sources,omitempty"`
	Seed    uint64          `json:"seed"`
	Files   map[string]File `json:"files"`
}

// Forced records that an edition was published although it exceeded limits.
type Forced struct {
	Before string   `json:"before"` // the edition that it was compared with, "" if there was none
	Passed []string `json:"passed"` // the limits that it exceeded, a sentence each
}

// Answered records how many homes of a sample an edition valued, when it was built.
type Answered struct {
	Homes  int `json:"homes"`
	Valued int `json:"valued"`
}

// HitRate is the share of the homes that were valued.
func (a *Answered) HitRate() float64 { return float64(a.Valued) / float64(max(a.Homes, 1)) }

// File is the size and checksum of one file of an edition.
type File struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// contentID returns the hash of the manifest's content. The program's name is not part of it:
// another program that makes the same content makes the same edition. Being forced is not part of it either.
func (m Manifest) contentID() (string, error) {
	m.ID, m.Parent, m.MadeBy, m.Forced, m.Answered, m.Deliveries = "", "", "", nil, nil, nil
	text, err := json.Marshal(m)
	if err != nil {
		return "", err
	}
	// The hash is taken with the earlier name of the key, so that the ids of earlier editions hold.
	text = bytes.Replace(text, []byte(`"code_version":`), []byte(`"model_version":`), 1)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), nil
}

// text returns the manifest as it is written.
func (m Manifest) text() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// asRead returns the manifest as it is after writing and reading: that changes text
// that is not UTF-8, which a rejected row may hold.
func (m Manifest) asRead() (read Manifest, err error) {
	text, err := json.Marshal(m)
	if err != nil {
		return m, err
	}
	return read, json.Unmarshal(text, &read)
}

var validID = regexp.MustCompile(`^[0-9a-f]{16}$`)

// ReadManifest reads and checks the manifest in dir. Errors name the file.
func ReadManifest(dir string) (Manifest, error) {
	text, err := readManifestText(dir)
	if err != nil {
		return Manifest{}, err
	}
	return parseManifest(text)
}

// parseManifest reads and checks the text of a manifest.
func parseManifest(text []byte) (Manifest, error) {
	var m Manifest
	// The version is read first: a newer manifest may not even parse as ours.
	var version formatOf
	if err := json.Unmarshal(text, &version); err != nil {
		return m, fmt.Errorf("%s is damaged: %w", ManifestName, err)
	}
	if err := version.check(); err != nil {
		return m, err
	}
	read := struct {
		*Manifest
		ModelVersion int `json:"model_version"` // the earlier name of code_version
	}{Manifest: &m}
	if err := json.Unmarshal(text, &read); err != nil {
		return m, fmt.Errorf("%s is damaged: %w", ManifestName, err)
	}
	m.CodeVersion = cmp.Or(m.CodeVersion, read.ModelVersion)
	return m, m.check()
}

// formatOf has the keys that a manifest of any format has.
type formatOf struct {
	Format int    `json:"format"`
	MadeBy string `json:"made_by"`
}

// check refuses a format that this program does not read, with advice.
func (f formatOf) check() error {
	if f.Format == FormatVersion || f.Format == formatBefore {
		return nil
	}
	what := fmt.Sprintf("%s has format %d and this program reads formats %d and %d: ", ManifestName, f.Format,
		formatBefore, FormatVersion)
	if f.Format < formatBefore {
		return errors.New(what + "build the edition again")
	}
	by := "the program that made it"
	if f.MadeBy != "" {
		by += ", " + gevel.Printable(f.MadeBy)
	}
	return errors.New(what + "use " + by + "; or go back to an edition that this program reads: take this one out " +
		"of the folder, or publish an earlier one again with `gevel publish`")
}

// check checks the manifest against its id.
func (m Manifest) check() error {
	id, err := m.contentID()
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", ManifestName, err)
	}
	if !validID.MatchString(m.ID) || id != m.ID {
		return fmt.Errorf("%s was altered: its content does not have the id %q", ManifestName, m.ID)
	}
	if m.Parent != "" && !validID.MatchString(m.Parent) {
		return fmt.Errorf("%s was altered: its parent %q is no id", ManifestName, m.Parent)
	}
	return errors.Join(m.checkAttributes(), m.checkSources())
}

// The model files of an edition. They stay on disk: package vintage decodes them and holds them in another form.

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
