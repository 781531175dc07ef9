package fault

import (
	"errors"
	"syscall"

	"golang.org/x/sys/windows"
)

// meanings are of the errors that people meet.
var meanings = map[syscall.Errno]string{
	windows.ERROR_FILE_NOT_FOUND:       "it is not there; check the path",
	windows.ERROR_PATH_NOT_FOUND:       "it is not there; check the path",
	windows.ERROR_BAD_NETPATH:          "the share is not there; check its name and the network",
	windows.ERROR_BAD_NET_NAME:         "the share is not there; check its name and the network",
	windows.ERROR_FILE_EXISTS:          "it is there already",
	windows.ERROR_ALREADY_EXISTS:       "it is there already",
	windows.ERROR_ACCESS_DENIED:        "this user may not do that, or another program has it open; close it there, or change its permissions",
	windows.ERROR_SHARING_VIOLATION:    "another program has it open; close it there",
	windows.ERROR_LOCK_VIOLATION:       "another program has locked it; close it there",
	windows.ERROR_INVALID_NAME:         `Windows takes no such name; leave out < > : " / \ | ? *`,
	windows.ERROR_FILENAME_EXCED_RANGE: "the path is too long",
	windows.ERROR_DIRECTORY:            noFolder,
	windows.ERROR_DIR_NOT_EMPTY:        "the folder is not empty",
	windows.ERROR_DISK_FULL:            "the disk is full; make room and run it again",
	windows.ERROR_HANDLE_DISK_FULL:     "the disk is full; make room and run it again",
	windows.ERROR_WRITE_PROTECT:        "the disk can only be read; name a folder elsewhere",
	windows.ERROR_NOT_READY:            "there is no disk in it; check the drive",
	windows.ERROR_CRC:                  "the disk fails; check it",
	windows.ERROR_TOO_MANY_OPEN_FILES:  "too many files are open; close other programs",
	windows.ERROR_NOT_ENOUGH_MEMORY:    "memory is used up; close other programs",
	windows.WSAEADDRINUSE:              "another program listens there; choose another address",
	windows.WSAECONNREFUSED:            "nothing answers there; check the address",
	syscall.EISDIR:                     "it is a folder; name a file",
}

// IsClosedPipe reports whether err comes from writing to a pipe that nothing reads any more.
func IsClosedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}

// IsAddressInUse reports whether err comes from listening where another program listens.
func IsAddressInUse(err error) bool { return errors.Is(err, windows.WSAEADDRINUSE) }
