package photos

// Serving pictures to whoever has a signed URL.

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"github.com/gevel/gevel"
)

type handler struct {
	store  *Store
	signer *Signer
	clock  func() time.Time
	log    *slog.Logger
}

// NewHandler serves GET and HEAD /images/{id}: the picture (image/jpeg, ranges,
// ETag) for a URL that signer wrote; 403 for one that expired or that anybody
// changed, 404 once the picture was taken down, both as {"message": ...}.
func NewHandler(store *Store, signer *Signer, clock func() time.Time, log *slog.Logger) http.Handler {
	return &handler{store: store, signer: signer, clock: clock, log: log}
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		writeMessage(w, http.StatusMethodNotAllowed, "only GET and HEAD are possible here")
		return
	}
	if err := h.serve(w, r); err != nil {
		h.writeError(w, r, err)
	}
}

// serve writes the picture, or returns an error and has written nothing.
func (h *handler) serve(w http.ResponseWriter, r *http.Request) error {
	now := h.clock()
	// The path as it was sent: an escaped spelling of it was not signed.
	id, _ := strings.CutPrefix(r.URL.EscapedPath(), imagesPath)
	expires, err := h.signer.Verify(id, r.URL.RawQuery, now)
	if err != nil {
		return err
	}
	picture, content, err := h.open(r, id)
	if err != nil {
		return err
	}
	defer picture.Close()
	header := w.Header()
	header.Set("Content-Type", "image/jpeg")
	header.Set("Content-Disposition", "inline")
	header.Set("Cache-Control", "private, max-age="+strconv.FormatInt(int64(expires.Sub(now)/time.Second), 10))
	header.Set("ETag", `"`+content+`"`)
	http.ServeContent(w, r, "", time.Time{}, picture)
	return nil
}

func (h *handler) open(r *http.Request, id string) (*blob.Reader, string, error) {
	gone := &gevel.Error{Code: gevel.NotFound, Message: "there is no such image any more"}
	home, content, ok := splitImageID(id)
	if !ok {
		return nil, "", gone
	}
	picture, err := h.store.bucket.NewReader(r.Context(), imageKey(home, content), nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, "", gone
	}
	return picture, content, err
}

func (h *handler) writeError(w http.ResponseWriter, r *http.Request, err error) {
	status, message := http.StatusInternalServerError, "the image can't be served now"
	var known *gevel.Error
	if errors.As(err, &known) {
		message = known.Message
	}
	switch gevel.CodeOf(err) {
	case gevel.Forbidden:
		status = http.StatusForbidden
	case gevel.NotFound:
		status = http.StatusNotFound
	default:
		h.log.ErrorContext(r.Context(), "serve image", "path", r.URL.Path, "err", err)
	}
	writeMessage(w, status, message)
}

func writeMessage(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// An error here means that the caller is gone: there is nobody to tell.
	_ = json.NewEncoder(w).Encode(map[string]string{"message": message})
}
