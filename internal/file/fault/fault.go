// Package fault says what the operating system means by its errors, and what to do about them.
package fault

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
)

// meanings are of the errors that people meet.
var meanings = map[syscall.Errno]string{
	syscall.ENOENT:       "it is not there; check the path",
	syscall.EEXIST:       "it is there already",
	syscall.EACCES:       "this user may not do that; change its permissions or run as its owner",
	syscall.EPERM:        "this user may not do that; change its permissions or run as its owner",
	syscall.EISDIR:       "it is a folder; name a file",
	syscall.ENOTDIR:      "the path, or a part of it, is no folder; check it",
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

// Text returns the message of an error in which the system's own words are replaced by their meaning.
func Text(err error) string {
	text := err.Error()
	found := systemErrors(err)
	// Longer ones first: they hold the shorter ones.
	slices.SortStableFunc(found, func(a, b systemError) int { return len(b.said) - len(a.said) })
	for _, of := range found {
		text = strings.ReplaceAll(text, of.said, of.means)
	}
	return text
}

// systemError is what an error says, and means.
type systemError struct{ said, means string }

// systemErrors returns the errors of the system behind err.
func systemErrors(err error) (found []systemError) {
	add := func(what string, cause error) {
		if number := syscall.Errno(0); errors.As(cause, &number) && meanings[number] != "" {
			found = append(found, systemError{err.Error(), what + meanings[number]})
		}
	}
	switch of := err.(type) { //nolint:errorlint // each error of the chain is looked at by itself
	case *fs.PathError:
		if _, isNumber := of.Err.(syscall.Errno); isNumber { //nolint:errorlint // as above
			cause := of.Err
			if of.Op == "mkdir" && errors.Is(cause, syscall.EEXIST) { // a folder would do
				cause = syscall.ENOTDIR
			}
			add(of.Path+": ", cause)
		}
	case *os.LinkError:
		add(of.New+": ", of.Err)
	case *os.SyscallError:
		add("", of.Err)
	case syscall.Errno:
		add("", of)
	}
	switch of := err.(type) { //nolint:errorlint // as above
	case interface{ Unwrap() error }:
		if cause := of.Unwrap(); cause != nil {
			found = append(found, systemErrors(cause)...)
		}
	case interface{ Unwrap() []error }:
		for _, cause := range of.Unwrap() {
			found = append(found, systemErrors(cause)...)
		}
	}
	return found
}
