// What a round of a gate writes to the database, and what it asks for: the uses of keys, leases of their quotas, shares of
// their rates.

package keystore

import (
	"slices"
	"time"

	"github.com/gevel/gevel"
)

// use is n uses within a month.
type use struct {
	month gevel.Month
	n     int64
	last  time.Time
}

// MonthOf returns the calendar month in Amsterdam at t.
func MonthOf(t time.Time) gevel.Month { return gevel.DayOf(t).Month() }

// beginOf returns the first moment of the month.
func beginOf(m gevel.Month) time.Time {
	y, month, day := m.First().Time().Date()
	return time.Date(y, month, day, 0, 0, 0, 0, gevel.Amsterdam)
}

// posting is a key's part of a round.
type posting struct {
	key     string
	uses    []use
	claim   claim
	granted granted // the answer to the claim
	share   shareClaim
	part    float64 // the answer to the claim of a share
}

func (p *posting) usesIn(m gevel.Month) int64 {
	for _, u := range p.uses {
		if u.month == m {
			return u.n
		}
	}
	return 0
}

// busy reports whether the posting does anything.
func (p posting) busy() bool { return len(p.uses) > 0 || p.claim.made || p.share.made }

// leaser is a gate that writes a round and takes leases.
type leaser struct {
	holder string
	clock  func() time.Time
	round  int64 // rounds are numbered upwards; a repeated one keeps its number
}

// leaseFor is the duration of a lease: until it ends, the unused rest of a killed process's lease is lost
// to the others.
const leaseFor = 5 * time.Second

// claim requests a lease on this month's quota of a key.
type claim struct {
	made  bool
	month gevel.Month
	limit int64     // the quota
	keep  int64     // left of the current lease, and granted at least
	want  int64     // 0 returns the lease
	at    time.Time // start of the lease, by the gate's clock
}

// granted is the database's answer to a claim.
type granted struct {
	n      int64 // uses, beyond those written
	used   int64 // uses written this month, by all processes
	others int64 // leased by other gates
}

// grant answers a claim, given the uses written and those leased by others. It grants at most half of what is
// left, so that other processes get a part.
func (p *posting) grant(used, others int64) {
	free := max(p.claim.limit-used-others, 0)
	n := min(free, max(p.claim.keep, min(p.claim.want, (free+1)/2)))
	p.granted = granted{n: n, used: used, others: others}
}

// shareClaim requests a share of a key's rate.
type shareClaim struct {
	made bool
	rate float64   // the key's
	want float64   // 0 returns the share
	at   time.Time // its start, by the gate's clock
}

// heldShare is the share of another gate.
type heldShare struct{ wanted, perSecond float64 }

// divide returns the share for a claim beside others: what all want as far as the rate reaches, and equal parts
// beyond; but never what another still holds.
func (c shareClaim) divide(others []heldShare) float64 {
	wants := []float64{c.want}
	free := c.rate
	for _, o := range others {
		wants = append(wants, o.wanted)
		free -= o.perSecond
	}
	slices.Sort(wants)
	left := c.rate
	for i, want := range wants {
		equal := left / float64(len(wants)-i)
		if want > equal {
			return max(0, min(c.want, equal, free))
		}
		left -= want
	}
	return max(0, min(c.want, free))
}
