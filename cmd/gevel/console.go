// What a command has of the outside: a context, streams and a clock. Messages go to stderr beside the output, and the
// output's hidden characters show: neither blocks nor deceives.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/cheggaaa/pb/v3"
	"golang.org/x/term"

	"github.com/gevel/gevel/internal/file/visible"
)

// console is a subcommand's access to the outside: context, streams, clock.
type console struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	now            func() time.Time
}

// readerPatience is how long the end of the program waits for the reader of stderr.
const readerPatience = time.Second

// say prints to stderr with control characters made visible. After the context has ended it waits at most
// readerPatience for a full pipe.
func (c *console) say(format string, args ...any) {
	text := visible.Text(fmt.Sprintf(format, args...))
	said := make(chan struct{})
	go func() {
		defer close(said)
		_, _ = io.WriteString(c.stderr, text) // an error can't be reported anywhere
	}()
	select {
	case <-said:
		return
	case <-c.ctx.Done():
	}
	select {
	case <-said:
	case <-time.After(readerPatience):
	}
}

// visibleWriter is standard output as people see it.
type visibleWriter struct {
	io.WriteCloser
	out io.Writer
}

func visibly(out io.Writer) *visibleWriter { return &visibleWriter{visible.Writer(out), out} }

// tables returns where rows are written: unchanged, since their writer shows hidden characters itself, unless people
// see them.
func (c *console) tables() io.Writer {
	if v, ok := c.stdout.(*visibleWriter); ok && !isTerminal(v) {
		return v.out
	}
	return c.stdout
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	if visible, ok := w.(*visibleWriter); ok {
		w = visible.out
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

func (c *console) printJSON(v any) error { return asJSON(v)(c.stdout) }

// asJSON returns a function that writes a value as indented JSON. <, > and & stay as they are, as in the service's answers.
func asJSON(v any) func(io.Writer) error {
	return func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	}
}

// Progress of long work: a bar per stage on a terminal; otherwise a line at the beginning of a stage, at each
// quarter, at its end, and every half a minute between.

const (
	// barTemplate shows a stage's name, bar, share and time, what is worked at and the time that is left.
	barTemplate = `{{string . "prefix" | printf "%-10s"}}{{bar . }} {{percent . }} {{etime . }} {{string . "of"}}`
	// lineEvery is the most time between two lines of a stage that gets on.
	lineEvery = 30 * time.Second
	// The time that is left is foretold from foretoldFrom and foretoldShare of the work on.
	foretoldFrom  = 2 * time.Second
	foretoldShare = 0.02
	// again is the fall of a stage's share, in shares, from which on the stage has begun again. A smaller fall is only
	// the reports of several goroutines out of order.
	again = 0.5
)

// progress shows stages one after another. It is safe for concurrent use.
type progress struct {
	w        io.Writer
	now      func() time.Time
	terminal bool
	mu       sync.Mutex
	stage    string
	bar      *pb.ProgressBar
	began    time.Time
	said     time.Time // of the last line
	done     float64   // share; it never falls
	quarter  int
}

func newProgress(w io.Writer, now func() time.Time) *progress {
	return &progress{w: w, now: now, terminal: isTerminal(w)}
}

// step shows the progress of a stage; of names the file or model that is worked at. A new stage ends the one before,
// and so does another file that is read from its beginning.
func (p *progress) step(stage, of string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	share := float64(done) / float64(max(total, 1))
	if stage != p.stage || share < p.done-again {
		p.end()
		p.stage, p.quarter, p.began, p.done = stage, -1, p.now(), 0
		if p.terminal {
			p.bar = pb.New64(total).SetWriter(p.w).SetTemplateString(barTemplate).Set("prefix", stage).Start()
		}
	}
	p.done = max(p.done, share)
	if of = visible.Text(of); p.left() != "" {
		of = strings.TrimPrefix(of+", "+p.left(), ", ")
	}
	if p.bar != nil {
		p.bar.SetTotal(total).SetCurrent(int64(p.done*float64(total))).Set("of", of)
		return
	}
	if quarter := int(4 * p.done); quarter > p.quarter || p.now().Sub(p.said) >= lineEvery {
		p.quarter, p.said = quarter, p.now()
		p.line(of)
	}
}

// line writes a line about the stage.
func (p *progress) line(of string) {
	if p.done >= 1 || of == "" {
		fmt.Fprintf(p.w, "%s %d%%\n", p.stage, int(100*p.done))
		return
	}
	fmt.Fprintf(p.w, "%s %d%% %s\n", p.stage, int(100*p.done), of)
}

// left says how long the stage goes on at its pace until now, "" as long as that can't be foretold.
func (p *progress) left() string {
	took := p.now().Sub(p.began)
	if took < foretoldFrom || p.done < foretoldShare || p.done >= 1 {
		return ""
	}
	return time.Duration(float64(took)*(1-p.done)/p.done).Round(time.Second).String() + " left"
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
		p.bar.Set("of", "").SetCurrent(p.bar.Total()).Finish()
		p.bar = nil
	}
}
