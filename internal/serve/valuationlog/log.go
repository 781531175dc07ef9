package valuationlog

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
)

const (
	// syncEvery is how long a record may be in memory of the operating system only: a power cut
	// takes the last second, the end of the process nothing.
	syncEvery = time.Second
	// tidyEvery is how often segments that are too old are looked for.
	tidyEvery = time.Hour

	lockFile = ".lock"
	day      = 24 * time.Hour
)

// Options say how a log is kept.
type Options struct {
	Days int // how long records are kept; 0 is for ever
	Now  func() time.Time
	Log  *slog.Logger // of the service, for what goes wrong beside a valuation
}

// Log is written by one process. Safe for concurrent use.
type Log struct {
	Options
	dir  string
	lock *os.File

	mu      sync.Mutex
	segment *os.File // nil before the first record of a day
	size    int64
	dirty   bool // not on disk yet

	full chan string // segments to be compressed
	stop chan struct{}
	idle sync.WaitGroup
}

// Open opens the log in a folder, which is made when it is missing. Errors: gevel.Unavailable when
// another process writes it; what the file system says.
func Open(dir string, o Options) (*Log, error) {
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return nil, fmt.Errorf("make the folder of the valuation log: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, fileMode)
	if err != nil {
		return nil, fmt.Errorf("open the valuation log: %w", err)
	}
	if err := atomicfile.TryLock(lock); err != nil {
		lock.Close()
		if atomicfile.IsLocked(err) {
			return nil, &gevel.Error{
				Code: gevel.Unavailable, Message: "another service writes the valuation log " + dir,
				Hint: "give each service a folder of its own",
			}
		}
		return nil, fmt.Errorf("lock the valuation log %s: %w", dir, err)
	}
	l := &Log{Options: o, dir: dir, lock: lock, full: make(chan string, 64), stop: make(chan struct{})}
	left, err := segments(dir)
	if err != nil {
		lock.Close()
		return nil, err
	}
	l.idle.Go(func() { l.keep(left) })
	return l, nil
}

// Append adds a record. When it returns without an error the record outlives the process.
func (l *Log) Append(r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write the valuation log: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.room(r.Time); err != nil {
		return fmt.Errorf("write the valuation log: %w", err)
	}
	n, err := l.segment.Write(append(line, '\n'))
	if err != nil {
		// What was written of the line is taken back; else the segment ends with it.
		if n > 0 && l.segment.Truncate(l.size) != nil {
			l.end()
		}
		return fmt.Errorf("write the valuation log: %w", err)
	}
	l.size, l.dirty = l.size+int64(n), true
	return nil
}

// room sees to it that there is a segment for a record of a time.
func (l *Log) room(at time.Time) error {
	if l.segment != nil && l.gone() {
		l.Log.Error("a segment of the valuation log was taken away while it was written; another one begins",
			slog.String("file", l.segment.Name()), slog.Int64("bytes", l.size))
		_ = l.segment.Close() // its records went with it, or are where it was moved
		l.segment, l.dirty = nil, false
	}
	if l.segment != nil && (l.size >= segmentBytes || !sameDay(begun(l.segment.Name()), at)) {
		l.end()
	}
	if l.segment != nil {
		return nil
	}
	for at := at.UTC(); ; at = at.Add(1) { // one name more while it is taken
		path := filepath.Join(l.dir, at.Format(nameLayout)+plainSuffix)
		_, err := os.Stat(strings.TrimSuffix(path, plainSuffix) + compressedSuffix)
		if err == nil {
			continue
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, fileMode)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		l.segment, l.size = f, 0
		return atomicfile.SyncDir(l.dir)
	}
}

// gone reports whether the segment is no longer in the folder, such as after somebody made room on a
// full disk: what is written to it then nobody will read, and it holds the disk until it is closed.
func (l *Log) gone() bool {
	own, err := l.segment.Stat()
	if err != nil {
		return true
	}
	there, err := os.Stat(l.segment.Name())
	return errors.Is(err, os.ErrNotExist) || err == nil && !os.SameFile(own, there)
}

func sameDay(a, b time.Time) bool {
	return a.UTC().Format(time.DateOnly) == b.UTC().Format(time.DateOnly)
}

// end ends the segment and has it compressed.
func (l *Log) end() {
	name := l.segment.Name()
	if err := errors.Join(l.segment.Sync(), l.segment.Close()); err != nil {
		l.Log.Error("a segment of the valuation log may lack its end", slog.Any("error", err))
	}
	l.segment, l.dirty = nil, false
	select {
	case l.full <- name:
	default: // it is compressed when the log is opened next
	}
}

// keep compresses full segments, puts records on disk and removes old segments, until the log is closed.
func (l *Log) keep(left []string) {
	for _, path := range left {
		l.compress(path)
	}
	l.tidy()
	syncs, tidies := time.NewTicker(syncEvery), time.NewTicker(tidyEvery)
	defer syncs.Stop()
	defer tidies.Stop()
	for {
		select {
		case path := <-l.full:
			l.compress(path)
		case <-syncs.C:
			l.sync()
		case <-tidies.C:
			l.tidy()
		case <-l.stop:
			for {
				select {
				case path := <-l.full:
					l.compress(path)
				default:
					return
				}
			}
		}
	}
}

func (l *Log) compress(path string) {
	if !strings.HasSuffix(path, plainSuffix) {
		// The plain one goes, if whoever compressed it was ended before that.
		_ = os.Remove(strings.TrimSuffix(path, compressedSuffix) + plainSuffix)
		return
	}
	if err := compress(path); err != nil {
		l.Log.Error("a segment of the valuation log stays uncompressed", slog.Any("error", err))
	}
}

func (l *Log) sync() {
	l.mu.Lock()
	f, dirty := l.segment, l.dirty
	l.dirty = false
	l.mu.Unlock()
	if dirty && f != nil {
		if err := f.Sync(); err != nil && !errors.Is(err, os.ErrClosed) {
			l.Log.Error("the valuation log can't be put on disk", slog.Any("error", err))
		}
	}
}

// tidy removes segments that are older than records are kept: begun that long before, and a day more,
// since they may have taken records for a day.
func (l *Log) tidy() {
	now := l.Now()
	l.mu.Lock()
	if l.segment != nil && !sameDay(begun(l.segment.Name()), now) {
		l.end()
	}
	l.mu.Unlock()
	if l.Days == 0 {
		return
	}
	paths, err := segments(l.dir)
	if err != nil {
		l.Log.Error("old records of the valuation log stay", slog.Any("error", err))
		return
	}
	oldest := now.Add(-time.Duration(l.Days+1) * day)
	for _, path := range paths {
		if !begun(path).Before(oldest) {
			continue
		}
		if err := os.Remove(path); err != nil {
			l.Log.Error("old records of the valuation log stay", slog.Any("error", err))
		}
	}
}

// Close puts everything on disk.
func (l *Log) Close() error {
	l.mu.Lock()
	if l.segment != nil {
		l.end()
	}
	l.mu.Unlock()
	close(l.stop)
	l.idle.Wait()
	return l.lock.Close()
}
