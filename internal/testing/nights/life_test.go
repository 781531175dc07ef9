package nights

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gevel/gevel"
)

// life is a town, its operator and what callers were told.
type life struct {
	seed       uint64
	in         *stand
	town       *town
	secret     string
	leaver     string // the secret of who leaves batches
	metered    metered
	callers    []question
	told       map[question]answer // last
	lastTagged tagged
	contents   map[string]facts  // of editions
	worth      map[string]string // values of all homes on a day, as an edition said last, by id
	worthOn    gevel.Date
	worthBy    string
	built      map[string]gevel.Date
	newest     string           // edition
	charged    int              // uses of the callers' key
	perhaps    int              // further ones whose answer was not seen
	away       bool             // whether the database is away
	unwritten  int              // of the uses, those while it was
	answered   map[*replica]int // valuations of this night
	recorded   map[string]int   // entries of each segment of a record, as last read
	compressed map[string]bool  // segments that were compressed then

	photos   imports
	happened map[string]int // troubles, by name, for the page of what was lived through
}

// Sizes of a life.
const (
	replicas      = 2
	editionsKept  = 3  // where they are published
	recordDays    = 20 // of the records of valuations
	archiveDays   = 45 // of the folder in which editions are built: longer than the records and nightsToRestart
	steadyCallers = 6  // who ask one question each night
	otherCallers  = 6  // who ask about the day before, and stay until others come
	callersKey    = "callers"

	nightsToRegister = 10 // between new deliveries of 3DBAG
	nightOfSettings  = 16 // in which the build file changes
	nightsToRestart  = 14 // between restarts, after which a replica removes old records: else it takes an hour of real time
)

// beginnings are the days on which lives begin, each before a night that is not as others: a leap day, clocks that are put
// forward and back, New Year.
var beginnings = []gevel.Date{
	gevel.NewDate(2024, time.December, 29), gevel.NewDate(2024, time.February, 27), gevel.NewDate(2024, time.October, 25),
	gevel.NewDate(2024, time.March, 29),
}

func firstNight(seed uint64) gevel.Date { return beginnings[seed%uint64(len(beginnings))] }

// beganAt is when a night begins: some time after midnight. Where a month begins or clocks are changed, it is so shortly
// before that moment that the night's work goes on over it.
func beganAt(day gevel.Date, rng *rand.Rand) time.Time {
	const shortly = 3 * time.Second
	year, month, of := day.Time().Date()
	begins, ends := time.Date(year, month, of, 0, 0, 0, 0, gevel.Amsterdam), time.Date(year, month, of+1, 0, 0, 0, 0, gevel.Amsterdam)
	late := begins.Add(time.Duration(10+rng.IntN(240)) * time.Minute) // at first it is the day before in UTC
	switch {
	case of == 1:
		return begins.Add(-shortly)
	case ends.Sub(begins) != 24*time.Hour:
		return day.Time().Add(time.Hour - shortly) // clocks of all Europe are changed at one o'clock UTC
	}
	return late
}

// newLife begins a life in a folder, on the day before the first night.
func newLife(ctx context.Context, p *program, dir string, seed uint64) (l *life, err error) {
	l = &life{
		seed: seed, told: map[question]answer{}, contents: map[string]facts{}, built: map[string]gevel.Date{},
		worth: map[string]string{}, answered: map[*replica]int{}, recorded: map[string]int{}, compressed: map[string]bool{}, happened: map[string]int{},
	}
	if l.in, err = newStand(ctx, p, dir, replicas); err != nil {
		return nil, err
	}
	began := firstNight(seed)
	if l.town, err = newTown(ctx, dir, seed, began); err != nil {
		return l, err
	}
	if err := l.in.clock.set(began.Time()); err != nil {
		return l, err
	}
	if l.secret, err = l.in.key(ctx, callersKey); err != nil {
		return l, err
	}
	if *crowd > 0 && p.servers == nil {
		if err := l.in.crowdIn(ctx, *crowd, began); err != nil {
			return l, err
		}
	}
	l.metered.allowed, l.metered.killed, l.metered.set = map[gevel.Month]int{}, map[gevel.Month]int{}, map[gevel.Month]int{}
	if l.metered.secret, err = l.in.key(ctx, meteredKey, "--quota", fmt.Sprint(quota)); err != nil {
		return l, err
	}
	if l.leaver, err = l.in.key(ctx, "leaver"); err != nil {
		return l, err
	}
	rng := l.dice(0, "callers")
	for range steadyCallers {
		day := began - 1 - gevel.Date(rng.IntN(400))
		l.callers = append(l.callers, question{l.town.homes[rng.IntN(len(l.town.homes))], day})
	}
	first := &night{life: l, day: began}
	if err := first.work(ctx); err != nil {
		return l, err
	}
	for _, r := range l.in.replicas {
		if err := l.in.start(ctx, r); err != nil {
			return l, err
		}
		if r.atStart, err = r.vitals(ctx); err != nil {
			return l, err
		}
	}
	return l, nil
}

