// The gate: keys in memory, decisions without the database.

package keystore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/metric"
)

const (
	// refreshEvery is the time between readings of the keys: short enough for a revocation to take effect within 5 s.
	refreshEvery = time.Second

	// writesPerRefresh: usage is written this many times per refresh, every 100 ms. A killed process loses no
	// more than that.
	writesPerRefresh = 10

	// seenWithin is the longest delay until a gate knows a new key, unless the database is away.
	seenWithin = 5 * time.Second
)

// Gate decides about requests. A request passes three steps, with the API's own checks between them:
// Authenticate (401), Grant.Authorize (403), Grant.Admit (429, and counts the use). Safe for concurrent use.
type Gate struct {
	store  *Store
	clock  func() time.Time
	ledger *ledger[*account]
	log    *slog.Logger
	grace  time.Duration

	keys  atomic.Pointer[keyring]
	fresh atomic.Pointer[time.Time] // time of the last reading

	reading  sync.Mutex
	accounts map[string]*account // by key id
	// uncertain: the last reading failed, so the database may be another one now.
	uncertain bool
	// Of what the uses were read last.
	readMonth  gevel.Month
	readRounds rounds

	holder    string     // of this gate's leases
	round     sync.Mutex // a round of the ledger; one at a time
	lastRound int64      // number of the last round begun
	batch     *batch     // of the last round, if it may be unwritten
	reported  time.Time  // when this gate last reported to the database that it runs

	reads, writes, syncs health
	// lookups counts requests by the result of looking up their key.
	lookups struct{ known, unknown, missing, unchecked atomic.Int64 }

	stop context.CancelFunc
	done sync.WaitGroup
	end  sync.Once
}

// GateOptions are the settings of a Gate.
type GateOptions struct {
	Refresh time.Duration    // time between readings of the keys, ten times the time between writings of usage; 0 is 1 s
	Grace   time.Duration    // how long known keys work while they can't be read; 0 is the store's default: 30 s for a file, 10 min for a server
	Clock   func() time.Time // required
	Log     *slog.Logger     // nil is silent
}

// NewGate reads the keys of the store and follows its changes until Close. The caller closes the store, after the gate.
func NewGate(ctx context.Context, store *Store, o GateOptions) (*Gate, error) {
	if o.Clock == nil {
		return nil, errors.New("key gate needs a clock")
	}
	g := &Gate{
		store: store, clock: o.Clock, ledger: newLedger[*account](), accounts: make(map[string]*account), holder: randomID(),
		log: o.Log, grace: o.Grace,
	}
	if g.log == nil {
		g.log = slog.New(slog.DiscardHandler)
	}
	if g.grace == 0 {
		g.grace = store.grace
	}
	if err := store.upgrade(ctx, g.log); err != nil {
		return nil, err
	}
	if err := g.refresh(ctx); err != nil {
		return nil, err
	}
	if o.Refresh == 0 {
		o.Refresh = refreshEvery
	}
	loop, stop := context.WithCancel(context.WithoutCancel(ctx))
	g.stop = stop
	g.done.Go(func() {
		if err := store.engine.examine(loop); err != nil && loop.Err() == nil {
			g.log.Error("the keys were read whole", slog.Any("error", err))
		}
	})
	g.done.Go(func() { repeat(loop, o.Refresh, nil, g.read) })
	g.done.Go(func() { repeat(loop, o.Refresh, nil, g.putOnDisk) })
	g.done.Go(func() { repeat(loop, o.Refresh/writesPerRefresh, g.ledger.wake, g.writeInTurn) })
	return g, nil
}

// Close stops following the store, writes the counted usage and returns unused leases. Uses admitted after
// Close are not counted. The error gives the number of uses that could not be written, and why.
func (g *Gate) Close(ctx context.Context) (err error) {
	g.end.Do(func() {
		g.stop()
		g.done.Wait()
		if err = g.settleLast(ctx); err == nil {
			err = g.store.leave(ctx, leaser{holder: g.holder, clock: g.clock})
		}
		g.ledger.away.Store(true) // requests must not wait for another round
	})
	return err
}

// settleLast is the last round; what it can't write is lost.
func (g *Gate) settleLast(ctx context.Context) error {
	err := g.settle(ctx)
	if lost := g.ledger.unwritten.Load(); err != nil && lost > 0 {
		return fmt.Errorf("usage that can't be written (%d requests) is lost: %w", lost, err)
	}
	return err
}

