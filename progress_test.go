package gevel_test

import (
	"context"
	"testing"

	"github.com/gevel/gevel"
)

func TestPartsOfWorkReportTheShareOfTheWhole(t *testing.T) {
	type report struct {
		part  string
		share float64
	}
	var last report
	ctx := gevel.Progress(func(part string, share float64) { last = report{part, share} }).Within(t.Context())
	for _, tt := range []struct {
		name string
		do   func()
		want report
	}{
		{"the whole", func() { gevel.Report(ctx, 1, 4) }, report{"", 0.25}},
		{"a part that begins", func() { gevel.Span(ctx, "trees", 0.5, 1) }, report{"trees", 0.5}},
		{"a part", func() { gevel.Report(gevel.Span(ctx, "trees", 0.5, 1), 1, 2) }, report{"trees", 0.75}},
		{"a part of a part", func() {
			gevel.Report(gevel.Span(gevel.Span(ctx, "trees", 0.5, 1), "", 0.5, 1), 1, 2)
		}, report{"trees", 0.875}},
		{"more than all", func() { gevel.Report(ctx, int64(9), 4) }, report{"", 1}},
		{"of nothing", func() { gevel.Report(ctx, 0, 0) }, report{"", 1}},
	} {
		if tt.do(); last != tt.want {
			t.Errorf("%s reports %v, want %v", tt.name, last, tt.want)
		}
	}
	gevel.Report(gevel.Span(context.Background(), "trees", 0, 1), 1, 2) // reports to none
	if (last != report{"", 1}) {
		t.Errorf("work without progress reports %v", last)
	}
}
