package train

// Training that is split over machines: each task of a plan fits one vintage on its own, and all are calibrated
// together. Carry trains the same vintages, bit for bit.

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Plan is the training of a calendar's vintages in tasks.
type Plan struct {
	Tasks     []Task // those that fit kernels first, then by date
	trainer   *trainer
	published int // the last vintages by date
}

// NewPlan plans the training on sales.
func NewPlan(s *market.Sales, c Calendar, o Options) *Plan {
	t := newTrainer(vintage.NewSales(s), o)
	p, _ := t.schedule(c)
	plan := &Plan{Tasks: p.tasks(), trainer: t, published: p.published}
	for _, task := range slices.Clone(plan.Tasks) {
		kernel := task.Kernel
		if !slices.ContainsFunc(plan.Tasks, func(t Task) bool { return t.Date == kernel }) {
			plan.Tasks = append(plan.Tasks, Task{Date: kernel, Kernel: kernel, Until: gevel.NoDate})
		}
	}
	after := func(t Task) int {
		if t.FitsKernel() {
			return 0
		}
		return 1
	}
	slices.SortFunc(plan.Tasks, func(a, b Task) int {
		return cmp.Or(cmp.Compare(after(a), after(b)), cmp.Compare(a.Date, b.Date))
	})
	return plan
}

// Fit fits the vintage of a task. source is what its kernel source's task returned, nil for a task that fits its own.
// Errors: gevel.Unavailable when there are too few sales.
func (p *Plan) Fit(ctx context.Context, task Task, source *Fitted) (*Fitted, error) {
	var kernel *vintage.Kriging
	if source != nil {
		kernel = &source.vintage.Kriging
	}
	v, err := p.trainer.fit(ctx, task.Date, kernel)
	if err != nil || task.Until == gevel.NoDate {
		return &Fitted{vintage: v}, err
	}
	return p.trainer.follow(ctx, v, task)
}

// Source returns the task that fits the kernel of another; ok is false if that one fits its own.
func (p *Plan) Source(task Task) (source Task, ok bool) {
	if task.FitsKernel() {
		return task, false
	}
	return p.Tasks[slices.IndexFunc(p.Tasks, func(t Task) bool { return t.Date == task.Kernel })], true
}

// Gather calibrates what the tasks returned, as read by a function, and returns the calendar's vintages, ascending.
func (p *Plan) Gather(ctx context.Context, read func(Task) (*Fitted, error)) ([]*vintage.Vintage, error) {
	tasks := slices.DeleteFunc(slices.Clone(p.Tasks), func(t Task) bool { return t.Until == gevel.NoDate })
	slices.SortFunc(tasks, func(a, b Task) int { return cmp.Compare(a.Date, b.Date) })
	c := calibration{trainer: p.trainer}
	var vintages []*vintage.Vintage
	for i, task := range tasks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f, err := read(task)
		if err != nil {
			return nil, err
		}
		if f.vintage.AsOf != task.Date {
			return nil, fmt.Errorf("the vintage of %s is of %s", task, f.vintage.AsOf)
		}
		c.calibrate(f, task)
		vintages = append(vintages, f.vintage)
		gevel.Report(ctx, i+1, len(tasks))
	}
	return vintages[len(vintages)-p.published:], nil
}

// Fits of several vintages side by side: as many as memory allows, and their progress together.

const (
	// bytesPerSale and bytesPerValue are about the memory that a fit takes for each sale known, and for each of its
	// characteristics: estimated from fits of 55 000 sales.
	bytesPerSale, bytesPerValue = 400, 30
	// garbage is the share of memory that is left to what fits have let go of and the collector has not yet found.
	garbage = 0.4
)

// fits are the fits of a schedule.
type fits struct {
	*trainer
	room   *semaphore.Weighted
	budget int64
	ctx    context.Context // of all of them

	mu    sync.Mutex
	share map[gevel.Date]float64 // that is done of each
	sales map[gevel.Date]float64 // known to each
	total float64                // of sales
}

// newFits prepares fits of the vintages of some days.
func (t *trainer) newFits(ctx context.Context, dates []gevel.Date) *fits {
	f := &fits{trainer: t, budget: room(), ctx: ctx, share: map[gevel.Date]float64{}, sales: map[gevel.Date]float64{}}
	f.room = semaphore.NewWeighted(f.budget)
	for _, date := range dates {
		f.sales[date] = float64(len(t.sales.EvidenceBefore(date)))
	}
	for _, n := range f.sales {
		f.total += n
	}
	return f
}

// room returns how many bytes the process may still take: without a limit as many as there are.
func room() int64 {
	limit := debug.SetMemoryLimit(-1) // only reads it
	if limit == math.MaxInt64 {
		return limit
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return max(1, int64((1-garbage)*float64(limit-int64(live[0].Value.Uint64()))))
}

// fit fits the vintage of a day as trainer.fit does, as soon as there is room. One that needs more than there is runs
// alone.
func (f *fits) fit(ctx context.Context, date gevel.Date, source *vintage.Kriging) (*vintage.Vintage, error) {
	perSale := float64(bytesPerSale + bytesPerValue*len(f.trainer.sales.Attributes))
	need := min(f.budget, int64(f.sales[date]*perSale))
	if err := f.room.Acquire(ctx, need); err != nil {
		return nil, err
	}
	defer f.room.Release(need)
	report := gevel.Progress(func(part string, share float64) { f.report(date, part, share) })
	return f.trainer.fit(report.Within(ctx), date, source)
}

// report turns the progress of one fit into the progress of all: a sale known to a fit is a piece of work.
func (f *fits) report(date gevel.Date, part string, share float64) {
	f.mu.Lock()
	f.share[date] = max(f.share[date], share)
	done := 0.0
	for date, share := range f.share {
		done += share * f.sales[date]
	}
	f.mu.Unlock()
	gevel.Span(f.ctx, date.String()+" "+part, done/max(1, f.total), 1)
}
