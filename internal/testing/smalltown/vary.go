package smalltown

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/stats"
)

// Markets with other data in their sales.

// SetViews makes all sales record the view, so that there is a typical one.
func (m *Market) SetViews() {
	for i := range m.Sold {
		m.Sold[i].Extra[View] = m.view([]string{"park", "water", "road"}[i%3])
	}
}

// salesPerDeal is the number of sales of which three become a deal.
const salesPerDeal = 20

// SetDeals makes some sales deals of three homes in a street, on one day at one price, of which those known later follow
// the first.
func (m *Market) SetDeals() {
	for i := 0; i+salesPerDeal <= len(m.Sold); i += salesPerDeal {
		first, deal := m.Sold[i], []*gevel.Sale{}
		if first.Deal != "" { // it is of the deal before
			continue
		}
		for k := i; k < len(m.Sold) && len(deal) < 3; k++ {
			if s := &m.Sold[k]; s.Street == first.Street && s.Deal == "" && (k == i || s.DwellingID != first.DwellingID) {
				s.Date, s.KnownDate, s.Price = first.Date, first.Date+(s.KnownDate-s.Date), first.Price
				deal = append(deal, s)
			}
		}
		slices.SortStableFunc(deal, func(a, b *gevel.Sale) int { return int(a.KnownDate - b.KnownDate) })
		for _, s := range deal[1:] {
			s.Deal = deal[0].ID
		}
	}
}

// Secret is a part of a home that its sales record and the register does not know.
type Secret struct {
	rooms int
	state float64 // of maintenance
}

// NewSecret invents one.
func NewSecret(rng *rand.Rand) Secret {
	return Secret{rooms: 2 + rng.IntN(5), state: rng.NormFloat64()}
}

// Worth is the change that it makes to the log price.
func (s Secret) Worth() float64 { return 0.04*float64(s.rooms-4) + 0.12*s.state }

// SetSecrets makes all sales record the secrets of their homes.
func (m *Market) SetSecrets() {
	rng := rand.New(rand.NewPCG(31, 32))
	secrets := map[string]Secret{}
	for i := range m.Sold {
		s := &m.Sold[i]
		secret, ok := secrets[s.DwellingID]
		if !ok || s.DwellingID == "" {
			secret = NewSecret(rng)
			secrets[s.DwellingID] = secret
		}
		s.Rooms, s.Extra[WOZ], s.Monument = gevel.Some(secret.rooms), float32(secret.state), gevel.Some(false)
		s.Price = gevel.Euro(float64(s.Price) * math.Exp(secret.Worth()))
	}
}

// Noisy returns the market with a draw of noise on its prices, log euros.
func (m *Market) Noisy(draw uint64, noise float64) *Market {
	rng := rand.New(rand.NewPCG(41, draw))
	other := *m
	other.Sold = slices.Clone(m.Sold)
	for i := range other.Sold {
		s := &other.Sold[i]
		s.Price = gevel.Euro(math.Round(float64(s.Price) * math.Exp(noise*rng.NormFloat64())))
	}
	return &other
}

// MakeLikePairs adds homes that were never sold, identical two by two, in one street.
func (m *Market) MakeLikePairs() (pairs [][2]int) {
	sold := map[string]bool{}
	for _, s := range m.Sold {
		sold[s.DwellingID] = true
	}
	first := map[string]int{}
	for h, d := range m.Dwellings {
		street := m.Addresses[h].Street
		if sold[string(d.ID)] {
			continue
		}
		if like, ok := first[street]; ok {
			m.Dwellings[h].Characteristics = m.Dwellings[like].Characteristics
			pairs = append(pairs, [2]int{like, h})
			continue
		}
		first[street] = h
	}
	return pairs
}

// Overrides are random characteristics that a caller may give.
func Overrides(rng *rand.Rand) gevel.Characteristics {
	var c gevel.Characteristics
	if rng.IntN(3) == 0 {
		c.BuildType = gevel.BuildType(1 + rng.IntN(gevel.BuildTypes-1))
	}
	if rng.IntN(3) == 0 {
		c.BuildYear = gevel.Some(1700 + rng.IntN(320))
	}
	if rng.IntN(3) == 0 {
		c.UseSurface = gevel.Some(5 + rng.IntN(400))
	}
	if rng.IntN(4) == 0 {
		c.Volume = gevel.Some(10 + rng.IntN(2000))
	}
	if rng.IntN(4) == 0 {
		c.Rooms = gevel.Some(1 + rng.IntN(12))
	}
	return c
}

// MedianMove returns the median relative change of values.
func MedianMove(before, after []float64) float64 {
	moves := make([]float64, len(before))
	for h := range moves {
		moves[h] = after[h]/before[h] - 1
	}
	middle, _ := stats.MedianInPlace(moves)
	return middle
}
