package api

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// The two endpoints of photos: their answers and handlers.

type houseImagesData struct {
	Address    houseImagesAddress `json:"address" doc:"as registered"`
	ImagesDate gevel.Date         `json:"imagesDate" doc:"the day the newest photo was taken; without photos the day of the request"`
	Images     []URL              `json:"images" doc:"newest first; each can be downloaded for 24 hours"`
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
	ImageURL  URL    `json:"imageUrl" doc:"can be downloaded for 24 hours"`
	NumberID  string `json:"numberId" doc:"BAG number id (nummeraanduiding), 16 digits"`
	Source    string `json:"source" doc:"who made the picture"`
	Timestamp int64  `json:"timestamp" doc:"when the picture was taken, Unix seconds"`
}

func newImagesAddress(a gevel.Address) houseImagesAddress {
	return houseImagesAddress{
		PostalCode:     string(a.PostalCode),
		HouseNumber:    a.HouseNumber,
		HouseLetter:    orNull(a.HouseLetter),
		HouseNumberExt: orNull(a.HouseNumberExt),
	}
}

func (s *Endpoints) houseImages(c call, asked addressInput) (answer, error) {
	address, err := c.live.Edition.Find(asked)
	if err != nil {
		return answer{}, err
	}
	photos, err := s.Photos.At(c, address)
	if err != nil {
		return answer{}, err
	}
	data := houseImagesData{
		Address:    newImagesAddress(address),
		ImagesDate: gevel.DayOf(c.now),
		Images:     make([]URL, len(photos)),
	}
	if len(photos) > 0 {
		data.ImagesDate = gevel.DayOf(photos[0].TakenAt)
	}
	for i, photo := range photos {
		if data.Images[i], err = s.Photos.URL(c, photo); err != nil {
			return answer{}, err
		}
	}
	return answer{data: data}, nil
}

func (s *Endpoints) frontView(c call, in frontViewInput) (answer, error) {
	data := frontViewData{Items: []frontViewItem{}}
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
func (s *Endpoints) frontViewOf(c call, id gevel.BAGID) (frontViewItem, error) {
	address, ok := c.live.Edition.AddressByNumber(id)
	if !ok {
		if address, ok = c.live.Edition.MainAddress(id); !ok {
			return frontViewItem{}, errNoFrontView
		}
	}
	photos, err := s.Photos.At(c, address)
	if err != nil {
		return frontViewItem{}, err
	}
	i := slices.IndexFunc(photos, func(m gevel.Image) bool { return m.Kind == gevel.ImageFront })
	if i < 0 {
		return frontViewItem{}, errNoFrontView
	}
	url, err := s.Photos.URL(c, photos[i])
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

// orNull returns a text, or nil when there is none.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
