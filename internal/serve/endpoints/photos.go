package endpoints

import (
	"context"
	"errors"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/photos"
)

// Photos finds photos of homes and makes their URLs for endpoints, and counts what can't be read.
type Photos struct {
	Store *photos.Store
	links photos.Links
	fails prometheus.Counter
}

// NewPhotos returns the photos of a store.
func NewPhotos(store *photos.Store, links photos.Links) *Photos {
	return &Photos{store, links, prometheus.NewCounter(prometheus.CounterOpts{
		Name: "gevel_photos_errors_total", Help: "Times that photos, or a catalogue of them, could not be read.",
	})}
}

// Metrics returns the counter of photos that could not be read.
func (p *Photos) Metrics() []prometheus.Collector { return []prometheus.Collector{p.fails} }

// At returns the photos of the home at an address, newest first. They are
// kept under its main address.
func (p *Photos) At(c frame.Call, address gevel.Address) ([]gevel.Image, error) {
	if main, ok := c.Live.Edition.MainAddress(address.ObjectID); ok {
		address = main
	}
	found, err := p.Store.Of(c.Ctx, address.NumberID)
	p.Count(err)
	return found, err
}

// Count counts photos that could not be read: a fault of ours, or a bucket that is away.
func (p *Photos) Count(err error) {
	if err != nil && !errors.Is(err, context.Canceled) && (bucket.IsAway(err) || frame.StatusOf(gevel.CodeOf(err)) == http.StatusInternalServerError) {
		p.fails.Inc()
	}
}

// Check returns gevel.Invalid for a width where a bucket answers, which has photos only as they are.
func (p *Photos) Check(width int) error {
	if _, isBucket := p.links.(*photos.Presigned); !isBucket || width == 0 {
		return nil
	}
	return param.Invalid([]gevel.Detail{{
		Reason:  widthParameter,
		Message: widthParameter + " can't be chosen: the photos of this service are served as they are",
	}})
}

// URL returns the URL of a photo at a width that Check accepts.
func (p *Photos) URL(c frame.Call, photo gevel.Image, width int) (frame.URL, error) {
	url, err := p.links.URL(c.Ctx, photos.NameAt(width, photo.ID), c.Now)
	return frame.URL(url), err
}
