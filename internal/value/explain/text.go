package explain

import (
	"cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Unknown is how a Step says that what a home has is not known.
const Unknown = "unknown"

// textOf returns what a home has of an attribute, for people.
func textOf(a *gevel.Attribute, h *market.Home) string {
	return cmp.Or(a.Text(a.Get(&h.Characteristics)), Unknown)
}
