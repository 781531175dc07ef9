package features

import (
	"context"
	"iter"
	"testing"

	"github.com/gevel/gevel/internal/serve/frame"
)

func TestAPageCountsAFewThousandFeaturesBehindIt(t *testing.T) {
	asked := 0
	of := source[int]{
		each: func(frame.Call, scope) iter.Seq[int] {
			return func(yield func(int) bool) {
				for n := range 10 * mostCounted {
					asked++
					if !yield(n) {
						return
					}
				}
			}
		},
		known: func(frame.Call, scope, int) feature { return feature{} },
	}
	p := &pager{offset: 30, limit: 20}
	page, err := of.items(frame.Call{Ctx: t.Context()}, scope{}, p)
	if err != nil || len(page) != 20 || !p.more() || !p.beyond || asked > mostCounted+51 {
		t.Errorf("%d features (more %t, all counted %t) after a look at %d: %v", len(page), p.more(), !p.beyond, asked, err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := of.items(frame.Call{Ctx: gone}, scope{}, &pager{limit: 1}); err == nil {
		t.Error("a caller who has left gets a page")
	}
}
