package nights

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tidwall/gjson"
)

// Photos: each night one is delivered, and an import that ended well has it for ever.

// imports is what became of the photos.
type imports struct {
	taken []photo // all so far
	known int     // how many of them an import took
	away  bool    // whether S3 is
}

// photo is a picture of a home, in a file of its own.
type photo struct {
	home home
	path string
}

// photograph takes a photo of a home: a picture with dots of its own.
func (o *night) photograph() error {
	rng := o.dice(o.n, "photos")
	h := o.town.homes[rng.IntN(len(o.town.homes))]
	picture := image.NewGray(image.Rect(0, 0, 400, 300)) // wider than the least width that a caller can ask for
	for i := range picture.Pix {
		picture.Pix[i] = uint8(rng.IntN(2) * 255 * (i % 97 / 96))
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, nil); err != nil {
		return err
	}
	dir := o.in.path("pictures")
	p := photo{h, filepath.Join(dir, fmt.Sprintf("%s_%d.jpg", h.id, o.n))}
	o.photos.taken = append(o.photos.taken, p)
	return errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(p.path, b.Bytes(), 0o644))
}

// importPhotos imports the photos of the last nights, as far as they lie there still.
func (o *night) importPhotos(ctx context.Context, b *blow) error {
	r, err := o.in.run(ctx, b, "images", "add", "pictures", "--editions", "editions")
	if err == nil && r.code == 0 {
		o.photos.known = len(o.photos.taken)
	}
	return errors.Join(err, r.err())
}

// struckImport strikes an import of photos.
func struckImport(effect string, goesOn bool) func(*night, *rand.Rand) error {
	return func(o *night, rng *rand.Rand) error {
		blow := draw(rng, effect, goesOn)
		o.serving = append(o.serving, func(ctx context.Context) error {
			var wrong *untrue
			if err := o.importPhotos(ctx, blow); errors.As(err, &wrong) { // else it may fail
				return err
			}
			return o.seePhotos(ctx)
		})
		return nil
	}
}

// seePhotos asks for the photos of a home that has some, and for the newest of them.
func (o *night) seePhotos(ctx context.Context) error {
	if o.photos.known == 0 || o.photos.away {
		return nil
	}
	of := o.photos.taken[o.dice(o.n, "seen").IntN(o.photos.known)].home
	if o.town.gone[of.id] {
		return nil
	}
	want := 0
	for _, p := range o.photos.taken[:o.photos.known] {
		if p.home.id == of.id {
			want++
		}
	}
	for _, r := range o.in.running() {
		status, urls, err := o.photosOf(ctx, r, of, "")
		if err != nil {
			return err
		}
		if status != http.StatusOK || len(urls) < want {
			return broken(nothingLost, "%s answers %d with %d photos of home %s, %d were imported", r.name, status, len(urls), of.id, want)
		}
		status, picture, err := fetched(ctx, urls[0])
		if err == nil {
			_, err = jpeg.Decode(bytes.NewReader(picture))
		}
		if err != nil || status != http.StatusOK {
			return broken(nothingLost, "%s answers the newest photo of home %s with %d: %v", r.name, of.id, status, err)
		}
	}
	return nil
}

// nightsToRemove is how many nights there are between photos that are taken down.
const nightsToRemove = 5

// removePhotos takes down all photos of a home: their URLs stop working at once, also at a width.
func (o *night) removePhotos(ctx context.Context) error {
	if o.photos.known == 0 || o.photos.away {
		return nil
	}
	of := o.photos.taken[o.dice(o.n, "removed").IntN(o.photos.known)].home
	if o.town.gone[of.id] {
		return nil
	}
	var urls []string
	for _, width := range []string{"", "&width=320"} {
		_, more, err := o.photosOf(ctx, o.in.replicas[0], of, width)
		if err != nil {
			return err
		}
		for _, url := range more {
			if status, _, err := fetched(ctx, url); err != nil || status != http.StatusOK {
				return broken(nothingLost, "a photo of home %s is answered with %d: %v", of.id, status, err)
			}
		}
		urls = append(urls, more...)
	}
	if _, err := o.in.must(ctx, "images", "remove", "--home", of.id, "--editions", "editions"); err != nil {
		return err
	}
	isKept, known := func(p photo) bool { return p.home.id != of.id }, 0
	for i, p := range o.photos.taken {
		if isKept(p) && i < o.photos.known {
			known++
		}
		if !isKept(p) { // else it would be imported again
			if err := os.Remove(p.path); err != nil {
				return err
			}
		}
	}
	o.photos.taken = slices.DeleteFunc(o.photos.taken, func(p photo) bool { return !isKept(p) })
	o.photos.known = known
	for _, url := range urls {
		status, _, err := fetched(ctx, url)
		if err == nil && status == http.StatusOK {
			err = broken(removedIsGone, "a photo of home %s is still answered at %s", of.id, url)
		}
		if err != nil {
			return err
		}
	}
	for _, r := range o.in.running() {
		_, urls, err := o.photosOf(ctx, r, of, "")
		if err != nil {
			return err
		}
		if len(urls) > 0 {
			return broken(removedIsGone, "%s lists %d photos of home %s", r.name, len(urls), of.id)
		}
	}
	return nil
}

// photosOf asks a replica for the URLs of a home's photos, with more of the query.
func (o *night) photosOf(ctx context.Context, r *replica, of home, more string) (status int, urls []string, err error) {
	status, body, err := r.get(ctx, o.secret, "/v1/house-images?"+question{home: of}.address().Encode()+more)
	if err != nil {
		return 0, nil, err
	}
	o.charge(status, 1)
	for _, url := range gjson.GetBytes(body, "data.images").Array() {
		urls = append(urls, url.String())
	}
	return status, urls, nil
}

// fetched is what a URL is answered with.
func fetched(ctx context.Context, url string) (status int, body []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil, err
	}
	got, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	body, err = io.ReadAll(got.Body)
	return got.StatusCode, body, errors.Join(err, got.Body.Close())
}

// photosUnreadable takes the right to read photos that are in a folder, and gives it back. Replicas that can't hand out a photo
// say so.
func photosUnreadable(o *night, _ *rand.Rand) error {
	o.serving = append(o.serving, func(ctx context.Context) error {
		at := o.in.path("photos")
		if err := os.Chmod(at, 0); err != nil {
			return err
		}
		return errors.Join(o.photosAreMissed(ctx), os.Chmod(at, 0o755), o.seePhotos(ctx))
	})
	return nil
}

// photosAreMissed asks for photos that can't be read: an alert fires once replicas say so.
func (o *night) photosAreMissed(ctx context.Context) error {
	was, err := o.in.scrape(ctx)
	if err != nil || o.photos.known == 0 {
		return err
	}
	const asks = 3 // the alert wants six errors within five minutes, and is asked about what goes on each minute
	of, missed := o.photos.taken[o.dice(o.n, "missed").IntN(o.photos.known)].home, false
	for _, r := range o.in.running() {
		for range asks {
			status, _, err := o.photosOf(ctx, r, of, "")
			if err != nil {
				return err
			}
			missed = missed || status >= 500
		}
	}
	if !missed {
		return nil
	}
	return o.fires(ctx, "GevelPhotosErrors", 20*time.Minute, was, "photos could not be read")
}
