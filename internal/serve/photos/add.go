package photos

// Adding a photo and removing one, and why one is refused.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gevel/gevel"
)

// Addition is a photo to add.
type Addition struct {
	Home    gevel.BAGID // id of the object
	Kind    gevel.ImageKind
	TakenAt time.Time
	Source  string // its maker, at most MaxSource characters
	File    []byte // as delivered
	Again   bool   // also if it was removed
	Guess   bool   // TakenAt is the file's own time, and nothing else is known
	Given   Given
}

// Given says what a delivery itself says of a photo. That corrects what is filed of the same picture.
type Given struct{ Kind, TakenAt, Source bool }

// MaxSource limits the name of a photo's maker, characters: every answer shows it.
const MaxSource = 200

// Add re-encodes a photo and files it under its home. It returns false when the home has that picture
// already. What is Given corrects the earlier data, and so does a known time that was guessed; a picture that an
// earlier encoder made of the same file is replaced.
//
// Errors: gevel.Invalid, with the reason as its detail, for a file that is no picture, too large or damaged, for an
// incomplete addition, for a photo that was removed, and for a home that is blocked.
func (s *Store) Add(ctx context.Context, a Addition) (isNew bool, err error) {
	picture, err := s.prepare(ctx, a, s.reencode)
	if err != nil {
		return false, err
	}
	did, err := s.file(ctx, picture)
	return did == added, err
}

// reencoder turns a picture file into our own JPEG.
type reencoder func(ctx context.Context, file []byte) ([]byte, error)

// outcome is what adding a photo did.
type outcome int

const (
	present outcome = iota // nothing: the picture was there
	added
	renewed // the picture was there, as an earlier encoder made it
	corrected
)

// prepared is a picture to file. One that its home has already has no bytes.
type prepared struct {
	entry
	home  gevel.BAGID
	bytes []byte
	given Given
	same  bool // the home has it already, and nothing is corrected
}

// corrected returns the entry with what a later delivery of its picture says.
func (e entry) corrected(by prepared) entry {
	if by.given.Kind || by.Kind == gevel.ImageFront {
		e.Kind = by.Kind
	}
	if by.given.Source {
		e.Source = by.Source
	}
	if by.given.TakenAt || e.Guess && !by.Guess {
		e.TakenAt, e.Guess = by.TakenAt, by.Guess
	}
	return e
}

// says reports whether two entries tell callers the same.
func (e entry) says(as entry) bool {
	return e.Kind == as.Kind && e.Source == as.Source && e.Guess == as.Guess && e.TakenAt.Equal(as.TakenAt)
}

// prepare makes the picture of an addition.
func (s *Store) prepare(ctx context.Context, a Addition, reencode reencoder) (p prepared, err error) {
	if err := a.check(); err != nil {
		return p, err
	}
	original := contentOf(a.File)
	p = prepared{entry: entry{
		Original: original, Encoder: encoder, Kind: a.Kind, TakenAt: a.TakenAt.UTC().Truncate(time.Second), Guess: a.Guess,
		Source: a.Source,
	}, home: a.Home, given: a.Given}
	have, is := s.known.recall(a.Home)
	if !is && !s.known.lacks(a.Home, surveyed...) { // else it is read under the lock alone
		if have, err = s.readNamed(ctx, a.Home); err != nil {
			return p, err
		}
	}
	if err := have.gone.check(original, a.Again || have.index(entry{Original: original}) >= 0); err != nil {
		return p, err
	}
	if i := have.index(p.entry); i >= 0 && have.Images[i].Encoder == encoder {
		p.Content, p.same = have.Images[i].Content, have.Images[i].corrected(p).says(have.Images[i])
		there := s.known.has(a.Home, p.Content)
		if !there {
			there, err = s.isThere(ctx, a.Home, p.Content)
		}
		if there || err != nil {
			return p, err
		}
	}
	if p.bytes, err = reencode(ctx, a.File); err != nil {
		return p, err
	}
	if p.Content = contentOf(p.bytes); a.Again {
		p.bytes, p.Content = have.revived(p.bytes, p.Content)
	}
	return p, have.gone.check(p.Content, false)
}

