// A round of a gate: the uses of keys that it writes, the leases of their quotas and the shares of their rates that it
// asks for, and how it is written.

package keystore

import (
	"context"
	"database/sql"
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

const (
	// reportEvery is how often a gate that writes nothing else reports that it runs.
	reportEvery = 10 * time.Second

	// runsFor is how long after its report a gate counts as running: until then a killed one keeps its part of a rate.
	runsFor = 3 * reportEvery

	// forgetAfter is how long a gate's last round is remembered. A gate cut off from the database for longer
	// could write a round twice.
	forgetAfter = 30 * 24 * time.Hour
)

// post writes a round of a gate: uses and leases, all or nothing, and once: repeating a round changes
// nothing. Other processes add to the same rows. Postings are sorted by key. It fails when the file was
// replaced: uses written to the old one would be lost.
func (s *Store) post(ctx context.Context, by leaser, postings []posting) error {
	ctx, cancel := s.within(ctx)
	defer cancel()
	return s.transact(ctx, s.usage, func(tx *sql.Tx) error {
		if err := s.engine.inPlace(); err != nil {
			return err
		}
		if first, err := s.begin(ctx, tx, by); err != nil || !first {
			return err
		}
		return s.write(ctx, tx, by, postings)
	})
}

// checkpoint writes changes to disk.
func (s *Store) checkpoint(ctx context.Context) error { return s.wrap(s.engine.checkpoint(ctx)) }

// begin begins to write a gate's round, which also reports that it runs. It returns false when this round or a later
// one was written already, and only the answer was lost. It waits for a commit of the same gate that is under way.
func (s *Store) begin(ctx context.Context, tx *sql.Tx, by leaser) (bool, error) {
	now, err := s.engine.now(ctx, tx, by.clock)
	if err != nil {
		return false, err
	}
	done, err := tx.ExecContext(ctx, `INSERT INTO gates (holder, round, seen_at) VALUES ($1, $2, $3)
		ON CONFLICT (holder) DO UPDATE SET round = excluded.round, seen_at = excluded.seen_at
		WHERE gates.round < excluded.round`, by.holder, by.round, now.UnixMilli())
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n > 0, err
}

// report reports that a gate runs, without a round.
func (s *Store) report(ctx context.Context, by leaser) error {
	ctx, cancel := s.within(ctx)
	defer cancel()
	return s.transact(ctx, s.usage, func(tx *sql.Tx) error {
		if err := s.engine.inPlace(); err != nil {
			return err
		}
		now, err := s.engine.now(ctx, tx, by.clock)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO gates (holder, round, seen_at) VALUES ($1, 0, $2)
			ON CONFLICT (holder) DO UPDATE SET seen_at = excluded.seen_at`, by.holder, now.UnixMilli())
		return err
	})
}

// rounds is which gates there are, and the last round that each has written: uses change with it alone.
type rounds map[string]int64

// running returns the number of running gates, and all rounds. A report from the future dates from before the clock was set
// back and does not count.
func (s *Store) running(ctx context.Context, clock func() time.Time) (n int64, last rounds, err error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	now, err := s.engine.now(ctx, s.db, clock)
	if err != nil {
		return 0, nil, s.wrap(err)
	}
	last = rounds{}
	rows, err := s.db.QueryContext(ctx, `SELECT holder, round, seen_at FROM gates`)
	err = each(rows, err, func(rows *sql.Rows) error {
		var holder string
		var round, seen int64
		err := rows.Scan(&holder, &round, &seen)
		last[holder] = round
		if age := now.Sub(time.UnixMilli(seen)); age < runsFor && age > -runsFor {
			n++
		}
		return err
	})
	return n, last, s.wrap(err)
}

// leave returns all leases and shares of a holder, which then no longer counts as running. It also deletes rows of gates
// that were killed long ago.
func (s *Store) leave(ctx context.Context, by leaser) error {
	ctx, cancel := s.within(ctx)
	defer cancel()
	return s.transact(ctx, s.usage, func(tx *sql.Tx) error {
		now, err := s.engine.now(ctx, tx, by.clock)
		if err != nil {
			return err
		}
		for _, table := range []string{"leases", "shares"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE holder = $1`, by.holder); err != nil { //nolint:gosec // of two names
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM gates WHERE holder = $1 OR seen_at < $2`,
			by.holder, now.Add(-forgetAfter).UnixMilli())
		return err
	})
}
