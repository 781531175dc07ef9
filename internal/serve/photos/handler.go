package photos

// Serving pictures to whoever has a signed URL.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// Handler serves the pictures of a store at /images/{id}.
type Handler struct {
	store  *Store
	signer *Signer
	clock  func() time.Time
}

// NewHandler returns a handler for the URLs that signer writes.
func NewHandler(store *Store, signer *Signer, clock func() time.Time) *Handler {
	return &Handler{store: store, signer: signer, clock: clock}
}

// Serve answers GET and HEAD with the picture (image/jpeg; one range, ETag), or
// returns an error and has written nothing but headers that go with it.
//
// Errors: gevel.Forbidden for a URL that expired or that anybody changed,
// gevel.NotFound once the picture was taken down, gevel.RangeNotSatisfiable and
// gevel.PreconditionFailed as RFC 9110 has them. No error names the home: the service logs them.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request) error {
	now := h.clock()
	// The path as it was sent: an escaped spelling of it was not signed.
	id, _ := strings.CutPrefix(r.URL.EscapedPath(), imagesPath)
	expires, err := h.signer.Verify(id, r.URL.RawQuery, now)
	if err != nil {
		return err
	}
	picture, content, err := h.open(r.Context(), id)
	if err != nil {
		return err
	}
	defer picture.Close()
	header := w.Header()
	header.Set("Content-Type", "image/jpeg")
	header.Set("Content-Disposition", "inline")
	header.Set("Cache-Control", "private, max-age="+strconv.FormatInt(int64(expires.Sub(now)/time.Second), 10))
	header.Set("ETag", `"`+content+`"`)
	answer := &answer{ResponseWriter: w}
	http.ServeContent(answer, oneRange(r), "", time.Time{}, picture)
	return answer.refusal()
}

func (h *Handler) open(ctx context.Context, id string) (io.ReadSeekCloser, string, error) {
	gone := &gevel.Error{Code: gevel.NotFound, Message: "there is no such image any more"}
	home, content, ok := splitImageID(id)
	if !ok {
		return nil, "", gone
	}
	picture, err := h.store.bucket.Open(ctx, imageKey(home, content))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", gone
	}
	if err != nil {
		return nil, "", fmt.Errorf("open a picture: %w", withoutPath(err))
	}
	return picture, content, nil
}

// rangeOfBytes is a Range header that is followed.
var rangeOfBytes = regexp.MustCompile(`^bytes=([0-9]{1,18}-[0-9]{0,18}|-0*[1-9][0-9]{0,17})$`)

// oneRange returns the request without its ranges unless it asks for one range of
// bytes. Anything else is answered whole, as RFC 9110 allows: the heads of thousands
// of small parts would be many times the picture.
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

// answer passes on what net/http writes, except its refusals, whose text is plain.
type answer struct {
	http.ResponseWriter
	refused int // status, 0 for an answer
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

// refusal returns what was refused as an error, and takes back the headers that are
// about the picture.
func (a *answer) refusal() error {
	if a.refused == 0 {
		return nil
	}
	for _, name := range []string{"Content-Disposition", "Etag"} {
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
