package features

import (
	"encoding/json"

	"github.com/paulmach/orb"
)

// Features as GeoJSON.

// feature is one feature. Its properties keep their order.
type feature struct {
	id         string
	geometry   orb.Geometry
	properties []property
}

type property struct {
	name  string
	value any // nil where it is not known
}

// featureObject is a feature in GeoJSON.
type featureObject struct {
	Type       string          `json:"type"`
	ID         string          `json:"id"`
	Geometry   geometryObject  `json:"geometry"`
	Properties json.RawMessage `json:"properties"`
	Links      []link          `json:"links,omitempty"`
}

type geometryObject struct {
	Type        string       `json:"type"`
	Coordinates orb.Geometry `json:"coordinates"`
}

type collectionObject struct {
	Type           string          `json:"type"`
	TimeStamp      string          `json:"timeStamp"`
	NumberMatched  int             `json:"numberMatched"`
	NumberReturned int             `json:"numberReturned"`
	Links          []link          `json:"links"`
	Features       []featureObject `json:"features"`
}

func (f feature) object() (featureObject, error) {
	text := []byte{'{'}
	for i, p := range f.properties {
		if i > 0 {
			text = append(text, ',')
		}
		name, err := json.Marshal(p.name)
		if err != nil {
			return featureObject{}, err
		}
		value, err := json.Marshal(p.value)
		if err != nil {
			return featureObject{}, err
		}
		text = append(append(append(text, name...), ':'), value...)
	}
	return featureObject{
		Type: "Feature", ID: f.id, Geometry: geometryObject{f.geometry.GeoJSONType(), f.geometry},
		Properties: append(text, '}'),
	}, nil
}
