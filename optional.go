package gevel

// Opt is a value that may be unknown. The zero Opt is unknown, which is not the same as a known zero: a parcel of 0
// m2 is no parcel, an unknown parcel may be of any size.
type Opt[T any] struct {
	V     T
	Known bool
}

// Some returns a known value.
func Some[T any](v T) Opt[T] { return Opt[T]{V: v, Known: true} }

// Or returns the value, or otherwise when it is unknown.
func (o Opt[T]) Or(otherwise T) T {
	if o.Known {
		return o.V
	}
	return otherwise
}

// OrNull returns the value, or nil, which JSON writes as null.
func (o Opt[T]) OrNull() *T {
	if !o.Known {
		return nil
	}
	return &o.V
}
