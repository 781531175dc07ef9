package photos

// Which home and kind a delivered photo is of, by the names of files and folders, and what its row says beside them.

import (
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
)

// folder yields the files at and below root. A name begins with an id of the home or its address, and then has anything
// that distinguishes photos of a home, and a word for a front view: 0518200000001234.jpg, 2511CV-12-A_2.jpg,
// 0518200000001234_voorgevel.jpg. In a folder named so the files need not repeat it. What programs leave in folders is
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

// named returns the photo with the homes and the kind in its path.
func (imp Import) named(root, path string) (candidate, error) {
	c := candidate{name: filepath.Base(path), file: path, kind: imp.Kind, source: imp.Source}
	if root == path {
		root = filepath.Dir(path)
	}
	if below, err := filepath.Rel(root, path); err == nil {
		c.name = below
	}
	if err := c.nameKind(c.name); err != nil {
		return c, err
	}
	if c.claims = claimsIn(filepath.Join(filepath.Base(root), c.name)); len(c.claims) == 0 {
		return c, errNoHome
	}
	return c, nil
}

var errNoHome = Refuse(reasonNoHome, "the names of file and folders begin with no id of a home and no address such as "+
	"1234AB 12-A; a manifest can say it, a table with file, and number_id or postal_code and house_number")

// claim is one thing that names the home of a photo.
type claim struct {
	place    string               // where it is said
	home     spelling.Home        // by id, or of a row of a manifest
	readings []gevel.AddressQuery // of an address in a name, the one that takes most of the text first
	// firm: it is wrong if the register does not know it. Other numbers and words in names may be anything.
	firm bool
}

// claimsIn returns what the names of a path say, the file's first.
func claimsIn(path string) (claims []claim) {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i, name := range slices.Backward(parts) {
		place := "folder " + name
		if i == len(parts)-1 {
			place, name = "file "+name, strings.TrimSuffix(name, filepath.Ext(name))
		}
		word := nameWords(name)[0]
		if id, ok := idOf(word); ok {
			claims = append(claims, claim{place: place, home: spelling.Home{ID: id}, firm: len(word) >= len(id)})
		} else if readings := addressesIn(name); readings != nil {
			claims = append(claims, claim{place: place, readings: readings})
		}
	}
	return claims
}

var addressName = regexp.MustCompile(`^([1-9][0-9]{3}[ _]?[A-Za-z]{2})[ _-]*([0-9]{1,5})(.*)$`)

// addressesIn returns the addresses that a name may begin with: words behind the number may be letter and extension.
func addressesIn(name string) (readings []gevel.AddressQuery) {
	parts := addressName.FindStringSubmatch(name)
	if parts == nil {
		return nil
	}
	suffix := ""
	for _, word := range append([]string{""}, nameWords(strings.TrimLeft(parts[3], "-_ "))...) {
		if len(word) > 4 || len(readings) > 3 || strings.Trim(strings.ToLower(word), "0123456789abcdefghijklmnopqrstuvwxyz") != "" {
			break
		}
		suffix = strings.TrimLeft(suffix+"-"+word, "-")
		q, faults := spelling.Address{
			PostalCode: strings.ReplaceAll(parts[1], "_", " "), HouseNumber: parts[2], HouseNumberExt: suffix,
		}.Query()
		if len(faults) == 0 {
			readings = append(readings, q)
		}
	}
	slices.Reverse(readings)
	return readings
}

// find returns an address of the home that is claimed. A number at the end of a name may as well be the photo's: where
// both homes exist the claim is ambiguous.
func (l claim) find(known spelling.Addresses) (found gevel.Address, err error) {
	if len(l.readings) == 0 {
		q, err := l.home.Query(known)
		if gevel.CodeOf(err) == gevel.Invalid {
			err = Refuse(reasonOtherHome, "%v", err)
		}
		if err != nil {
			return found, err
		}
		return known.Find(q)
	}
	for _, q := range l.readings {
		a, fault := known.Find(q)
		switch {
		case fault != nil:
			err = fault
		case found.ObjectID == "" && len(l.readings) > 1 && isCounter(q.HouseNumberExt):
			found = a
		case found.ObjectID != "" && found.ObjectID != a.ObjectID:
			return a, &gevel.Error{Code: gevel.AmbiguousAddress, Message: l.place + " may be of " + found.String() + " or of " + a.String()}
		default:
			return a, nil
		}
	}
	if found.ObjectID != "" {
		return found, nil
	}
	return found, err
}

