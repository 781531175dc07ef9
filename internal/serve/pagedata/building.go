package pagedata

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// GET /page/building: the homes of a building.

type positionInput struct {
	lat, lon float64
	day      gevel.Date
}

type pageBuilding struct {
	BuildYear *int                  `json:"buildYear"`
	Homes     []endpoints.FoundHome `json:"homes" doc:"by street, number and addition"`
}

// positionTable are the rows of a positionInput.
func positionTable() []param.Row[positionInput] {
	return []param.Row[positionInput]{
		degreeRow("lat", "Latitude, degrees WGS84.", 52.0705, func(in *positionInput) *float64 { return &in.lat }),
		degreeRow("lon", "Longitude, degrees WGS84.", 4.3007, func(in *positionInput) *float64 { return &in.lon }),
		dayRow(func(in *positionInput) *gevel.Date { return &in.day }),
	}
}

var degrees = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,15})?$`)

func degreeRow(name, doc string, example float64, field func(*positionInput) *float64) param.Row[positionInput] {
	return param.Row[positionInput]{Param: param.Param{
		Name: name, Kind: param.Text, Required: true, Pattern: degrees, Form: "a number of degrees such as 52.0705", Doc: doc,
		Example: func(param.ExampleHome) any { return strconv.FormatFloat(example, 'f', -1, 64) },
	}, Set: func(in *positionInput, v param.Value) (err error) {
		*field(in), err = strconv.ParseFloat(v.Spelled, 64)
		return err
	}}
}

func (p *Page) building(c frame.Call, in positionInput) (frame.Answer, error) {
	at := geo.FromWGS84(in.lat, in.lon)
	none := &gevel.Error{Code: gevel.NotFound, Message: fmt.Sprintf("no building stood at %g, %g on %s", in.lat, in.lon, in.day)}
	if !geo.InNetherlands(at) || c.Live.Edition.Buildings() == nil {
		return frame.Answer{}, none
	}
	found, ok := derivedOf(c).tiles.BuildingAt(at, in.day)
	if !ok {
		return frame.Answer{}, none
	}
	data := pageBuilding{Homes: make([]endpoints.FoundHome, len(found.Homes))}
	if found.Year > 0 {
		data.BuildYear = &found.Year
	}
	for i, a := range found.Homes {
		data.Homes[i] = endpoints.NewFoundHome(c.Live, a)
	}
	return frame.Answer{Data: data}, nil
}
