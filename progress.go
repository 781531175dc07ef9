package gevel

import (
	"context"
	"sync/atomic"
)

// Progress is called as long work gets on, from several goroutines at once: with what is done now, such as a part of a
// model, and the share of the whole work that is done, 0 to 1.
type Progress func(part string, share float64)

// Within returns a context whose work reports its progress to p.
func (p Progress) Within(ctx context.Context) context.Context {
	return context.WithValue(ctx, progressKey{}, span{report: p, to: 1})
}

// span is a part of some work: its name, and the shares of the whole at which it begins and ends.
type span struct {
	report   Progress
	part     string
	from, to float64
}

type progressKey struct{}

// Span returns a context for a part of the work of ctx, from one share of it to another. A part with a name reports
// that it begins; one without has the name of the work around it.
func Span(ctx context.Context, part string, from, to float64) context.Context {
	around, ok := ctx.Value(progressKey{}).(span)
	if !ok {
		return ctx
	}
	s, size := around, around.to-around.from
	s.from, s.to = around.from+size*from, around.from+size*to
	if part != "" {
		s.part = part
		s.report(s.part, s.from)
	}
	return context.WithValue(ctx, progressKey{}, s)
}

// Report reports that so much of the work of ctx is done.
func Report[N int | int64](ctx context.Context, done, total N) {
	if s, ok := ctx.Value(progressKey{}).(span); ok && total > 0 {
		s.report(s.part, s.from+(s.to-s.from)*float64(min(done, total))/float64(total))
	}
}

// Meter adds up what several goroutines have done of some work. A nil meter adds up nothing.
type Meter struct {
	ctx   context.Context
	done  atomic.Int64
	total int64
}

// NewMeter returns a meter of the work of ctx.
func NewMeter(ctx context.Context, total int64) *Meter { return &Meter{ctx: ctx, total: total} }

// Add reports that so much more is done.
func (m *Meter) Add(n int64) {
	if m != nil {
		Report(m.ctx, m.done.Add(n), m.total)
	}
}
