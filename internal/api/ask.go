package api

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
)

// The five handlers: each asks the edition, its valuer or the photos, and renders
// what comes back.

func (s *Service) homevalue(q question) (answer, error) {
	v, asked, err := q.value()
	if err != nil {
		return answer{}, err
	}
	return answer{present.NewHomevalue(v, asked.Overrides), present.Meta(v)}, nil
}

func (s *Service) homevalueValue(q question) (answer, error) {
	v, _, err := q.value()
	if err != nil {
		return answer{}, err
	}
	return answer{homevalueValue{v.Weighted, int(v.Class)}, present.Meta(v)}, nil
}

// value returns the valuation asked for, and what was asked.
func (q question) value() (v gevel.Valuation, asked gevel.Inquiry, err error) {
	if asked, err = q.inquiry(); err != nil {
		return v, asked, err
	}
	v, err = q.live.Valuer.Value(asked)
	return v, asked, err
}

func (s *Service) homevalueAvailable(q question) (answer, error) {
	inquiry, err := q.inquiry()
	if err != nil {
		return answer{}, err
	}
	meta := map[string]string{"edition": q.live.Edition.ID()}
	err = q.live.Valuer.Available(inquiry)
	code := gevel.CodeOf(err)
	if err != nil && !cannotBeValued(code) {
		return answer{}, err
	}
	if err != nil {
		meta["reason"] = string(code)
	}
	return answer{homevalueAvailable{Available: err == nil}, meta}, nil
}

func (s *Service) houseImages(q question) (answer, error) {
	asked, err := q.address()
	if err != nil {
		return answer{}, err
	}
	address, err := q.live.Edition.Find(asked)
	if err != nil {
		return answer{}, err
	}
	photos, err := s.photosAt(q, address)
	if err != nil {
		return answer{}, err
	}
	data := houseImages{
		Address:    newImagesAddress(address),
		ImagesDate: gevel.DayOf(q.now),
		Images:     make([]imageURL, len(photos)),
	}
	if len(photos) > 0 {
		data.ImagesDate = gevel.DayOf(photos[0].TakenAt)
	}
	for i, photo := range photos {
		data.Images[i] = s.imageURL(q, photo)
	}
	return answer{data: data}, nil
}

func (s *Service) frontView(q question) (answer, error) {
	data := frontView{Items: []frontViewItem{}}
	var missing []string
	asked := make(map[string]bool)
	for _, id := range q.find("bagNumIds").list {
		if asked[id] {
			continue
		}
		asked[id] = true
		item, err := s.frontViewOf(q, gevel.BAGID(id))
		switch {
		case gevel.CodeOf(err) == gevel.NotFound:
			missing = append(missing, id)
		case err != nil:
			return answer{}, err
		default:
			data.Items = append(data.Items, item)
		}
	}
	if missing == nil {
		return answer{data: data}, nil
	}
	return answer{data, map[string]string{"missing": strings.Join(missing, ",")}}, nil
}

// frontViewOf returns the newest front view at an id: of a nummeraanduiding, or of
// an object, which is answered under its main address. Error: gevel.NotFound.
func (s *Service) frontViewOf(q question, id gevel.BAGID) (frontViewItem, error) {
	address, ok := q.live.Edition.AddressByNumber(id)
	if !ok {
		if address, ok = q.live.Edition.MainAddress(id); !ok {
			return frontViewItem{}, errNoFrontView
		}
	}
	photos, err := s.photosAt(q, address)
	if err != nil {
		return frontViewItem{}, err
	}
	i := slices.IndexFunc(photos, func(m gevel.Image) bool { return m.Kind == gevel.ImageFront })
	if i < 0 {
		return frontViewItem{}, errNoFrontView
	}
	return frontViewItem{
		ImageURL:  s.imageURL(q, photos[i]),
		NumberID:  string(address.NumberID),
		Source:    photos[i].Source,
		Timestamp: photos[i].TakenAt.Unix(),
	}, nil
}

var errNoFrontView = &gevel.Error{Code: gevel.NotFound, Message: "there is no front view"}

// photosAt returns the photos of the home at an address, newest first. They are
// kept under its main address.
func (s *Service) photosAt(q question, address gevel.Address) ([]gevel.Image, error) {
	if main, ok := q.live.Edition.MainAddress(address.ObjectID); ok {
		address = main
	}
	return s.photos.Of(q.ctx, address.NumberID)
}

func (s *Service) imageURL(q question, photo gevel.Image) imageURL {
	return imageURL(s.signer.URL(s.publicURL, photo.ID, q.now))
}
