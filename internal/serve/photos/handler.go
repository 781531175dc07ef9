package photos

// Serving pictures by signed URL.

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// Handler serves the pictures of a store at /images/{id}, and at one of Widths at /images/{NameAt}.
type Handler struct {
	store  *Store
	signer *Signer
	clock  func() time.Time
	narrow *maker
	Cache  time.Duration // how long caches may keep a picture without asking again whether it was removed
	Kept   *Kept         // what is kept on disk of what was made, nil for nothing
}

// DefaultCache is how long caches may keep a picture unless the operator says otherwise.
const DefaultCache = 5 * time.Minute

// NewHandler returns a handler for URLs by signer.
func NewHandler(store *Store, signer *Signer, clock func() time.Time) *Handler {
	return &Handler{store: store, signer: signer, clock: clock, narrow: newNarrowMaker(), Cache: DefaultCache}
}

// Serve answers GET and HEAD with the picture (image/jpeg, one range, ETag). On an error it has written only the headers
// that belong to it.
//
// Errors: gevel.Forbidden for an expired or altered URL, gevel.NotFound for a removed picture, gevel.Unavailable where too
// many wait to be made, gevel.RangeNotSatisfiable and gevel.PreconditionFailed according to RFC 9110. No error names the
// home, since the service logs them; the error for a damaged picture names its file.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request) error {
	now := h.clock()
	// The path as sent: no other escaping of it was signed.
	name, _ := strings.CutPrefix(r.URL.EscapedPath(), imagesPath)
	expires, err := h.signer.Verify(name, r.URL.RawQuery, now)
	if err != nil {
		return err
	}
	id, width := widthOf(name)
	whole, content, err := h.store.open(r.Context(), id)
	if err != nil {
		return err
	}
	defer whole.Close()
	picture := &later{make: func() (io.ReadSeeker, error) { return h.at(r.Context(), width, id, whole, content) }}
	defer picture.close()
	header := w.Header()
	header.Set("Content-Type", "image/jpeg")
	header.Set("Content-Disposition", "inline")
	header.Set("Cache-Control", cacheControl(min(h.Cache, expires.Sub(now))))
	header.Set("ETag", `"`+NameAt(width, content)+`"`)
	answer := &answer{ResponseWriter: w}
	http.ServeContent(answer, oneRange(r), "", time.Time{}, picture)
	if refusal := answer.refusal(); picture.err == nil {
		return refusal
	}
	return picture.err
}

func cacheControl(lifetime time.Duration) string {
	return "private, max-age=" + strconv.FormatInt(int64(lifetime/time.Second), 10)
}

// at returns a picture at a width, or whole where the picture is no wider or no width is asked for. It reads whole from
// the beginning. What it returns is closed if it is an io.Closer. Error: ErrDamaged.
func (h *Handler) at(ctx context.Context, width int, id string, whole io.ReadSeeker, content string) (io.ReadSeeker, error) {
	if width > 0 {
		if kept := h.Kept.open(NameAt(width, id)); kept != nil {
			return kept, nil
		}
	}
	if err := fits(whole, content); err != nil || width == 0 {
		return whole, err
	}
	shape, err := jpeg.DecodeConfig(whole)
	if err != nil {
		return nil, damaged(content, err)
	}
	if width >= shape.Width {
		_, err := whole.Seek(0, io.SeekStart)
		return whole, err
	}
	// The caller may leave, and whole be closed, while the picture is made for others.
	made, err := h.narrow.picture(ctx, NameAt(width, id), func() ([]byte, error) { return h.make(ctx, width, id) })
	return bytes.NewReader(made), err
}

// make reads a picture and scales it to a width that is less than its own.
func (h *Handler) make(ctx context.Context, width int, id string) ([]byte, error) {
	whole, err := h.store.Picture(context.WithoutCancel(ctx), id)
	if err != nil {
		return nil, err
	}
	made, err := narrowed(whole, width)
	if err != nil {
		_, content, _ := splitImageID(id)
		return nil, damaged(content, err)
	}
	h.Kept.add(ctx, NameAt(width, id), made)
	return made, nil
}

// rangeOfBytes matches the Range headers that are followed.
var rangeOfBytes = regexp.MustCompile(`^bytes=([0-9]{1,18}-[0-9]{0,18}|-0*[1-9][0-9]{0,17})$`)

// oneRange returns the request without its Range header unless that asks for one range of bytes. Others get the
// whole picture, as RFC 9110 allows: the headers of thousands of small parts would be many times its size.
func oneRange(r *http.Request) *http.Request {
	asked, given := r.Header["Range"]
	if !given || len(asked) == 1 && rangeOfBytes.MatchString(asked[0]) {
		return r
	}
	whole := *r
	whole.Header = r.Header.Clone()
	whole.Header.Del("Range")
	return &whole
}

// answer passes on what net/http writes, except for its errors, which are plain text.
type answer struct {
	http.ResponseWriter
	refused int // status, 0 for success
}

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	if status >= http.StatusBadRequest {
		a.refused = status
		return
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (a *answer) Write(p []byte) (int, error) {
	if a.refused != 0 {
		return len(p), nil
	}
	return a.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// refusal returns the error, and removes the headers that describe the picture.
func (a *answer) refusal() error {
	if a.refused == 0 {
		return nil
	}
	for _, name := range []string{"Cache-Control", "Content-Disposition", "Etag"} {
		a.Header().Del(name)
	}
	switch a.refused {
	case http.StatusRequestedRangeNotSatisfiable:
		return &gevel.Error{Code: gevel.RangeNotSatisfiable, Message: "the image has no such range of bytes"}
	case http.StatusPreconditionFailed:
		return &gevel.Error{Code: gevel.PreconditionFailed, Message: "the image is not the one that the request is about"}
	}
	return fmt.Errorf("serve image: status %d", a.refused)
}

// later is a picture that is made when it is first read or measured. net/http does neither when the ETag alone decides the
// answer.
type later struct {
	make    func() (io.ReadSeeker, error)
	picture io.ReadSeeker
	err     error // of make
}

// Read implements io.Reader.
func (l *later) Read(p []byte) (int, error) {
	if err := l.ready(); err != nil {
		return 0, err
	}
	return l.picture.Read(p)
}

// Seek implements io.Seeker.
func (l *later) Seek(offset int64, whence int) (int64, error) {
	if err := l.ready(); err != nil {
		return 0, err
	}
	return l.picture.Seek(offset, whence)
}

func (l *later) close() {
	if open, ok := l.picture.(io.Closer); ok {
		open.Close()
	}
}

func (l *later) ready() error {
	if l.picture == nil && l.err == nil {
		l.picture, l.err = l.make()
	}
	return l.err
}
