package gevel

import (
	"slices"
	"time"
)

// Scope is what a key gives access to.
type Scope string

// The scopes.
const (
	ScopeValuation Scope = "valuation" // the three valuation endpoints
	ScopeImages    Scope = "images"    // the two image endpoints
)

// Scopes returns every scope.
func Scopes() []Scope { return []Scope{ScopeValuation, ScopeImages} }

// Key is an API key as the service stores it, without the secret.
type Key struct {
	ID        string // public, for lists and logs
	Name      string
	Scopes    []Scope
	Rate      float64 // requests per second; 0 is unlimited
	Quota     int64   // requests per calendar month; 0 is unlimited
	CreatedAt time.Time
	ExpiresAt Opt[time.Time]
	RevokedAt Opt[time.Time]
	LastUsed  Opt[time.Time]
}

// Allows reports whether the key's scopes hold s.
func (k Key) Allows(s Scope) bool { return slices.Contains(k.Scopes, s) }