// Authenticate returns the grant of the key in the value of an Authorization header. A missing, unknown,
// expired or revoked key gives gevel.Unauthorized. It returns gevel.Unavailable when the keys could not be
// read for too long, and for an unknown key as soon as they can't be read: it may be new.
func (g *Gate) Authenticate(authorization string) (*Grant, error) {
	secret, ok := bearer(authorization)
	if !ok {
		g.lookups.missing.Add(1)
		return nil, gevel.Failure(gevel.Unauthorized, "send the header Authorization: Bearer <API_KEY>",
			"the request has no key")
	}
	now := g.clock()
	// Differences of times use the monotonic clock, so setting the clock makes keys neither stale nor fresh.
	age := now.Sub(*g.fresh.Load())
	if age > g.grace {
		g.lookups.unchecked.Add(1)
		return nil, gevel.Failure(gevel.Unavailable, "", "keys can't be checked at the moment")
	}
	h := g.keys.Load().find(secret)
	switch {
	case h != nil && h.worksAt(now):
		g.lookups.known.Add(1)
		return h.grant, nil
	case h == nil && (age > seenWithin || g.reads.failing.Load()):
		g.lookups.unchecked.Add(1)
		return nil, gevel.Failure(gevel.Unavailable, "", "keys that are not known yet can't be checked at the moment")
	}
	g.lookups.unknown.Add(1)
	return nil, gevel.Failure(gevel.Unauthorized, "", "the key is unknown, expired or revoked")
}

// repeat calls do at intervals, and when it is woken, until ctx ends.
func repeat(ctx context.Context, every time.Duration, wake <-chan struct{}, do func(context.Context)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-wake:
		}
		do(ctx)
	}
}

// writeInTurn writes, and then waits as long as that took, so that consecutive rounds leave half of the time to other
// processes.
func (g *Gate) writeInTurn(ctx context.Context) {
	const longest = 100 * time.Millisecond // a round that took longer was waiting itself
	began := g.clock()
	g.write(ctx)
	select {
	case <-ctx.Done():
	case <-time.After(min(g.clock().Sub(began), longest)):
	}
}

// read reads what has changed. It never waits for writers.
func (g *Gate) read(ctx context.Context) {
	if err := g.refresh(ctx); ctx.Err() == nil {
		g.reads.report(g.log, err, "keys can't be read; requests are refused once the last reading is too old",
			"keys are read again")
	}
}

// write writes the counted uses.
func (g *Gate) write(ctx context.Context) {
	if err := g.settle(ctx); ctx.Err() == nil {
		g.writes.report(g.log, err, "usage can't be written; it is kept until it can", "usage is written again")
	}
}

// putOnDisk makes the store sync usage to disk. It waits for the disk, so that writing usage need not.
func (g *Gate) putOnDisk(ctx context.Context) {
	if err := g.store.checkpoint(ctx); ctx.Err() == nil {
		g.syncs.report(g.log, err, "usage can't be brought onto the disk; a power cut would lose it",
			"usage is brought onto the disk again")
	}
}

// The metrics of a gate.

// Metrics returns the metrics of the keys in memory and of the database behind them. Counts are since the start.
func (g *Gate) Metrics() []prometheus.Collector {
	lookup := func(result string, n *atomic.Int64) prometheus.Collector {
		return metric.Counter("gevel_keys_lookups_total",
			"Requests that had to show a key, by what it was: known, unknown, missing, or unchecked as the database is away.",
			metric.Number(n), "result", result)
	}
	failed := func(what string, h *health) prometheus.Collector {
		return metric.Counter("gevel_keys_database_errors_total",
			"Times that the database of the keys could not be read, written, or synced to the disk.",
			metric.Number(&h.failures), "what", what)
	}
	return []prometheus.Collector{
		metric.Gauge("gevel_keys_known", "Keys in memory that are not revoked.",
			func() float64 { return float64(g.keys.Load().keys) }),
		metric.Gauge("gevel_keys_last_read_timestamp_seconds", "When the keys were last read from their database.",
			func() float64 { return metric.Seconds(*g.fresh.Load()) }),
		metric.Gauge("gevel_keys_unwritten_uses", "Requests that were counted and are not in the database yet.",
			metric.Number(&g.ledger.unwritten)),
		metric.Gauge("gevel_keys_servers", "Servers that run on the same keys, this one among them, as last read.",
			metric.Number(&g.ledger.gates)),
		lookup("known", &g.lookups.known), lookup("unknown", &g.lookups.unknown),
		lookup("missing", &g.lookups.missing), lookup("unchecked", &g.lookups.unchecked),
		failed("read", &g.reads), failed("write", &g.writes), failed("sync", &g.syncs),
	}
}
