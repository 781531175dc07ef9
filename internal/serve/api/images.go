package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
)

// The two endpoints of photos: their answers and handlers.

type houseImages struct {
	Address    imagesAddress `json:"address" doc:"as registered"`
	ImagesDate gevel.Date    `json:"imagesDate" doc:"the day the newest photo was taken; without photos the day of the request"`
	Images     []imageURL    `json:"images" doc:"newest first; each can be downloaded for 24 hours"`
}

type imagesAddress struct {
	PostalCode     string  `json:"postalCode"`
	HouseNumber    int     `json:"houseNumber"`
	HouseLetter    *string `json:"houseLetter"`
	HouseNumberExt *string `json:"houseNumberExt"`
}

type frontView struct {
	Items []frontViewItem `json:"items" doc:"one per id that has a front view, in the order asked"`
}

type frontViewItem struct {
	ImageURL  imageURL `json:"imageUrl" doc:"can be downloaded for 24 hours"`
	NumberID  string   `json:"numberId" doc:"BAG number id (nummeraanduiding), 16 digits"`
	Source    string   `json:"source" doc:"who made the picture"`
	Timestamp int64    `json:"timestamp" doc:"when the picture was taken, Unix seconds"`
}

// imageURL is an absolute, signed URL.
type imageURL string

func newImagesAddress(a gevel.Address) imagesAddress {
	return imagesAddress{
		PostalCode:     string(a.PostalCode),
		HouseNumber:    a.HouseNumber,
		HouseLetter:    orNull(a.HouseLetter),
		HouseNumberExt: orNull(a.HouseNumberExt),
	}
}

func (s *Service) houseImages(c call, asked addressInput) (answer, error) {
	address, err := c.live.Edition.Find(asked)
	if err != nil {
		return answer{}, err
	}
	photos, err := s.photosAt(c, address)
	if err != nil {
		return answer{}, err
	}
	data := houseImages{
		Address:    newImagesAddress(address),
		ImagesDate: gevel.DayOf(c.now),
		Images:     make([]imageURL, len(photos)),
	}
	if len(photos) > 0 {
		data.ImagesDate = gevel.DayOf(photos[0].TakenAt)
	}
	for i, photo := range photos {
		if data.Images[i], err = s.imageURL(c, photo); err != nil {
			return answer{}, err
		}
	}
	return answer{data: data}, nil
}

func (s *Service) frontView(c call, in frontViewInput) (answer, error) {
	data := frontView{Items: []frontViewItem{}}
	var missing []string
	asked := make(map[gevel.BAGID]bool)
	for _, id := range in.ids {
		if asked[id] {
			continue
		}
		asked[id] = true
		item, err := s.frontViewOf(c, id)
		switch {
		case gevel.CodeOf(err) == gevel.NotFound:
			missing = append(missing, string(id))
		case err != nil:
			return answer{}, err
		default:
			data.Items = append(data.Items, item)
		}
	}
	if missing == nil {
		return answer{data: data}, nil
	}
	return answer{data: data, meta: map[string]string{"missing": strings.Join(missing, ",")}}, nil
}

// frontViewOf returns the newest front view at an id: of a nummeraanduiding, or of
// an object, which is answered under its main address. Error: gevel.NotFound.
func (s *Service) frontViewOf(c call, id gevel.BAGID) (frontViewItem, error) {
	address, ok := c.live.Edition.AddressByNumber(id)
	if !ok {
		if address, ok = c.live.Edition.MainAddress(id); !ok {
			return frontViewItem{}, errNoFrontView
		}
	}
	photos, err := s.photosAt(c, address)
	if err != nil {
		return frontViewItem{}, err
	}
	i := slices.IndexFunc(photos, func(m gevel.Image) bool { return m.Kind == gevel.ImageFront })
	if i < 0 {
		return frontViewItem{}, errNoFrontView
	}
	url, err := s.imageURL(c, photos[i])
	if err != nil {
		return frontViewItem{}, err
	}
	return frontViewItem{
		ImageURL:  url,
		NumberID:  string(address.NumberID),
		Source:    photos[i].Source,
		Timestamp: photos[i].TakenAt.Unix(),
	}, nil
}

var errNoFrontView = &gevel.Error{Code: gevel.NotFound, Message: "there is no front view"}

// photosAt returns the photos of the home at an address, newest first. They are
// kept under its main address.
func (s *Service) photosAt(c call, address gevel.Address) ([]gevel.Image, error) {
	if main, ok := c.live.Edition.MainAddress(address.ObjectID); ok {
		address = main
	}
	found, err := s.photos.Of(c.ctx, address.NumberID)
	s.countPhotos(err)
	return found, err
}

// countPhotos counts photos that could not be read: a fault of ours, or a bucket that is away.
func (s *Service) countPhotos(err error) {
	if err != nil && !errors.Is(err, context.Canceled) && (bucket.IsAway(err) || statusOf(gevel.CodeOf(err)) == http.StatusInternalServerError) {
		s.metrics.values.photos.Inc()
	}
}

func (s *Service) imageURL(c call, photo gevel.Image) (imageURL, error) {
	url, err := s.imageURLs.URL(c.ctx, photo.ID, c.now)
	return imageURL(url), err
}

// orNull returns a text, or nil when there is none.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
