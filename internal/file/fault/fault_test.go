package fault_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/fault"
)

func TestWordsOfTheSystemAreReplaced(t *testing.T) {
	dir := t.TempDir()
	none := filepath.Join(dir, "none")
	_, missing := os.Open(none)
	_, folder := os.ReadFile(dir)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, busy := net.Listen("tcp", listener.Addr().String())
	for _, tt := range []struct {
		err  error
		want string
	}{
		{missing, none + ": it is not there; check the path"},
		{fmt.Errorf("read sales file %s: %w", none, missing), "read sales file " + none + ": " + none + ": it is not there; check the path"},
		{&gevel.Error{Message: "a source can't be read", Err: missing}, "a source can't be read: " + none + ": it is not there; check the path"},
		{folder, dir + ": it is a folder; name a file"},
		{os.Rename(none, dir+"/two"), dir + "/two: it is not there; check the path"},
		{busy, "listen tcp " + listener.Addr().String() + ": another program listens there; choose another address"},
		{fmt.Errorf("write: %w", syscall.ENOSPC), "write: the disk is full; make room and run it again"},
		{
			errors.Join(fmt.Errorf("one: %w", syscall.EMFILE), &os.PathError{Op: "mkdir", Path: "a", Err: syscall.EACCES}),
			"one: too many files are open; raise the limit with ulimit -n\na: this user may not do that; change its permissions or run as its owner",
		},
		{errors.Join(missing, &os.PathError{Op: "open", Path: "a", Err: syscall.ENOENT}), none + ": it is not there; check the path\na: it is not there; check the path"},
		{errors.New("its own words"), "its own words"},
		{&os.PathError{Op: "open", Path: "a", Err: gevel.Refusal("name a file", "it is a pipe")}, "open a: it is a pipe; name a file"},
	} {
		if got := fault.Text(tt.err); got != tt.want {
			t.Errorf("%v:\ngot  %q\nwant %q", tt.err, got, tt.want)
		}
	}
}
