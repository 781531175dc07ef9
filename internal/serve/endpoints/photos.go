package endpoints

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/photos"
)

// Photos finds photos of homes and makes their URLs for endpoints, and counts what can't be read.
type Photos struct {
	Store *photos.Store
	links photos.Links
	fails prometheus.Counter
	bad   prometheus.Counter
}

// NewPhotos returns the photos of a store.
func NewPhotos(store *photos.Store, links photos.Links) *Photos {
	return &Photos{store, links, prometheus.NewCounter(prometheus.CounterOpts{
		Name: "gevel_photos_errors_total", Help: "Times that photos, or a catalogue of them, could not be read.",
	}), prometheus.NewCounter(prometheus.CounterOpts{
		Name: "gevel_photos_damaged_total",
		Help: "Times that a picture was not served because its bytes do not fit its name; gevel images verify names it.",
	})}
}

// Metrics returns the counters of photos that could not be read or served.
func (p *Photos) Metrics() []prometheus.Collector { return []prometheus.Collector{p.fails, p.bad} }

// At returns the photos of the home at an address, newest first.
func (p *Photos) At(c frame.Call, address gevel.Address) ([]gevel.Image, error) {
	found, err := p.Store.Of(c.Ctx, address.ObjectID)
	p.Count(err)
	return found, err
}

// Count counts photos that could not be read: a fault of ours, or a bucket that is away.
func (p *Photos) Count(err error) {
	if errors.Is(err, photos.ErrDamaged) {
		p.bad.Inc()
	}
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

// The two endpoints of photos: their answers and handlers.

type houseImagesData struct {
	Address    houseImagesAddress `json:"address" doc:"as registered"`
	ImagesDate gevel.Date         `json:"imagesDate" doc:"the day the newest photo was taken; without photos the day of the request"`
	Images     []frame.URL        `json:"images" doc:"newest first; each can be downloaded for 24 hours"`
}

type houseImagesAddress struct {
	PostalCode     string  `json:"postalCode"`
	HouseNumber    int     `json:"houseNumber"`
	HouseLetter    *string `json:"houseLetter"`
	HouseNumberExt *string `json:"houseNumberExt"`
}

type frontViewData struct {
	Items []frontViewItem `json:"items" doc:"one per id that has a front view, in the order asked"`
}

type frontViewItem struct {
	ImageURL  frame.URL `json:"imageUrl" doc:"can be downloaded for 24 hours"`
	NumberID  string    `json:"numberId" doc:"BAG number id (nummeraanduiding), 16 digits"`
	Source    string    `json:"source" doc:"who made the picture"`
	Timestamp int64     `json:"timestamp" doc:"when the picture was taken, Unix seconds"`
}

func (s *Endpoints) houseImages(c frame.Call, asked houseImagesInput) (frame.Answer, error) {
	if err := s.Photos.Check(asked.width); err != nil {
		return frame.Answer{}, err
	}
	address, err := c.Live.Edition.Find(asked.AddressQuery)
	if err != nil {
		return frame.Answer{}, err
	}
	found, err := s.Photos.At(c, address)
	if err != nil {
		return frame.Answer{}, err
	}
	data := houseImagesData{
		Address: houseImagesAddress{
			PostalCode: string(address.PostalCode), HouseNumber: address.HouseNumber,
			HouseLetter: present.OrNull(address.HouseLetter), HouseNumberExt: present.OrNull(address.HouseNumberExt),
		},
		ImagesDate: gevel.DayOf(c.Now),
		Images:     make([]frame.URL, len(found)),
	}
	if len(found) > 0 {
		data.ImagesDate = gevel.DayOf(found[0].TakenAt)
	}
	for i, photo := range found {
		if data.Images[i], err = s.Photos.URL(c, photo, asked.width); err != nil {
			return frame.Answer{}, err
		}
	}
	return frame.Answer{Data: data}, nil
}

func (s *Endpoints) frontView(c frame.Call, in frontViewInput) (frame.Answer, error) {
	if err := s.Photos.Check(in.width); err != nil {
		return frame.Answer{}, err
	}
	ids := make([]gevel.BAGID, 0, len(in.ids))
	for _, id := range in.ids {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	items := make([]*frontViewItem, len(ids)) // nil for none
	var asking errgroup.Group
	for i, id := range ids {
		asking.Go(func() error { // all at once: a bucket takes its time for each
			item, err := s.frontViewOf(c, id, in.width)
			if gevel.CodeOf(err) == gevel.NotFound {
				return nil
			}
			items[i] = &item
			return err
		})
	}
	if err := asking.Wait(); err != nil {
		return frame.Answer{}, err
	}
	data := frontViewData{Items: []frontViewItem{}}
	var missing []string
	for i, item := range items {
		if item == nil {
			missing = append(missing, string(ids[i]))
		} else {
			data.Items = append(data.Items, *item)
		}
	}
	if missing == nil {
		return frame.Answer{Data: data}, nil
	}
	return frame.Answer{Data: data, Meta: map[string]string{"missing": strings.Join(missing, ",")}}, nil
}

// frontViewOf returns the newest front view at an id, one from the street if there is no other: of a nummeraanduiding, or of
// an object, which is answered under its main address. Error: gevel.NotFound.
func (s *Endpoints) frontViewOf(c frame.Call, id gevel.BAGID, width int) (frontViewItem, error) {
	address, ok := c.Live.Edition.AddressByNumber(id)
	if !ok {
		if address, ok = c.Live.Edition.MainAddress(id); !ok {
			return frontViewItem{}, errNoFrontView
		}
	}
	found, err := s.Photos.At(c, address)
	if err != nil {
		return frontViewItem{}, err
	}
	i := slices.IndexFunc(found, func(m gevel.Image) bool { return m.Kind == gevel.ImageFront && !m.Street })
	if i < 0 {
		i = slices.IndexFunc(found, func(m gevel.Image) bool { return m.Kind == gevel.ImageFront })
	}
	if i < 0 {
		return frontViewItem{}, errNoFrontView
	}
	url, err := s.Photos.URL(c, found[i], width)
	if err != nil {
		return frontViewItem{}, err
	}
	return frontViewItem{
		ImageURL:  url,
		NumberID:  string(address.NumberID),
		Source:    found[i].Source,
		Timestamp: found[i].TakenAt.Unix(),
	}, nil
}

var errNoFrontView = &gevel.Error{Code: gevel.NotFound, Message: "there is no front view"}
