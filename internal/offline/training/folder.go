package training

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
)

// Folder is a training set and the vintages that are fitted on it.
type Folder struct {
	id     string // of the set
	set    Set
	madeBy string
	files  bucket.Bucket
	plan   *train.Plan
}

// Open opens the training at a location, whose newest set is in the directory dir. madeBy is the program.
func Open(ctx context.Context, location, dir, madeBy string) (*Folder, error) {
	files, err := bucket.Open(location)
	if err != nil {
		return nil, err
	}
	f := &Folder{files: files, madeBy: madeBy}
	if f.id, f.set, err = readSet(ctx, dir); err != nil {
		return nil, err
	}
	f.plan = f.set.plan()
	return f, nil
}

func (s Set) plan() *train.Plan {
	return train.NewPlan(s.Sales, s.Calendar, train.Options{Seed: s.Seed, Season: s.Season, Series: s.Series})
}

// Close closes the location.
func (f *Folder) Close() error {
	if c, ok := f.files.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Tasks returns the vintages to fit, those that fit kernels for others first.
func (f *Folder) Tasks() []train.Task { return f.plan.Tasks }

// Check reports why the file of a task can't be used, nil if it can.
func (f *Folder) Check(ctx context.Context, task train.Task) error {
	_, err := f.read(ctx, task)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("there is no file of it")
	}
	return err
}

// Outcome says what was done for a task.
type Outcome struct {
	There bool  // nothing: the vintage was fitted before
	Stale error // why a file that was there is replaced, nil without one
}

// Fit fits a vintage, unless its file is there. Programs that fit the same one at a time write the same file.
func (f *Folder) Fit(ctx context.Context, task train.Task) (Outcome, error) {
	_, missing := f.read(ctx, task)
	if missing == nil {
		return Outcome{There: true}, nil
	}
	var done Outcome
	if errors.Is(missing, errStale) {
		done.Stale = missing
	}
	if _, err := f.fitAfter(ctx, task, missing); err != nil {
		return Outcome{}, fmt.Errorf("vintage of %s: %w", task, err)
	}
	return done, nil
}

// fitted returns the vintage of a task, from its file or fitted now.
func (f *Folder) fitted(ctx context.Context, task train.Task) (*train.Fitted, error) {
	content, err := f.read(ctx, task)
	if err != nil {
		return f.fitAfter(ctx, task, err)
	}
	return f.plan.Decode(content)
}

// fitAfter fits the vintage of a task whose file could not be read.
func (f *Folder) fitAfter(ctx context.Context, task train.Task, missing error) (*train.Fitted, error) {
	if !errors.Is(missing, fs.ErrNotExist) && !errors.Is(missing, errStale) {
		return nil, missing
	}
	var source *train.Fitted
	if of, ok := f.plan.Source(task); ok {
		var err error
		if source, err = f.fitted(ctx, of); err != nil {
			return nil, err
		}
	}
	fitted, err := f.plan.Fit(ctx, task, source)
	if err != nil {
		return nil, err
	}
	content, err := fitted.Encode()
	if err != nil {
		return nil, err
	}
	file, err := headOf(f.id, task, f.madeBy).write(content)
	if err != nil {
		return nil, err
	}
	return fitted, f.files.Write(ctx, keyOf(task), file)
}

func keyOf(task train.Task) string { return "fitted/" + task.String() + ".vintage" }

// read returns the fitted vintage of a task. Errors: fs.ErrNotExist, errStale.
func (f *Folder) read(ctx context.Context, task train.Task) ([]byte, error) {
	file, err := f.files.Read(ctx, keyOf(task))
	if err != nil {
		return nil, err
	}
	content, err := headOf(f.id, task, f.madeBy).read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", keyOf(task), err)
	}
	return content, nil
}

// Gather returns the vintages for a build that learns from a set, which must be the folder's. All must be fitted. The
// folder lets go of its set, and fits no more.
func (f *Folder) Gather(ctx context.Context, of Set) ([]*vintage.Vintage, error) {
	if err := f.set.checkSame(f.id, of); err != nil {
		return nil, err
	}
	plan := of.plan()
	if !slices.Equal(plan.Tasks, f.plan.Tasks) {
		return nil, gevel.Refusal(again, "the training set %s was prepared for other vintages than the build has", f.id)
	}
	f.set.Sales, f.plan = nil, nil // makes room
	return plan.Gather(ctx, func(task train.Task) (*train.Fitted, error) {
		content, err := f.read(ctx, task)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("the vintage of %s is not fitted yet: %s is missing; run gevel train until all are", task,
				keyOf(task))
		case errors.Is(err, errStale):
			return nil, fmt.Errorf("%w; gevel train fits it again", err)
		case err != nil:
			return nil, err
		}
		return plan.Decode(content)
	})
}

// A file of a fitted vintage: a line that says what it is, and the vintage.

// head is the first line of a file.
type head struct {
	Training string     `json:"training"` // the id of the training set, which settles what the vintage is fitted to
	Vintage  gevel.Date `json:"vintage"`
	MadeBy   string     `json:"made_by"`
	Machine  string     `json:"machine"` // only machines of one architecture make the same bytes
	SHA256   string     `json:"sha256"`  // of what follows
}

// headOf returns the head of a task's file, without the checksum.
func headOf(training string, task train.Task, madeBy string) head {
	return head{Training: training, Vintage: task.Date, MadeBy: madeBy, Machine: runtime.GOARCH}
}

// errStale is the error of a file that was fitted on something else.
var errStale = errors.New("it is stale or from elsewhere")

// write returns the file for a fitted vintage.
func (h head) write(content []byte) ([]byte, error) {
	h.SHA256 = checksum(content)
	line, err := json.Marshal(h)
	return append(append(line, '\n'), content...), err
}

// read returns the fitted vintage in a file that must have this head.
func (h head) read(file []byte) (content []byte, err error) {
	line, content, _ := bytes.Cut(file, []byte("\n"))
	var got head
	if err := json.Unmarshal(line, &got); err != nil {
		return nil, fmt.Errorf("%w: it is no fitted vintage", errStale)
	}
	if h.SHA256 = checksum(content); got.SHA256 != h.SHA256 {
		return nil, fmt.Errorf("%w: it is damaged, its checksum is another", errStale)
	}
	for _, part := range []struct{ what, got, want string }{
		{"fitted on the training set", got.Training, h.Training},
		{"the vintage of", got.Vintage.String(), h.Vintage.String()},
		{"fitted by", got.MadeBy, h.MadeBy},
		{"fitted on a machine of architecture", got.Machine, h.Machine},
	} {
		if part.got != part.want {
			return nil, fmt.Errorf("%w: it was %s %s, not %s", errStale, part.what, part.got, part.want)
		}
	}
	return content, nil
}

func checksum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
