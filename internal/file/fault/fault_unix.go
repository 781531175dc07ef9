//go:build unix

package fault

import (
	"errors"
	"syscall"
)

// meanings are of the errors that people meet.
var meanings = map[syscall.Errno]string{
	syscall.ENOENT:       notThere,
	syscall.EEXIST:       thereNow,
	syscall.EACCES:       "this user may not do that; change its permissions or run as its owner",
	syscall.EPERM:        "this user may not do that; change its permissions or run as its owner",
	syscall.EISDIR:       isFolder,
	syscall.ENOTDIR:      noFolder,
	syscall.ENOTEMPTY:    notEmpty,
	syscall.ENAMETOOLONG: tooLong,
	syscall.ELOOP:        "its links lead in a circle",
	syscall.ENOSPC:       diskFull,
	syscall.EDQUOT:       "the disk space of this user is used up; make room and run it again",
	syscall.EROFS:        readOnly,
	syscall.EIO:          diskFails,
	syscall.EMFILE:       "too many files are open; raise the limit with ulimit -n",
	syscall.ENFILE:       "too many files are open on this machine; close other programs",
	syscall.ENOMEM:       noMemory,
	syscall.EADDRINUSE:   addressUsed,
	syscall.ECONNREFUSED: noAnswer,
}

// IsClosedPipe reports whether err comes from writing to a pipe that nothing reads any more.
func IsClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// IsAddressInUse reports whether err comes from listening where another program listens.
func IsAddressInUse(err error) bool { return errors.Is(err, syscall.EADDRINUSE) }
