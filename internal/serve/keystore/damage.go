// Damaged keys files: found when they are opened, and told in words that help.

package keystore

import (
	"context"
	"errors"
	"strings"

	"modernc.org/sqlite"

	"github.com/gevel/gevel"
)

// SQLite's codes of a damaged file (sqlite.org/rescode.html).
const (
	sqliteCorrupt = 11
	sqliteNotADB  = 26
	primaryCode   = 0xff // the part of a code that is of use here
)

// isDamage reports whether an error is one of a damaged file.
func isDamage(err error) bool {
	var fault *sqlite.Error
	if !errors.As(err, &fault) {
		return false
	}
	code := fault.Code() & primaryCode
	return code == sqliteCorrupt || code == sqliteNotADB
}

// damaged says what to do about a damaged file.
func (f *file) damaged(cause error) error {
	return &gevel.Error{
		Code:    gevel.Invalid,
		Message: f.name() + " is damaged",
		Hint: "stop what uses it, put a back-up in its place and remove the -wal and -shm files beside it; " +
			"see Back-ups in docs/operations.md",
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

// oneLine puts a text of several lines, which may quote what is damaged, into one.
func oneLine(text string) string { return gevel.Printable(strings.Join(strings.Fields(text), " ")) }
