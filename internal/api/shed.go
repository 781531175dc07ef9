package api

import (
	"sync/atomic"

	"github.com/gevel/gevel"
)

// inWork counts requests in work and turns away those beyond a bound: an answer
// that comes too late helps nobody, and a queue makes all answers late.
type inWork struct {
	max int64
	n   atomic.Int64
}

// enter counts a request in. Error: gevel.Unavailable, with nothing counted.
func (w *inWork) enter() error {
	if w.n.Add(1) > w.max {
		w.leave()
		return &gevel.Error{Code: gevel.Unavailable, Message: "too many requests are in work", Hint: "try again later"}
	}
	return nil
}

func (w *inWork) leave() { w.n.Add(-1) }
