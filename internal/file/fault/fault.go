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

// What errors mean that each system has, by numbers of its own.
const (
	notThere    = "it is not there; check the path"
	thereNow    = "it is there already"
	isFolder    = "it is a folder; name a file"
	noFolder    = "the path, or a part of it, is no folder; check it"
	notEmpty    = "the folder is not empty"
	tooLong     = "the path is too long"
	diskFull    = "the disk is full; make room and run it again"
	readOnly    = "the disk can only be read; name a folder elsewhere"
	diskFails   = "the disk fails; check it"
	noMemory    = "memory is used up; close other programs"
	addressUsed = "another program listens there; choose another address"
	noAnswer    = "nothing answers there; check the address"
)

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
			if of.Op == "mkdir" && errors.Is(of.Err, fs.ErrExist) { // a folder would do
				found = append(found, systemError{err.Error(), of.Path + ": " + noFolder})
			} else {
				add(of.Path+": ", of.Err)
			}
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
