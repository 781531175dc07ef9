//go:build unix

package fault

import (
	"errors"
	"syscall"
)

// meanings are of the errors that people meet.
var meanings = map[syscall.Errno]string{
	syscall.ENOENT:       "it is not there; check the path",
	syscall.EEXIST:       "it is there already",
	syscall.EACCES:       "this user may not do that; change its permissions or run as its owner",
	syscall.EPERM:        "this user may not do that; change its permissions or run as its owner",
	syscall.EISDIR:       "it is a folder; name a file",
	syscall.ENOTDIR:      noFolder,
	syscall.ENOTEMPTY:    "the folder is not empty",
	syscall.ENAMETOOLONG: "the path is too long",
	syscall.ELOOP:        "its links lead in a circle",
	syscall.ENOSPC:       "the disk is full; make room and run it again",
	syscall.EDQUOT:       "the disk space of this user is used up; make room and run it again",
	syscall.EROFS:        "the disk can only be read; name a folder elsewhere",
	syscall.EIO:          "the disk fails; check it",
	syscall.EMFILE:       "too many files are open; raise the limit with ulimit -n",
	syscall.ENFILE:       "too many files are open on this machine; close other programs",
	syscall.ENOMEM:       "memory is used up; close other programs",
	syscall.EADDRINUSE:   "another program listens there; choose another address",
	syscall.ECONNREFUSED: "nothing answers there; check the address",
}

// IsClosedPipe reports whether err comes from writing to a pipe that nothing reads any more.
func IsClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// IsAddressInUse reports whether err comes from listening where another program listens.
func IsAddressInUse(err error) bool { return errors.Is(err, syscall.EADDRINUSE) }