// dice are those of a night for a purpose, so that one trouble less leaves all others as they are.
func (l *life) dice(n int, purpose string) *rand.Rand {
	salt := uint64(n)
	for _, c := range purpose {
		salt = salt*131 + uint64(c)
	}
	return rand.New(rand.NewPCG(l.seed, salt))
}

// night is one night of a life. Troubles arrange what goes wrong in it.
type night struct {
	*life
	n   int
	day gevel.Date

	spoil    []func() error // what becomes of deliveries on their way
	building *blow
	sending  *blow
	twice    bool                          // two builds run at once
	writing  bool                          // the second one begins while the first writes
	late     time.Duration                 // how long it has been writing then
	orphaned bool                          // a build before both was killed as it wrote
	lifts    []func() error                // what ends the troubles of deliveries, build and publish alone
	serving  []func(context.Context) error // what happens while callers ask
	ends     []func(context.Context) error // what ends the troubles
}

// live lives one night with its troubles, n from 1 on.
func (l *life) live(ctx context.Context, n int, events []event) error {
	one := &night{life: l, n: n, day: firstNight(l.seed) + gevel.Date(n)}
	if err := one.fall(ctx); err != nil {
		return err
	}
	for _, e := range events {
		l.happened[e.trouble]++
		if err := l.in.program.troubles()[e.trouble](one, rand.New(rand.NewPCG(l.seed, e.roll))); err != nil {
			return fmt.Errorf("arrange %s: %w", e.trouble, err)
		}
	}
	if len(events) > 0 {
		if err := one.troubled(ctx); err != nil {
			return err
		}
	}
	if err := one.deliver(); err != nil {
		return err
	}
	var wrong *untrue
	if err := one.work(ctx); errors.As(err, &wrong) || ctx.Err() != nil {
		return err
	} else if err != nil {
		return broken(wholeAgain, "%v", err)
	}
	return one.check(ctx)
}

// fall moves the clock, waits until replicas know the time, and invents what became known.
func (o *night) fall(ctx context.Context) error {
	rng := o.dice(o.n, "town")
	if err := o.in.clock.set(beganAt(o.day, rng)); err != nil {
		return err
	}
	o.renewDays()
	o.town.sell(rng, o.day)
	if err := o.photograph(); err != nil {
		return err
	}
	if rng.IntN(5) == 0 {
		o.town.revise(rng, o.day)
	}
	if o.n%nightsToRegister == 0 {
		if err := o.town.renewBuildings(rng, o.day-mostHours/24-1); err != nil {
			return err
		}
	}
	if o.n%nightsToBAG == nightsToRegister/2 {
		if err := o.town.renewBAG(rng, o.day-1); err != nil {
			return err
		}
	}
	if o.n%nightsToLabels == 0 {
		if err := o.town.renewLabels(rng, o.day-1); err != nil {
			return err
		}
	}
	if o.n%nightsToParcels == nightsToParcels/2 {
		if err := o.town.renewParcels(ctx, rng, o.day-1); err != nil {
			return err
		}
	}
	if o.n == nightOfSettings {
		if err := o.town.renewSettings(o.day); err != nil {
			return err
		}
	}
	if o.n%nightsToPrices == 0 {
		if err := o.town.renewPrices(rng, o.day-1); err != nil {
			return err
		}
	}
	for _, r := range o.in.replicas {
		if o.n%nightsToRestart == 0 {
			if err := errors.Join(r.stop(syscall.SIGTERM), o.in.start(ctx, r)); err != nil {
				return err
			}
		}
	}
	return errors.Join(o.awaken(ctx), o.renewProgram(ctx))
}

