package pagedata

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/pmtiles"
)

// GET /page/background.pmtiles: the operator's file of map tiles, by ranges of bytes.

const backgroundPath = "/background.pmtiles"

// BackgroundURL is where the page finds a background that is a file of the operator's.
const BackgroundURL = Base + backgroundPath

func (p *Page) backgroundEndpoint() frame.Endpoint {
	return frame.Endpoint{
		Path: backgroundPath, OperationID: "getBackground", Scope: gevel.ScopeValuation, Input: "BackgroundInput",
		Summary: "The operator's map under the map",
		Doc: "A range of bytes of the file of map tiles (PMTiles, version 3) that the operator gave with --map-background. Each range " +
			"counts as a request. Only ranges are answered: files have gigabytes. HEAD without a range answers with the file's length. The " +
			"tag is of the file: after another one has been put in its place, offsets of the old one mean nothing.",
		Media: pmtiles.Media, Ranged: true, MetaDoc: "Always null.", NotFoundDoc: frame.NotFoundOf(gevel.NotFound),
		Handler: frame.Handle(nil, p.backgroundRange),
	}
}

func (p *Page) backgroundRange(c frame.Call, _ struct{}) (frame.Answer, error) {
	if p.file.path == "" {
		return frame.Answer{}, &gevel.Error{Code: gevel.NotFound, Message: "no file lies under the map of this service"}
	}
	part, err := p.file.open()
	if err != nil {
		return frame.Answer{}, fmt.Errorf("the map's background: %w", err)
	}
	if err := part.admit(c); err != nil {
		part.file.Close()
		return frame.Answer{}, err
	}
	if err := p.downloads.Enter(c.Ctx); err != nil {
		part.file.Close()
		return frame.Answer{}, err
	}
	part.done = p.downloads.Leave
	return frame.Answer{Content: part}, nil
}

// filePart is a part of a file on the way to a caller, through a buffer of some kilobytes.
type filePart struct {
	file  *os.File
	size  int64
	tag   string
	asked *http.Request // method and headers
	done  func()        // gives back the place among the downloads
}

// mapFile is the operator's file. It is opened for each range, so that one that is put in its place is answered
// from at once.
type mapFile struct {
	path string // "" for none

	mu    sync.Mutex
	known os.FileInfo // of the file that the tag is of
	tag   string
}

func (b *mapFile) open() (*filePart, error) {
	file, err := regular.Open(b.path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		var tag string
		if tag, err = b.tagOf(file, info); err == nil {
			return &filePart{file: file, size: info.Size(), tag: tag}, nil
		}
	}
	file.Close()
	return nil, err
}

// tagBytes is how much of the file at either end its tag is made of. At its beginning are header, directory and metadata,
// which differ between archives.
const tagBytes = 64 << 10

// tagOf returns a tag of what the file holds: it is the same for the copies that replicas have, whenever they were made.
func (b *mapFile) tagOf(file *os.File, info os.FileInfo) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k := b.known; k != nil && os.SameFile(k, info) && k.Size() == info.Size() && k.ModTime().Equal(info.ModTime()) {
		return b.tag, nil
	}
	h := sha256.New()
	fmt.Fprintln(h, info.Size())
	for _, at := range []int64{0, max(0, info.Size()-tagBytes)} {
		if _, err := io.Copy(h, io.NewSectionReader(file, at, tagBytes)); err != nil {
			return "", err
		}
	}
	b.known, b.tag = info, `"`+base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])+`"`
	return b.tag, nil
}

// admit holds what is asked to the file. Errors: gevel.Invalid for anything but one range that is short enough,
// gevel.RangeNotSatisfiable, and gevel.PreconditionFailed for a range of another file.
func (f *filePart) admit(c frame.Call) error {
	f.asked = &http.Request{Method: c.Method, Header: c.Header}
	for _, condition := range []string{"If-Match", "If-Range"} {
		if holds := frame.Listed(c.Header, condition); len(holds) > 0 && !slices.Contains(holds, f.tag) && !slices.Contains(holds, frame.AnyTag) {
			return &gevel.Error{
				Code: gevel.PreconditionFailed, Message: "the file is another one now",
				Hint: "begin anew with its header, which is in the first 127 bytes",
			}
		}
	}
	given := c.Header.Values("Range")
	if len(given) == 0 && c.Method == http.MethodHead {
		return nil
	}
	first, last, ok := frame.ParseRange(strings.Join(given, ","), f.size)
	switch {
	case !ok || last-first >= frame.LongestRange:
		message := fmt.Sprintf("ask for one range of at most %d bytes, such as Range: bytes=0-16383", frame.LongestRange)
		return param.Invalid([]gevel.Detail{{Reason: frame.RangeReason, Message: message}})
	case first >= f.size || last < first:
		c.Exchange.Header().Set("Content-Range", fmt.Sprintf("bytes */%d", f.size))
		return &gevel.Error{Code: gevel.RangeNotSatisfiable, Message: fmt.Sprintf("the file has %d bytes and no such range", f.size)}
	}
	return nil
}

// Send answers with the part.
func (f *filePart) Send(w http.ResponseWriter) {
	defer f.file.Close()
	defer f.done()
	frame.SetTag(w.Header(), f.tag)
	w.Header().Set("Content-Type", pmtiles.Media)
	// Of the size that was looked at, whatever becomes of the file meanwhile. Without a time the tag alone counts.
	http.ServeContent(w, f.asked, "", time.Time{}, io.NewSectionReader(f.file, 0, f.size))
}
