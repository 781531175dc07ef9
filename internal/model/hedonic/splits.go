package hedonic

import (
	"encoding/binary"
	"math"
	"sync"
)

// splits caches how the trees' estimates of recently asked homes were split: a home's comparison
// homes come up again for its neighbours and for what-if questions. The cached numbers have
// the same bits as computed ones. It is safe for concurrent use.
type splits struct {
	mu sync.Mutex
	// A home that comes up moves to now. A full now becomes before, and entries that came up in
	// neither are dropped.
	now, before map[string][]float64
}

// splitsKept is the size of one generation: about a megabyte.
const splitsKept = 1500

func newSplits() *splits { return &splits{now: map[string][]float64{}} }

// of returns the contributions to rows and the mean estimate; split computes rows that are not cached.
// Callers must not change the results.
func (s *splits) of(rows [][]float64, split func([][]float64) ([][]float64, float64, error)) (phi [][]float64, mean float64, err error) {
	phi = make([][]float64, len(rows))
	keys := make([]string, len(rows))
	var missing [][]float64
	for i, row := range rows {
		keys[i] = keyOf(row)
		if phi[i] = s.get(keys[i]); phi[i] == nil {
			missing = append(missing, row)
		}
	}
	made, mean, err := split(missing)
	if err != nil {
		return nil, 0, err
	}
	for i := range rows {
		if phi[i] == nil {
			phi[i], made = made[0], made[1:]
			s.put(keys[i], phi[i])
		}
	}
	return phi, mean, nil
}

func (s *splits) get(key string) []float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if phi, ok := s.now[key]; ok {
		return phi
	}
	phi := s.before[key]
	if phi != nil {
		s.keep(key, phi)
	}
	return phi
}

func (s *splits) put(key string, phi []float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep(key, phi)
}

func (s *splits) keep(key string, phi []float64) {
	if len(s.now) >= splitsKept {
		s.now, s.before = make(map[string][]float64, splitsKept), s.now
	}
	s.now[key] = phi
}

// keyOf returns the bits of a row.
func keyOf(row []float64) string {
	b := make([]byte, 0, 8*len(row))
	for _, v := range row {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return string(b)
}
