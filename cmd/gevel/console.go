// What a command has of the outside: a context, streams and a clock. Messages go to stderr beside the output, and the
// output's hidden characters show: neither blocks nor deceives.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cheggaaa/pb/v3"
	"golang.org/x/term"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/judge/document"
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

// Files that appear complete or not at all. They are opened before long work begins, to report an unwritable
// path at once.

// outputs are files being written, by path.
type outputs map[string]*atomicfile.File

// openOutputs opens a file per non-empty path. A path must differ from the others and from the inputs.
func openOutputs(paths []string, inputs ...string) (outputs, error) {
	out := outputs{}
	for _, path := range paths {
		if path == "" {
			continue
		}
		if err := out.open(path, inputs); err != nil {
			return nil, errors.Join(err, out.discard())
		}
	}
	return out, nil
}

// writeWhole writes the single file at path, which must not be the input.
func writeWhole(path, input string, fill func(io.Writer) error) (err error) {
	out, err := openOutputs([]string{path}, input)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	return out.write(path, fill)
}

func (o outputs) open(path string, inputs []string) error {
	if path == "-" {
		return gevel.Refusal("", "%s is no file: name one", path)
	}
	for _, input := range inputs {
		if input != "" && sameFile(path, input) {
			return gevel.Refusal("", "%s is an input, and can't be written to", path)
		}
	}
	for other := range o {
		if filepath.Clean(other) == filepath.Clean(path) {
			return gevel.Refusal("", "%s is named for two outputs", path)
		}
	}
	f, err := atomicfile.Create(path, private.FileMode(filepath.Dir(path)))
	if err != nil {
		return err
	}
	o[path] = f
	return nil
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// writeText is write for a text: hidden characters in it are shown.
func (o outputs) writeText(path string, fill func(io.Writer) error) error {
	return o.write(path, func(w io.Writer) error { return writeShown(w, fill) })
}

// writeShown fills a text with hidden characters shown.
func writeShown(to io.Writer, fill func(io.Writer) error) error {
	w := visible.Writer(to)
	return errors.Join(fill(w), w.Close())
}

// write fills the file for a path and puts it in place; it ignores a path that was not opened.
func (o outputs) write(path string, fill func(io.Writer) error) error {
	f, asked := o[path]
	if !asked {
		return nil
	}
	if err := fill(f); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return f.Replace()
}

// discard removes files that were not put in place.
func (o outputs) discard() error {
	faults := make([]error, 0, len(o))
	for _, f := range o {
		faults = append(faults, f.Discard())
	}
	return errors.Join(faults...)
}

// byEnding returns the writer for a file's ending. Error: gevel.Invalid for another ending.
func byEnding[W any](path string, ways map[string]W) (W, error) {
	way, ok := ways[strings.ToLower(filepath.Ext(path))]
	if !ok {
		endings := strings.Join(slices.Sorted(maps.Keys(ways)), " nor in ")
		return way, gevel.Refusal("the ending determines the format", "%s ends neither in %s", path, endings)
	}
	return way, nil
}

// reportWriter returns the writer of a report for a file's ending: HTML, text, or its figures as JSON.
func reportWriter(path string) (func(w io.Writer, figures any, report *document.Document) error, error) {
	return byEnding(path, map[string]func(io.Writer, any, *document.Document) error{
		".html": func(w io.Writer, _ any, report *document.Document) error { return report.WriteHTML(w) },
		".txt":  func(w io.Writer, _ any, report *document.Document) error { return report.WriteText(w) },
		".json": func(w io.Writer, figures any, _ *document.Document) error { return asJSON(figures)(w) },
	})
}
