package endpoints

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
)

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
	data := frontViewData{Items: []frontViewItem{}}
	var missing []string
	asked := make(map[gevel.BAGID]bool)
	for _, id := range in.ids {
		if asked[id] {
			continue
		}
		asked[id] = true
		item, err := s.frontViewOf(c, id, in.width)
		switch {
		case gevel.CodeOf(err) == gevel.NotFound:
			missing = append(missing, string(id))
		case err != nil:
			return frame.Answer{}, err
		default:
			data.Items = append(data.Items, item)
		}
	}
	if missing == nil {
		return frame.Answer{Data: data}, nil
	}
	return frame.Answer{Data: data, Meta: map[string]string{"missing": strings.Join(missing, ",")}}, nil
}

// frontViewOf returns the newest front view at an id: of a nummeraanduiding, or of
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
	i := slices.IndexFunc(found, func(m gevel.Image) bool { return m.Kind == gevel.ImageFront })
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
