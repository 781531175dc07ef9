package train

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Training that is split over machines: each task of a plan fits one vintage on its own, and all are calibrated
// together. Carry trains the same vintages, bit for bit.

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