// revived returns a picture that comes back under another name if it was removed, so that URLs of the one before stay dead.
func (c *catalogue) revived(picture []byte, content string) ([]byte, string) {
	for n := byte('1'); c.gone.removed[content] && n <= '9'; n++ {
		picture = withComment(picture, "again "+string(n))
		content = contentOf(picture)
	}
	return picture, content
}

// withComment returns a JPEG with a comment.
func withComment(picture []byte, text string) []byte {
	head := append([]byte(jpegSignature+"\xff\xfe\x00"), byte(2+len(text)))
	return slices.Concat(head, []byte(text), picture[len(jpegSignature):])
}

// file adds a picture to the catalogue of its home, or corrects what is there.
func (s *Store) file(ctx context.Context, p prepared) (did outcome, err error) {
	if p.bytes == nil && p.same {
		return present, nil
	}
	outdated, changed := "", false
	err = s.update(ctx, p.home, func(ctx context.Context, c *catalogue) (bool, error) {
		if err := c.gone.check(p.Content, false); err != nil { // withdrawn meanwhile
			return false, err
		}
		was, is := c.index(entry{Original: p.Original}), c.index(entry{Content: p.Content})
		if p.bytes == nil && is < 0 { // another importer made it anew meanwhile
			return false, nil
		}
		if err := s.filePicture(ctx, c, p, is < 0, &did); err != nil {
			return false, err
		}
		switch {
		case is >= 0:
			before := c.Images[is]
			if c.Images[is] = before.corrected(p); did == present && !c.Images[is].says(before) {
				did = corrected
			}
			if was == is && p.bytes != nil { // today's encoder makes the same of it
				changed, c.Images[is].Encoder = before.Encoder != encoder, encoder
			}
			if was >= 0 && was != is { // another file gave this picture already
				outdated, did = c.Images[was].Content, renewed
				c.Images[is].Earlier = append(slices.Clone(before.Earlier), c.Images[was].history()...)
				c.Images = slices.Delete(c.Images, was, was+1)
			}
		case was < 0:
			c.Images, did = append(c.Images, p.entry), added
		default:
			outdated, did = c.Images[was].Content, renewed
			c.Images[was] = c.Images[was].corrected(p)
			c.Images[was].Earlier = c.Images[was].history()
			c.Images[was].Content, c.Images[was].Encoder = p.Content, encoder
		}
		return changed || did != present, nil
	})
	if err != nil || outdated == "" {
		return did, err
	}
	return did, s.update(ctx, p.home, func(ctx context.Context, c *catalogue) (bool, error) {
		if c.index(entry{Content: outdated}) >= 0 {
			return false, nil
		}
		_, err := s.remove(ctx, imageKey(p.home, outdated))
		return false, err
	})
}

// filePicture writes a picture before its catalogue, which must never name a missing one. One that is filed is written
// where it was lost.
func (s *Store) filePicture(ctx context.Context, c *catalogue, p prepared, isNew bool, did *outcome) error {
	if p.bytes == nil {
		return nil
	}
	if !isNew {
		there, err := s.isThere(ctx, p.home, p.Content)
		if there || err != nil {
			return err
		}
		*did = renewed
	}
	if err := s.begin(ctx, c); err != nil {
		return err
	}
	if err := s.bucket.Write(ctx, imageKey(p.home, p.Content), p.bytes); err != nil {
		return fmt.Errorf("write photo of %s: %w", p.home, err)
	}
	return nil
}

// isThere reports whether the picture that a catalogue names is there.
func (s *Store) isThere(ctx context.Context, home gevel.BAGID, content string) (bool, error) {
	names, err := s.bucket.Names(ctx, folderIn(imagesFolder, home))
	return slices.Contains(names, content+imageSuffix), err
}

