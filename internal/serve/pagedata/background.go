package pagedata

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
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
		Path: backgroundPath, OperationID: "getBackground", Input: "BackgroundInput",
		Summary: "The operator's map under the map",
		Doc: "A range of bytes of the file of map tiles (PMTiles, version 3) that the operator gave with --map-background. Each range " +
			"counts as a request. Only ranges are answered: files have gigabytes. HEAD without a range answers with the file's length. The " +
			"tag is of the file: after another one has been put in its place, offsets of the old one mean nothing.",
		Media: pmtiles.Media, Ranged: true,
		Handler: frame.Handle(nil, p.backgroundRange),
	}
}

func (p *Page) backgroundRange(c frame.Call, _ struct{}) (frame.Answer, error) {
	if p.file.path == "" {
		return frame.Answer{}, gevel.Failure(gevel.NotFound, "", "no file lies under the map of this service")
	}
	part, err := p.file.open()
	if err != nil {
		return frame.Answer{}, fmt.Errorf("the map's background: %w", err)
	}
	if err := part.admit(c); err != nil {
		part.file.Close()
		return frame.Answer{}, err
	}
	return frame.Answer{Content: part}, nil
}

// filePart is a part of a file on the way to a caller, through a buffer of some kilobytes.
type filePart struct {
	file  *os.File
	size  int64
	tag   string
	asked *http.Request // method and headers
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
		if holds := frame.Listed(c.Header, condition); len(holds) > 0 && !slices.Contains(holds, f.tag) &&
			!slices.Contains(holds, frame.AnyTag) {
			return gevel.Failure(gevel.PreconditionFailed, "begin anew with its header, which is in the first 127 bytes",
				"the file is another one now")
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
		return gevel.Failure(gevel.RangeNotSatisfiable, "", "the file has %d bytes and no such range", f.size)
	}
	return nil
}

// Send answers with the part.
func (f *filePart) Send(w http.ResponseWriter) {
	defer f.file.Close()
	frame.SetTag(w.Header(), f.tag)
	w.Header().Set("Content-Type", pmtiles.Media)
	// Of the size that was looked at, whatever becomes of the file meanwhile. Without a time the tag alone counts.
	http.ServeContent(w, f.asked, "", time.Time{}, io.NewSectionReader(f.file, 0, f.size))
}

// The map that an operator lays under the page's.

// Settings say which map lies under the page's.
type Settings struct {
	MapBackground  string `name:"map-background" env:"GEVEL_MAP_BACKGROUND" placeholder:"FILE|URL" help:"A map to lay under the page's: a file of PMTiles, its URL, or a URL of tiles such as https://tiles.example/{z}/{x}/{y}.png; of a URL browsers ask that server too (default: none; env ${env})."`
	MapAttribution string `name:"map-attribution" env:"GEVEL_MAP_ATTRIBUTION" placeholder:"TEXT" help:"Whom the makers of that map want named (env ${env})."`
}

// Underlay is what lies under the page's map. The zero Underlay is nothing.
type Underlay struct {
	Shown *Background
	File  string // PMTiles on this machine, which the page finds at BackgroundURL
	URL   string // of another host, which browsers ask too
}

// Underlay returns what the settings lay under the page's map.
func (s *Settings) Underlay() (Underlay, error) {
	given := s.MapBackground
	switch {
	case given == "" && s.MapAttribution != "":
		return Underlay{}, refuse("--map-attribution names whose map it is: give --map-background with it")
	case given == "":
		return Underlay{}, nil
	case s.MapAttribution == "":
		return Underlay{}, refuse("--map-background: give --map-attribution too: the map's makers want to be named")
	case !strings.Contains(given, "://") && isArchive(given):
		if err := pmtiles.Check(given); err != nil {
			return Underlay{}, ofFile(given, err)
		}
		return Underlay{Shown: s.shown("pmtiles", BackgroundURL), File: given}, nil
	}
	u, err := url.Parse(strings.NewReplacer("{z}", "0", "{x}", "0", "{y}", "0").Replace(given))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return Underlay{}, refuse("--map-background: give the URL of tiles, such as https://tiles.example/{z}/{x}/{y}.png, " +
			"or a file or URL of PMTiles, such as nederland.pmtiles")
	}
	if isArchive(u.Path) {
		return Underlay{Shown: s.shown("pmtiles", given), URL: given}, nil
	}
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(given, part) != 1 {
			return Underlay{}, refuse("--map-background has no %s, or more than one: give the URL of tiles, such as "+
				"https://tiles.example/{z}/{x}/{y}.png", part)
		}
	}
	return Underlay{Shown: s.shown("tiles", given), URL: given}, nil
}

func (s *Settings) shown(kind, at string) *Background {
	return &Background{Kind: kind, URL: at, Attribution: s.MapAttribution}
}

func refuse(format string, args ...any) error {
	return gevel.Refusal("", format, args...)
}

// ofFile names the flag in the error of a file that can't be used.
func ofFile(file string, err error) error {
	var known *gevel.Error
	if !errors.As(err, &known) {
		return fmt.Errorf("--map-background %s: %w", file, err)
	}
	named := *known
	named.Message = fmt.Sprintf("--map-background %s can't lie under the map: %s", file, known.Message)
	return &named
}

// isArchive reports whether a path is by its name one of PMTiles.
func isArchive(at string) bool { return strings.EqualFold(path.Ext(at), ".pmtiles") }
