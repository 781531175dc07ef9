// The gate's statistics, for metrics.

package keystore

import (
	"sync/atomic"
	"time"
)

// Stats are a gate's state at a moment. Counts are since its start.
type Stats struct {
	Keys     int       // not revoked, as last read
	LastRead time.Time // of the whole database
	Servers  int64     // running on the same keys, including this one
	// Requests by the result of looking up their key.
	Known, Unknown, Missing, Unchecked int64
	// ReadErrors, WriteErrors and SyncErrors count failed attempts to read, write and sync the database.
	ReadErrors, WriteErrors, SyncErrors int64
	Unwritten                           int64 // uses that are not in the database yet
}

// lookups counts requests by the result of looking up their key.
type lookups struct {
	known, unknown, missing, unchecked atomic.Int64
}

// Stats returns the gate's statistics.
func (g *Gate) Stats() Stats {
	return Stats{
		Keys: g.keys.Load().keys, LastRead: *g.fresh.Load(), Servers: g.ledger.gates.Load(),
		Known: g.lookups.known.Load(), Unknown: g.lookups.unknown.Load(),
		Missing: g.lookups.missing.Load(), Unchecked: g.lookups.unchecked.Load(),
		ReadErrors: g.reads.failures.Load(), WriteErrors: g.writes.failures.Load(), SyncErrors: g.syncs.failures.Load(),
		Unwritten: g.ledger.unwritten.Load(),
	}
}