// history returns the hashes of all pictures that the entry has had.
func (e entry) history() []string { return append(slices.Clone(e.Earlier), e.Content) }

// index returns the index of e's picture in the catalogue, or -1. The same content or the same original file
// makes it the same picture.
func (c *catalogue) index(e entry) int {
	return slices.IndexFunc(c.Images, func(have entry) bool {
		return have.Content == e.Content || e.Original != "" && have.Original == e.Original
	})
}

func (a Addition) check() error {
	switch {
	case !isHome(a.Home):
		return Refuse(reasonBadNumberID, "%q is no id of a home", a.Home)
	case a.Kind != gevel.ImagePhoto && a.Kind != gevel.ImageFront:
		return Refuse(reasonBadKind, "kind %q is neither %s nor %s", a.Kind, gevel.ImagePhoto, gevel.ImageFront)
	case a.TakenAt.IsZero():
		return Refuse(reasonBadTakenAt, "the time at which it was taken is missing")
	case !isSource(a.Source):
		return Refuse(reasonBadSource, "source must be 1 to %d printable characters", MaxSource)
	}
	return nil
}

func isSource(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 1 && n <= MaxSource && !strings.ContainsFunc(s,
		func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError })
}

// Refuse returns the error for something unusable, with its reason.
func Refuse(reason, format string, args ...any) *gevel.Error {
	message := fmt.Sprintf(format, args...)
	return &gevel.Error{
		Code: gevel.Invalid, Message: message,
		Details: []gevel.Detail{{Reason: reason, Message: message}},
	}
}

// The reasons for which a photo of a delivery is rejected.
const (
	reasonMissingFile      = "missing_file"                 // the row names no file, or none that is there
	reasonUnreadableFile   = "unreadable_file"              // the file can't be read, or is no regular file
	reasonFileTooLarge     = "file_too_large"               // more than 50 MiB
	reasonOtherFormat      = "unsupported_format"           // a format that gevel names and does not read: HEIC, AVIF, TIFF, raw, PDF, video
	reasonNotAnImage       = "not_an_image"                 // no JPEG, PNG, WebP or GIF
	reasonDamaged          = "damaged_image"                // an image that can't be decoded
	reasonAnimation        = "animated_picture"             // more than one frame
	reasonTooManyPixels    = "too_many_pixels"              // more than 100 megapixels
	reasonTooManyScans     = "too_many_scans"               // a progressive JPEG of more scans than any program writes
	reasonColourProfile    = "unusable_colour_profile"      // a colour profile that is damaged or of a kind that can't be converted
	reasonBadRow           = "bad_row"                      // a row of the manifest that can't be read
	reasonCatalogue        = "damaged_catalogue"            // the catalogue of its home can't be read
	reasonNoHome           = "no_home"                      // the names of file and folders begin with no id of a home and no address
	reasonConflictingHomes = "conflicting_homes"            // the names of file and folders are of different homes, or of another than the row
	reasonOtherHome        = "id_of_another_home"           // a row's id is of one home, and its address or another id of another
	reasonNoPhoto          = "no_photo"                     // a plan or a logo, by its name or kind
	reasonURL              = "url"                          // the row names a URL, and a file is wanted
	reasonBadNumberID      = "bad_number_id"                // no number id
	reasonBadAddress       = "bad_address"                  // no postal code, or no house number
	reasonUnknownAddress   = string(gevel.AddressNotFound)  // no home of the edition has the address
	reasonAmbiguousAddress = string(gevel.AmbiguousAddress) // several homes could be meant
	reasonBadKind          = "bad_kind"                     // neither photo nor front
	reasonBadTakenAt       = "bad_taken_at"                 // missing, no time, before 1990, or in the future
	reasonBadSource        = "bad_source"                   // not 1 to 200 printable characters
	reasonRemoved          = "removed"                      // it was removed, and comes back with --removed-too alone
	reasonBlocked          = "blocked"                      // its home is blocked
)
