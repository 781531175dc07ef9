// What the gate counts of itself, for metrics.

package keystore

import (
	"sync/atomic"
	"time"
)

// Stats are what a gate knows of itself at one moment. The counts are since its start.
type Stats struct {
	Keys     int       // that are not revoked, as last read
	LastRead time.Time // of the database, as a whole
	Servers  int64     // that run on the same keys, this one among them
	// Requests that were asked to show a key, by what it was.
	Known, Unknown, Missing, Unchecked int64
	// ReadErrors, WriteErrors and SyncErrors are how often the database could not be read, written, or
	// brought onto the disk.
	ReadErrors, WriteErrors, SyncErrors int64
	Unwritten                           int64 // uses that are not in the database yet
}

// lookups are the keys that were asked for.
type lookups struct {
	known, unknown, missing, unchecked atomic.Int64
}

// Stats returns what the gate knows of itself.
func (g *Gate) Stats() Stats {
	return Stats{
		Keys: g.keys.Load().keys, LastRead: *g.fresh.Load(), Servers: g.ledger.gates.Load(),
		Known: g.lookups.known.Load(), Unknown: g.lookups.unknown.Load(),
		Missing: g.lookups.missing.Load(), Unchecked: g.lookups.unchecked.Load(),
		ReadErrors: g.reads.failures.Load(), WriteErrors: g.writes.failures.Load(), SyncErrors: g.syncs.failures.Load(),
		Unwritten: g.ledger.unwritten.Load(),
	}
}
