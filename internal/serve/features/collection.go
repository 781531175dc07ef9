package features

import (
	"iter"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
)

// collection is what a kind of feature has of its own.
type collection struct {
	id, name   string
	title, doc string
	timed      bool // its features have a day
	// items returns the features of a page, and counts all that match.
	items func(c frame.Call, s scope, p *pager) ([]feature, error)
	// item returns one feature. Error: gevel.NotFound.
	item func(c frame.Call, s scope) (feature, error)
}

// source yields what may be features, cheaply, and makes a feature of one.
type source[T any] struct {
	each   func(frame.Call, scope) iter.Seq[T]
	create func(frame.Call, scope, T) (feature, error)
	paid   bool // each feature is worth a use of the key
}

func (of source[T]) items(c frame.Call, s scope, p *pager) ([]feature, error) {
	page := []feature{}
	for one := range of.each(c, s) {
		if !p.take() || of.paid && !p.pay(c) {
			continue
		}
		made, err := of.create(c, s, one)
		if err != nil {
			return nil, err
		}
		page = append(page, made)
		p.returned++
	}
	return page, nil
}

var errNoFeature = &gevel.Error{Code: gevel.NotFound, Message: "there is no such feature"}
