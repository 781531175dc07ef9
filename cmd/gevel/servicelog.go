// The lines of a service: its own log, and the log of requests.

package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/serve/logsink"
)

// logFlags say which lines are written, and where.
type logFlags struct {
	LogLevel  slog.Level `env:"GEVEL_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"debug (probes too), info (every other request), warn or error (${default}; env ${env})."`
	AccessLog string     `env:"GEVEL_ACCESS_LOG" default:"-" placeholder:"FILE" help:"Where the line of each request goes: - with the log, off, or a file, which may be rotated (${default}; env ${env})."`
}

// The values of --access-log that are no file.
const (
	accessWithLog = "-"
	accessOff     = "off"
)

// accessFileMode keeps the names of keys, and where asked for the callers, from others.
const accessFileMode = 0o600

// accessLog is the log of requests.
type accessLog struct {
	*slog.Logger
	// lines and file are of a log in a file of its own, nil without one.
	lines *logsink.Sink
	file  *rotatedFile
}

// logger returns a log of lines.
func (f logFlags) logger(lines *logsink.Sink) *slog.Logger {
	return slog.New(slog.NewJSONHandler(visible.Lines(lines), &slog.HandlerOptions{Level: f.LogLevel}))
}

// openAccess opens the log of requests: with the log, nowhere, or a file.
func (f logFlags) openAccess(log *slog.Logger) (accessLog, error) {
	switch f.AccessLog {
	case accessWithLog, "":
		return accessLog{Logger: log}, nil
	case accessOff:
		return accessLog{Logger: slog.New(slog.DiscardHandler)}, nil
	}
	file := &rotatedFile{path: f.AccessLog}
	if err := file.open(); err != nil {
		return accessLog{}, &gevel.Error{
			Code: gevel.Unavailable, Message: "the file of --access-log can't be written", Err: err,
			Hint: "name a file in a folder that the service may write to, - for standard error, or off",
		}
	}
	lines := logsink.New(file)
	return accessLog{f.logger(lines), lines, file}, nil
}

// dropped returns the number of lines that a file of its own had no room for.
func (a *accessLog) dropped() int64 {
	if a.file == nil {
		return 0
	}
	return a.lines.Dropped()
}

// close writes what waits, and lets go of the file.
func (a *accessLog) close() error {
	if a.file == nil {
		return nil
	}
	a.lines.Close(readerPatience)
	return a.file.close()
}

// rotatedFile is a file that lines are appended to. Log rotation may move it away or truncate it at any time, without
// notice: the next lines go to the file that is at the path then.
type rotatedFile struct {
	path string
	file *os.File
}

func (f *rotatedFile) open() (err error) {
	f.file, err = os.OpenFile(f.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, accessFileMode)
	return err
}

// Write implements io.Writer. It is called by one goroutine, with many lines at once.
func (f *rotatedFile) Write(lines []byte) (int, error) {
	if f.file == nil || !f.isThere() {
		if err := f.close(); err != nil {
			return 0, fmt.Errorf("close the access log: %w", err)
		}
		if err := f.open(); err != nil {
			return 0, err
		}
	}
	return f.file.Write(lines)
}

// isThere reports whether the file at the path is the one that is open.
func (f *rotatedFile) isThere() bool {
	at, err := os.Stat(f.path)
	if err != nil {
		return false
	}
	open, err := f.file.Stat()
	return err == nil && os.SameFile(at, open)
}

func (f *rotatedFile) close() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}
