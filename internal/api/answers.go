package api

import "github.com/gevel/gevel"

// The smaller answers about values; the full one is present.Homevalue. They bear the field
// names, their order and their words of the service's description; the OpenAPI schemas are
// read off them.

type homevalueValue struct {
	WeightedValue   gevel.Euro `json:"weightedValue" doc:"whole euros"`
	ConfidenceClass int        `json:"confidenceClass" min:"0" max:"5" doc:"5 is the highest confidence, 0 the lowest"`
}

type homevalueAvailable struct {
	Available bool `json:"available" doc:"true exactly when /homevalue with the same parameters answers 200"`
}

// orNull returns a text, or nil when there is none.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
