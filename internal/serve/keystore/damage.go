// Damaged keys files: detection when they are opened, and helpful errors.

package keystore

import (
	"context"
	"errors"
	"strings"

	"modernc.org/sqlite"

	"github.com/gevel/gevel"
)

// SQLite's codes for a damaged file (sqlite.org/rescode.html).
const (
	sqliteCorrupt = 11
	sqliteNotADB  = 26
	primaryCode   = 0xff // mask for the primary code
)

// isDamage reports whether an error means a damaged file.
func isDamage(err error) bool {
	var fault *sqlite.Error
	if !errors.As(err, &fault) {
		return false
	}
	code := fault.Code() & primaryCode
	return code == sqliteCorrupt || code == sqliteNotADB
}

// damaged returns an error that says what to do about a damaged file.
func (f *file) damaged(cause error) error {
	return &gevel.Error{
		Code:    gevel.Invalid,
		Message: f.name() + " is damaged",
		Hint: "stop what uses it, put a back-up in its place and remove the -wal and -shm files beside it; " +
			"see Back up and restore in docs/operations.md",
		Err: cause,
	}
}

// checkWhole reads the whole file. Error: gevel.Invalid when it is damaged.
func (f *file) checkWhole(ctx context.Context) error {
	var found string
	if err := f.db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&found); err != nil {
		return f.explain(err)
	}
	if found != "ok" {
		return f.damaged(errors.New(oneLine(found)))
	}
	return nil
}

// oneLine joins the lines of a text, which may quote damaged data, into a printable one.
func oneLine(text string) string { return gevel.Printable(strings.Join(strings.Fields(text), " ")) }
