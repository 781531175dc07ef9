package endpoints

import (
	"encoding/binary"
	"math"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The traces of the homes that were asked for last: who asks whether a home can be valued, asks for its value next, and
// then for its reasons. They are kept by edition, and go with it. A trace knows no caller: keys are checked before.

// mostTraces is how many traces are kept, some 4 kB each: enough for the last seconds.
const mostTraces = 1024

// traces keeps traces.
type traces struct {
	of         *live.PerEdition[*lru.Cache[traceKey, *valuation.Trace]]
	lookups    *prometheus.CounterVec
	kept, made prometheus.Counter
}

// traceKey is all that a trace of an edition depends on.
type traceKey struct {
	home gevel.AddressQuery
	day  gevel.Date
	// given has the number and the value of each characteristic that the caller gave.
	given string
}

func newTraces() *traces {
	lookups := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gevel_valuation_traces_total",
		Help: "Valuations of single requests, by whether their numbers were kept from an earlier request or made.",
	}, []string{"numbers"})
	return &traces{
		of: live.NewPerEdition(func(*live.Live) *lru.Cache[traceKey, *valuation.Trace] {
			cache, _ := lru.New[traceKey, *valuation.Trace](mostTraces) // fails for no room alone
			return cache
		}),
		lookups: lookups, kept: lookups.WithLabelValues("kept"), made: lookups.WithLabelValues("made"),
	}
}

// get returns the trace of an inquiry that is kept, or else makes and keeps it. Nothing may change it: others read it.
func (k *traces) get(l *live.Live, q gevel.Inquiry) (*valuation.Trace, error) {
	cache, key := k.of.Of(l), keyOf(l, q)
	if t, ok := cache.Get(key); ok {
		k.kept.Inc()
		return t, nil
	}
	t, err := l.Valuer.Trace(q)
	if err != nil {
		return nil, err
	}
	k.made.Inc()
	cache.Add(key, t)
	return t, nil
}

// has reports whether the trace of an inquiry is kept.
func (k *traces) has(l *live.Live, q gevel.Inquiry) bool { return k.of.Of(l).Contains(keyOf(l, q)) }

func keyOf(l *live.Live, q gevel.Inquiry) traceKey {
	table := l.Edition.Sales().Attributes
	var room [64]byte
	given := room[:0]
	for i := range table {
		if v := table[i].Get(&q.Overrides); !math.IsNaN(v) {
			given = binary.LittleEndian.AppendUint64(append(given, byte(i), byte(i>>8)), math.Float64bits(v))
		}
	}
	return traceKey{q.AddressQuery, q.Date, string(given)}
}
