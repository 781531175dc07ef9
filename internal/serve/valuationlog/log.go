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
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/visible"
)

const (
	// syncEvery is how long an entry may be in the operating system's memory only: a power cut loses the last
	// second, the end of the process nothing.
	syncEvery = time.Second
	// tidyEvery is the time between searches for old segments.
	tidyEvery = time.Hour

	lockFile = ".lock"
	day      = 24 * time.Hour
)

// Options of a log.
type Options struct {
	Days    int // how long entries are kept; 0 is forever
	Program string
	Now     func() time.Time
	Log     *slog.Logger // the service's, for faults that do not stop a valuation
}

// Log is a valuation log that this process writes. Safe for concurrent use.
type Log struct {
	Options
	dir  string
	lock *os.File

	mu      sync.Mutex
	segment *os.File // nil before a day's first entry
	size    int64
	dirty   bool // not synced yet

	failed atomic.Int64 // entries since the last one that was written
	full   chan string  // segments to compress
	stop   chan struct{}
	idle   sync.WaitGroup
}

// Open opens the log in a folder, and makes the folder if it is missing. Errors: gevel.Unavailable when
// another process writes the log; an error of the file system.
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
			return nil, gevel.Failure(gevel.Unavailable, "give each service a folder of its own",
				"another service writes the valuation log %s", dir)
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

// Append adds an entry. After it returns without an error the entry survives the end of the process. An outage, of the disk
// mostly, is a line in the service's log when it begins and one when it ends.
func (l *Log) Append(r Entry) error {
	err := l.append(r)
	if err != nil && l.failed.Add(1) == 1 {
		l.Log.Error("valuations can't be recorded, and are refused until they can", slog.Any("error", err))
	}
	if err == nil {
		if n := l.failed.Swap(0); n > 0 {
			l.Log.Info("valuations are recorded again", slog.Int64("refused", n))
		}
	}
	return err
}

func (l *Log) append(r Entry) error {
	r.Program = l.Program
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write the valuation log: %w", err)
	}
	line = visible.Bytes(line)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.room(r.Time); err != nil {
		return fmt.Errorf("write the valuation log: %w", err)
	}
	n, err := l.segment.Write(append(line, '\n'))
	if err != nil {
		// Remove the part of the line that was written; if that fails the segment ends with it.
		if n > 0 && l.segment.Truncate(l.size) != nil {
			l.end()
		}
		return fmt.Errorf("write the valuation log: %w", err)
	}
	l.size, l.dirty = l.size+int64(n), true
	return nil
}

// room makes sure that there is a segment for an entry at a time.
func (l *Log) room(at time.Time) error {
	if l.segment != nil && l.gone() {
		l.Log.Error("a segment of the valuation log was taken away while it was written; another one begins",
			slog.String("file", l.segment.Name()), slog.Int64("bytes", l.size))
		_ = l.segment.Close() // its entries are lost, or where it was moved
		l.segment, l.dirty = nil, false
	}
	if l.segment != nil && (l.size >= segmentBytes || !sameDay(begun(l.segment.Name()), at)) {
		l.end()
	}
	if l.segment != nil {
		return nil
	}
	for at := at.UTC(); ; at = at.Add(1) { // another name while this one is taken
		path := filepath.Join(l.dir, at.Format(nameLayout)+plainSuffix)
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, fileMode)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		// Looked for afterwards: a segment of this name may have been compressed a moment ago, and be overwritten later.
		if _, err := os.Stat(strings.TrimSuffix(path, plainSuffix) + compressedSuffix); err == nil {
			if err := errors.Join(f.Close(), os.Remove(path)); err != nil {
				return err
			}
			continue
		}
		l.segment, l.size = f, 0
		return atomicfile.SyncDir(l.dir)
	}
}

// gone reports whether the segment is no longer in the folder, for example because an operator freed disk
// space. New entries would be lost in it, and it would take up disk space until closed.
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

// end closes the segment and queues it for compression.
func (l *Log) end() {
	name := l.segment.Name()
	if err := errors.Join(l.segment.Sync(), l.segment.Close()); err != nil {
		l.Log.Error("a segment of the valuation log may lack its end", slog.Any("error", err))
	}
	l.segment, l.dirty = nil, false
	select {
	case l.full <- name:
	default: // compressed when the log is next opened
	}
}

// keep compresses full segments, syncs entries and removes old segments, until the log is closed.
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
		// Remove the plain file that an interrupted compression may have left.
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
			l.Log.Error("the valuation log can't be written to disk", slog.Any("error", err))
		}
	}
}

// tidy removes old segments. A segment may hold a day of entries, so it is kept a day longer.
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
		l.Log.Error("old entries of the valuation log can't be removed", slog.Any("error", err))
		return
	}
	oldest := now.Add(-time.Duration(l.Days+1) * day)
	for _, path := range paths {
		if !begun(path).Before(oldest) {
			continue
		}
		if err := os.Remove(path); err != nil {
			l.Log.Error("old entries of the valuation log can't be removed", slog.Any("error", err))
		}
	}
}

// Close syncs everything and ends the log.
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
