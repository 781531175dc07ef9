package batch

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
)

// echoless can't write what a row gives.
type echoless struct{ valueEncoder }

func (echoless) row(b []byte, a *answeredRow) []byte {
	if a.bound.Table != nil {
		panic("no echo")
	}
	return valueEncoder{}.row(b, a)
}

func TestARowThatCannotBeWrittenIsAnsweredWithoutWhatItGives(t *testing.T) {
	var log strings.Builder
	table := param.TableOf(endpoints.HomeTable(gevel.Standard()))
	w := &worker{
		log: slog.New(slog.NewTextHandler(&log, nil)), exchange: &frame.Exchange{ID: "x"}, live: new(live.Live),
		source: &jsonRows{columnNames: columnNames{table, gevel.Standard()}}, table: table, encoder: echoless{},
	}
	text, ends := w.answer([]byte("before\n"), &bodyRow{line: 7, json: []byte("{")})
	if got := string(text); ends != nil || !strings.HasPrefix(got, "before\n{\"line\":7,\"reason\":\"internal\"") {
		t.Errorf("got %s, %v", got, ends)
	}
	if !strings.Contains(log.String(), "no echo") {
		t.Errorf("the log says %s", log.String())
	}
}
