// Where gevel serve writes a line for each request.

package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/serve/logsink"
)

// The values of --access-log that are no file.
const (
	accessWithLog = "-"
	accessOff     = "off"
)

// accessFileMode keeps the names of keys, and where asked for the callers, from others.
const accessFileMode = 0o600

// openAccess opens the log of requests: with the log, nowhere, or a file.
func (cmd *serveCmd) openAccess(p *parts) error {
	switch cmd.AccessLog {
	case accessWithLog, "":
		p.access = p.log
		return nil
	case accessOff:
		p.access = slog.New(slog.DiscardHandler)
		return nil
	}
	file := &rotatedFile{path: cmd.AccessLog}
	if err := file.open(); err != nil {
		return &gevel.Error{
			Code: gevel.Unavailable, Message: "the file of --access-log can't be written", Err: err,
			Hint: "name a file in a folder that the service may write to, - for standard error, or off",
		}
	}
	p.accessFile, p.accessLines = file, logsink.New(file)
	p.access = slog.New(slog.NewJSONHandler(visible.Lines(p.accessLines), &slog.HandlerOptions{Level: cmd.LogLevel}))
	return nil
}

// closeAccess writes what waits, and lets go of the file.
func (p *parts) closeAccess() error {
	if p.accessFile == nil {
		return nil
	}
	p.accessLines.Close(readerPatience)
	return p.accessFile.close()
}

// droppedLines returns the number of lines that both logs dropped.
func (p *parts) droppedLines() int64 {
	n := p.lines.Dropped()
	if p.accessLines != nil {
		n += p.accessLines.Dropped()
	}
	return n
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
