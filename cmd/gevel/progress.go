// Progress of long work: a bar per stage on a terminal; otherwise a line at the beginning, at each quarter
// and at the end of a stage.

package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/cheggaaa/pb/v3"
)

// barTemplate shows a stage's name, bar, share and time.
const barTemplate = `{{with string . "prefix"}}{{printf "%-10s" .}}{{end}}{{bar . }} {{percent . }} {{etime . }}`

// progress shows stages one after another. It is safe for concurrent use.
type progress struct {
	w        io.Writer
	terminal bool
	mu       sync.Mutex
	stage    string
	bar      *pb.ProgressBar
	quarter  int64
}

func newProgress(w io.Writer) *progress {
	return &progress{w: w, terminal: isTerminal(w)}
}

// step shows the progress of a stage. A new stage ends the one before.
func (p *progress) step(stage string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if stage != p.stage {
		p.end()
		p.stage, p.quarter = stage, -1
		if p.terminal {
			p.bar = pb.New64(total).SetWriter(p.w).SetTemplateString(barTemplate).Set("prefix", stage).Start()
		}
	}
	if p.bar != nil {
		p.bar.SetTotal(total).SetCurrent(done)
		return
	}
	if quarter := 4 * done / max(total, 1); quarter > p.quarter {
		p.quarter = quarter
		fmt.Fprintf(p.w, "%s %d%%\n", stage, 25*quarter)
	}
}

// finish ends the last stage.
func (p *progress) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end()
	p.stage = ""
}

func (p *progress) end() {
	if p.bar != nil {
		p.bar.SetCurrent(p.bar.Total()).Finish()
		p.bar = nil
	}
}
