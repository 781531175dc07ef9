package photos

// Which home a delivered photo shows: by the names of files and folders in a delivery without a manifest, or by an
// address.

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
)

// folder yields the files at and below root. A name is the number id or the object's id, then anything that distinguishes photos of a
// home, and a word for a front view: 0518200000001234.jpg, 0518200000001234_2.jpg, 0518200000001234_voorgevel.jpg.
// In a folder named by the id, and further words, the files need not repeat it. What programs leave in folders is
// passed over.
func (imp Import) folder(root string) delivery {
	return func(yield func(candidate, error) bool) {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case path != root && filekind.IsLeftover(entry.Name()):
				if entry.IsDir() {
					return fs.SkipDir
				}
				return nil
			case entry.IsDir():
				return nil
			}
			if c, err := imp.named(root, path); !yield(c, err) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(candidate{}, err)
		}
	}
}

// named returns the photo with the home and kind in its path.
func (imp Import) named(root, path string) (candidate, error) {
	c := candidate{name: filepath.Base(path), file: path, kind: imp.Kind, source: imp.Source}
	if below, err := filepath.Rel(root, path); err == nil && below != "." {
		c.name = below
	}
	words := nameWords(path)
	own, hasOwn := idOf(words[0])
	parent, hasParent := idOf(nameWords(filepath.Dir(path))[0])
	if hasParent && len(words[0]) < len(own) { // rather a time than an id that lost its zeros
		hasOwn = false
	}
	switch {
	case hasOwn && hasParent && own != parent:
		return c, refuse(reasonConflictingIDs, "file and folder name different homes")
	case hasOwn:
		c.home.ID = own
	case hasParent:
		c.home.ID = parent
	default:
		return c, refuse(reasonNoNumberID, "the name does not begin with a number id of 16 digits")
	}
	if showsFront(c.name) {
		c.kind = gevel.ImageFront
	}
	return c, nil
}

// nameWords returns the words of a file's name, at least one.
func nameWords(path string) []string {
	name := filepath.Base(path)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	return strings.Split(strings.NewReplacer("-", "_", " ", "_", "(", "_").Replace(name), "_")
}

// idOf parses a number id, or the id of an object with a number. Few times that cameras write look like either, and
// the register knows none of these.
func idOf(s string) (gevel.BAGID, bool) {
	id, err := spelling.ID(s)
	if err != nil {
		return "", false
	}
	return id, isObject(id) || id.Code() == gevel.CodeNummeraanduiding
}

// frontWords are words for a front view. The longer ones also count within a word, such as fotovoorgevel.
var (
	frontWords = []string{string(gevel.ImageFront), "facade", "façade"}
	frontParts = []string{"voorgevel", "voorkant", "voorzijde", "vooraanzicht", "straatgevel", "straatkant", "straatzijde"}
)

// showsFront reports whether a text names a front view, also as two words.
func showsFront(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	for i, word := range words {
		two := word
		if i+1 < len(words) {
			two += words[i+1]
		}
		if slices.Contains(frontWords, word) ||
			slices.ContainsFunc(frontParts, func(part string) bool { return strings.Contains(word, part) || two == part }) {
			return true
		}
	}
	return false
}

// kindNamed returns the kind that a manifest names, as it stands when it is none.
func kindNamed(text string) gevel.ImageKind {
	switch {
	case showsFront(text):
		return gevel.ImageFront
	case strings.EqualFold(text, "foto"):
		return gevel.ImagePhoto
	}
	return gevel.ImageKind(strings.ToLower(text))
}

// rejectReason returns the reason under which err is counted. Not ok: err is not about a single photo.
func rejectReason(err error) (reason, message string, ok bool) {
	var e *gevel.Error
	if !errors.As(err, &e) {
		return "", "", false
	}
	switch {
	case e.Code == gevel.AddressNotFound || e.Code == gevel.AmbiguousAddress:
		return string(e.Code), e.Message, true
	case e.Code == gevel.Invalid && len(e.Details) > 0:
		return e.Details[0].Reason, e.Message, true
	}
	return "", "", false
}
