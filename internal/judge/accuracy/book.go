package accuracy

import (
	"sync"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/geo"
)

// Book holds the accuracies of an edition's models, each worked out when it is first asked for. It is safe for
// concurrent use.
type Book struct {
	edition *edition.Edition
	mu      sync.Mutex
	made    map[*vintage.Vintage]func() *Page
}

// Page is the accuracy of a model, with the positions of its sales.
type Page struct {
	*Accuracy
	grid *geo.Grid
}

// NewBook returns the book of an edition.
func NewBook(e *edition.Edition) *Book {
	return &Book{edition: e, made: map[*vintage.Vintage]func() *Page{}}
}

// Of returns the accuracy of a model, from Parted; nil where the edition holds none.
func (b *Book) Of(v *vintage.Vintage) *Page {
	b.mu.Lock()
	once, ok := b.made[v]
	if !ok {
		once = sync.OnceValue(func() *Page {
			a := Parted(b.edition, v)
			if a == nil {
				return nil
			}
			return &Page{a, geo.NewGrid(a.At)}
		})
		b.made[v] = once
	}
	b.mu.Unlock()
	return once()
}
