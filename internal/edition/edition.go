// Package edition is the artefact between offline and online: a directory of
// Parquet tables and model files that is written once, published by renaming its
// manifest into place, and never changed.
package edition

import "github.com/gevel/gevel"

// Edition is an opened edition, held in memory and safe for concurrent readers.
type Edition struct{}

// ID returns the edition's id, the hash of its content.
func (e *Edition) ID() string { panic("to come") }

// Find returns the address that q means. Errors: gevel.AddressNotFound,
// gevel.AmbiguousAddress.
func (e *Edition) Find(q gevel.AddressQuery) (gevel.Address, error) { panic("to come") }

// AddressByNumber returns the address with a nummeraanduiding id.
func (e *Edition) AddressByNumber(id gevel.BAGID) (gevel.Address, bool) { panic("to come") }

// MainAddress returns the main address of an object, by the object's id.
func (e *Edition) MainAddress(object gevel.BAGID) (gevel.Address, bool) { panic("to come") }
