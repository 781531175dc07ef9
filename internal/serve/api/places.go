package api

import "github.com/gevel/gevel"

// placesFor returns the places for answers of an endpoint, nil for a path that is none. Photos have as many of their own
// as all else: while a bucket of photos is away their answers wait for it, and would take the places of valuations.
func (s *Service) placesFor(e *endpoint) *admission {
	if e != nil && e.scope == gevel.ScopeImages {
		return s.photoPlaces
	}
	return s.answers
}