func isCounter(ext string) bool {
	last := ext[strings.LastIndexByte(ext, '-')+1:]
	_, err := strconv.Atoi(last)
	return err == nil
}

// home returns the home that all claims of a photo mean.
func (imp Import) home(c *candidate) (home gevel.BAGID, err error) {
	var at gevel.Address
	var place string
	var first error
	for _, l := range c.claims {
		a, err := l.find(imp.Addresses)
		switch {
		case err != nil && l.firm:
			return "", err
		case err != nil:
			if first == nil {
				first = err
			}
		case home == "":
			home, at, place = a.ObjectID, a, l.place
		case a.ObjectID != home && !l.isBare(&at):
			return "", Refuse(reasonConflictingHomes, "%s is %s, and %s is %s, another home", place, at, l.place, a)
		}
	}
	if home == "" && first == nil {
		return "", errNoHome
	}
	if home == "" {
		return "", first
	}
	return home, nil
}

// isBare reports whether a claim gives no more of an address than its number.
func (l claim) isBare(at *gevel.Address) bool {
	return len(l.readings) == 1 && l.readings[0].SaysNumber(at)
}

// nameWords returns the words of a name, at least one.
func nameWords(name string) []string {
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

// Words of names and kinds. Parts count within a word too, such as fotovoorgevel.
var (
	frontWords = []string{string(gevel.ImageFront), "facade", "façade"}
	frontParts = []string{"voorgevel", "voorkant", "voorzijde", "vooraanzicht", "straatgevel", "straatkant", "straatzijde"}
	notWords   = []string{"niet", "geen", "not", "no"}
	photoKinds = []string{
		string(gevel.ImagePhoto), "foto", "hoofdfoto", "achtergevel", "achterkant", "achterzijde", "zijgevel", "interieur", "exterieur",
		"tuin", "keuken", "woonkamer", "badkamer", "slaapkamer", "overig",
	}
	planWords = []string{"logo", "logos", "floorplan"}
	planParts = []string{"plattegrond"}
)

// nameKind sets the kind that a name shows. It refuses what is no photo of a home.
func (c *candidate) nameKind(name string) error {
	words := wordsOf(name)
	switch {
	case names(words, planWords, planParts):
		return Refuse(reasonNoPhoto, "a plan or a logo is no photo of a home")
	case names(words, frontWords, frontParts):
		c.kind = gevel.ImageFront
	}
	return nil
}

// readKind sets the kind that a manifest gives; as it stands when it is none.
func (c *candidate) readKind(text string) error {
	if err := c.nameKind(text); err != nil || c.kind == gevel.ImageFront && names(wordsOf(text), frontWords, frontParts) {
		return err
	}
	c.kind = gevel.ImageKind(strings.ToLower(text))
	if slices.Contains(photoKinds, string(c.kind)) {
		c.kind = gevel.ImagePhoto
	}
	return nil
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

// names reports whether one of the words, or two of them together, is one that is looked for, and not denied.
func names(words, whole, parts []string) bool {
	for i, word := range words {
		two := word
		if i+1 < len(words) {
			two += words[i+1]
		}
		is := slices.Contains(whole, word) || slices.ContainsFunc(parts, func(part string) bool {
			return strings.Contains(word, part) || two == part
		})
		if is && (i == 0 || !slices.Contains(notWords, words[i-1])) {
			return true
		}
	}
	return false
}

// RejectReason returns the reason under which err is counted. Not ok: err is not about a single photo.
func RejectReason(err error) (reason, message string, ok bool) {
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
