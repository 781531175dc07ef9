package endpoints

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strconv"

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

// At returns the photos of the home at an address, newest first. They are kept under its main address.
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
	if err != nil && !errors.Is(err, context.Canceled) &&
		(bucket.IsAway(err) || frame.StatusOf(gevel.CodeOf(err)) == http.StatusInternalServerError) {
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

// The inputs of the endpoints of photos.
type (
	// houseImagesInput is which home is meant, and what its photos are to be like.
	houseImagesInput struct {
		gevel.AddressQuery
		width int
	}
	// frontViewInput is which homes are meant, as the caller gave them.
	frontViewInput struct {
		ids   []gevel.BAGID
		width int
	}
)

var bagIDPattern = regexp.MustCompile(`^[0-9]{16}$`)

// maxIDs is how many ids one front view request may name.
const maxIDs = 100

// houseImagesTable are the rows of a houseImagesInput.
func houseImagesTable() []param.Row[houseImagesInput] {
	return append(
		addressRows(func(in *houseImagesInput) *gevel.AddressQuery { return &in.AddressQuery }),
		photoRows(func(in *houseImagesInput) *int { return &in.width })...,
	)
}

// The parameters of how photos are answered.
const (
	widthParameter  = "width"
	formatParameter = "format"
)

// photoRows say how photos are to be answered. The format needs no setter: there is one.
func photoRows[In any](width func(*In) *int) []param.Row[In] {
	var widths param.Enumeration
	for _, width := range photos.Widths {
		widths.Values = append(widths.Values, strconv.Itoa(width))
	}
	formats := param.Enumeration{
		Values:  []string{photos.Format},
		Refusal: "is not made here: photos are JPEG, and an image proxy in front of the service makes WebP and others of them",
	}
	return []param.Row[In]{
		{Param: param.Param{
			Name: widthParameter, Kind: param.Text, Enum: &widths, Fleeting: true,
			Doc: "Pixels that a photo is wide, at most: the URL answers it at that width, or at its own where it is no wider. " +
				"Not given, photos are as they are, at most 2048 pixels wide and high. Where photos are in S3 it gets 400.",
		}, Set: func(in *In, v param.Value) (err error) {
			if v.Given {
				*width(in), err = strconv.Atoi(v.Spelled)
			}
			return err
		}},
		{Param: param.Param{
			Name: formatParameter, Kind: param.Text, Enum: &formats, Fleeting: true,
			Doc: "Format of the photos: JPEG, also when it is not given. An image proxy in front of the service makes WebP and " +
				"others of them.",
		}, Set: func(*In, param.Value) error { return nil }},
	}
}

// frontViewTable are the rows of a frontViewInput.
func frontViewTable() []param.Row[frontViewInput] {
	return append([]param.Row[frontViewInput]{{Param: param.Param{
		Name: "bagNumIds", Kind: param.IDList, Required: true, Min: 1, Max: maxIDs, Pattern: bagIDPattern,
		Doc: "BAG number ids (nummeraanduiding) of 16 digits: repeated (bagNumIds=a&bagNumIds=b), separated by " +
			"commas, or as bagNumIds[]= or bagNumIds[0]=; also without leading zeros, or with NL.IMBAG. and the kind of object before them. " +
			"The id of a verblijfsobject is accepted and answered under the number id of its main address. Duplicates " +
			"are answered once.",
		Example: func(h param.ExampleHome) any { return []gevel.BAGID{h.Address.NumberID} },
	}, Set: func(in *frontViewInput, v param.Value) error {
		for _, id := range v.List {
			in.ids = append(in.ids, gevel.BAGID(id))
		}
		return nil
	}}}, photoRows(func(in *frontViewInput) *int { return &in.width })...)
}
