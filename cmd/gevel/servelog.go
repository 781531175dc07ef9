// What gevel serve says: a line for each request, and with --print-config each setting and where it is from.

package main

import (
	"cmp"
	"encoding"
	"fmt"
	"io"
	"log/slog"
	"os"
	"reflect"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/edition/mirror"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/serve/access"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/keystore"
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

// printConfig prints every setting. It opens nothing, and shows no password.
func (cmd *serveCmd) printConfig(out io.Writer, given *kong.Context) error {
	typed := make(map[string]bool)
	for _, step := range given.Path {
		if step.Flag != nil && !step.Resolved {
			typed[step.Flag.Name] = true
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "setting\tvalue\tfrom")
	for _, flag := range given.Selected().Flags {
		if flag.Name == "help" || flag.Name == "print-config" {
			continue
		}
		value := cmd.settled(flag.Name)
		if value == "" {
			value = shown(flag.Target)
		}
		fmt.Fprintf(w, "--%s\t%s\t%s\n", flag.Name, gevel.Printable(cmp.Or(value, "none")), origin(flag, typed[flag.Name]))
	}
	return w.Flush()
}

// origin says where the value of a flag is from.
func origin(flag *kong.Flag, typed bool) string {
	if typed {
		return "flag"
	}
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return "environment " + name
		}
	}
	return "default"
}

// settled returns a setting whose default the program works out, or that holds a secret; "" for others.
func (cmd *serveCmd) settled(flag string) string {
	switch {
	case flag == "keys":
		return keystore.WithoutPassword(cmd.Keys)
	case flag == "keys-grace" && cmd.KeysGrace == 0:
		return keystore.GraceOf(cmd.Keys).String()
	case flag == "signing-keys" && bucket.IsS3(cmd.Photos):
		return "none: photos in S3 have the bucket's own URLs"
	case flag == "signing-keys":
		return cmd.signingKeys()
	case flag == "cache" && !bucket.IsS3(cmd.Editions):
		return "none: editions are in a folder"
	case flag == "cache" && cmd.Cache == "":
		dir, err := mirror.DefaultCache()
		if err != nil {
			return err.Error()
		}
		return dir
	case flag == "public-url" && cmd.PublicURL == "":
		return cmd.Server.Scheme() + "://" + cmd.Addr
	case flag == "max-in-flight" && cmd.Load.MaxInFlight == 0:
		return fmt.Sprint(admission.DefaultMaxInFlight())
	case flag == "valuation-log-days" && cmd.ValuationDays == 0:
		return "for ever"
	}
	return ""
}

// shown is a value as a flag takes it.
func shown(v reflect.Value) string {
	switch is := v.Interface().(type) {
	case bool:
		if is {
			return "on"
		}
		return "off"
	case time.Duration:
		return is.String()
	case encoding.TextMarshaler:
		text, err := is.MarshalText()
		if err != nil {
			return err.Error()
		}
		return strings.ToLower(string(text))
	}
	if v.Kind() != reflect.Slice {
		return access.WithoutCredentials(fmt.Sprint(v.Interface()))
	}
	var list []string
	for i := range v.Len() {
		list = append(list, access.WithoutCredentials(fmt.Sprint(v.Index(i).Interface())))
	}
	return strings.Join(list, ",")
}