// awaken waits until each replica that runs has read the keys by a clock that was moved.
func (o *night) awaken(ctx context.Context) error {
	if o.away {
		return nil // by another clock the keys that were read last may be too old
	}
	for _, r := range o.in.running() {
		err := o.in.program.eventually(ctx, r.name+" answers after the clock was moved", func() error {
			got, err := r.ask(ctx, o.secret, o.callers[0])
			o.note(r, got)
			if err == nil && got.status >= 500 {
				err = errors.New(got.text)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// deliver puts all deliveries in their place, as they should be.
func (o *night) deliver() error {
	for name := range o.town.files {
		if err := o.town.deliver(name); err != nil {
			return err
		}
	}
	return nil
}

// troubled works while the troubles last, and ends them. Their failures are allowed; what they must not do is checked.
func (o *night) troubled(ctx context.Context) error {
	if err := o.deliver(); err != nil {
		return err
	}
	for _, spoil := range o.spoil {
		if err := spoil(); err != nil {
			return err
		}
	}
	if err := o.awaken(ctx); err != nil {
		return err
	}
	failed := o.build(ctx, o.building)
	if failed == nil {
		failed = o.publish(ctx, o.sending)
	}
	o.twice = false
	var wrong *untrue
	if errors.As(failed, &wrong) {
		return failed
	}
	for _, lift := range o.lifts {
		if err := lift(); err != nil {
			return err
		}
	}
	for _, happens := range o.serving {
		if err := happens(ctx); err != nil {
			return err
		}
	}
	for _, end := range o.ends {
		if err := end(ctx); err != nil {
			return err
		}
	}
	return errors.Join(o.restore(), o.awaken(ctx))
}

// restore takes away what troubles left among the deliveries that the sender never sent.
func (o *night) restore() error {
	paths, err := filepath.Glob(o.town.path("*.csv"))
	for _, path := range paths {
		if _, sent := o.town.files[filepath.Base(path)]; !sent {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

// work is what the operator does each night. In some of them the power is cut whenever something is done.
func (o *night) work(ctx context.Context) error {
	var b *blow
	if o.n%nightsToSync == 0 {
		b = &blow{cut: true}
	}
	if err := o.build(ctx, b); err != nil {
		return err
	}
	if err := o.publish(ctx, b); err != nil || len(o.photos.taken) == 0 {
		return err
	}
	return o.importPhotos(ctx, b)
}

// build builds an edition. A failed one must be seen in its metrics.
func (o *night) build(ctx context.Context, b *blow) error {
	lying, err := o.town.lying()
	if err != nil {
		return err
	}
	args := []string{"build", "-c", "gevel.yaml", "--json", "--metrics", "build.prom"}
	whole := func(r ran) error {
		if o.twice && b == nil && len(o.spoil) == 0 && r.code != 0 && !refusedAsSecond(r) {
			return broken(oneBuilds, "%v", r.err())
		}
		return nil
	}
	strikes, ended, other := b, make(chan struct{}), make(chan error, 1)
	if o.twice && o.orphaned {
		if err := o.killWriting(ctx); err != nil {
			return err
		}
	}
	if o.twice {
		if o.writing && b == nil {
			strikes = slowDisk
		}
		go func() {
			if o.writing {
				o.awaitDraft(ended)
				time.Sleep(o.late)
			}
			r, err := o.in.run(ctx, nil, "build", "-c", "gevel.yaml", "--json")
			other <- errors.Join(err, whole(r))
		}()
	} else {
		other <- nil
	}
	r, err := o.in.run(ctx, strikes, args...)
	close(ended)
	if err = errors.Join(err, <-other, whole(r)); err != nil {
		return err
	}
	if r.code != 0 {
		return errors.Join(r.err(), o.seenInMetrics(ctx, r))
	}
	var summary struct{ Edition string }
	if err := json.Unmarshal([]byte(r.out), &summary); err != nil || summary.Edition == "" {
		return fmt.Errorf("a summary names no edition: %w: %s", err, r.out)
	}
	o.newest = summary.Edition
	o.contents[o.newest], o.built[o.newest] = lying, o.day
	return nil
}

// slowDisk gives another build the time to begin while one writes.
var slowDisk = &blow{calls: "fsync", effect: "delay_enter=500000", when: 1, goesOn: true}

// awaitDraft waits until a build writes that did not yet, or has ended.
func (o *night) awaitDraft(ended <-chan struct{}) {
	drafts := func() []string {
		paths, _ := filepath.Glob(o.in.path("editions/.building-*")) // the pattern is none that fails
		return paths
	}
	for old := drafts(); ; {
		if slices.ContainsFunc(drafts(), func(path string) bool { return !slices.Contains(old, path) }) {
			return
		}
		select {
		case <-ended:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// killWriting kills a build as it writes, and has the lease.
func (o *night) killWriting(ctx context.Context) error {
	writes, kill := context.WithCancel(ctx)
	defer kill()
	ended := make(chan struct{})
	go func() {
		o.awaitDraft(ended)
		kill()
	}()
	_ = o.in.command(writes, slowDisk.before(), "build", "-c", "gevel.yaml").Run() // it fails by that, or by another trouble
	close(ended)
	return ctx.Err()
}

// refusedAsSecond reports whether a build gave way to another one.
func refusedAsSecond(r ran) bool { return strings.Contains(r.faults, "another build is publishing") }

// publish publishes the edition that was built last.
func (o *night) publish(ctx context.Context, b *blow) error {
	r, err := o.in.run(ctx, b, "publish", filepath.Join("editions", o.newest), o.in.published, "--keep", fmt.Sprint(editionsKept))
	return errors.Join(err, r.err())
}

// note counts what an answer costs and leaves in the record.
func (o *night) note(r *replica, a answer) {
	if a.value != "" {
		o.answered[r]++
	}
	if a.status == 0 {
		o.perhaps++
	}
	o.charge(a.status, 1)
}

// charge counts the uses of an answer.
func (l *life) charge(status, uses int) {
	free := []int{0, 401, 403, 405, 413, 429}
	if status < 500 && !slices.Contains(free, status) {
		l.charged += uses
		if l.away {
			l.unwritten += uses
		}
	}
}
