package fault

import (
	"errors"
	"syscall"

	"golang.org/x/sys/windows"
)

// meanings are of the errors that people meet.
var meanings = map[syscall.Errno]string{
	windows.ERROR_FILE_NOT_FOUND:       notThere,
	windows.ERROR_PATH_NOT_FOUND:       notThere,
	windows.ERROR_BAD_NETPATH:          "the share is not there; check its name and the network",
	windows.ERROR_BAD_NET_NAME:         "the share is not there; check its name and the network",
	windows.ERROR_FILE_EXISTS:          thereNow,
	windows.ERROR_ALREADY_EXISTS:       thereNow,
	windows.ERROR_ACCESS_DENIED:        "this user may not do that, or another program has it open; close it there, or change its permissions",
	windows.ERROR_SHARING_VIOLATION:    "another program has it open; close it there",
	windows.ERROR_LOCK_VIOLATION:       "another program has locked it; close it there",
	windows.ERROR_INVALID_NAME:         `Windows takes no such name; leave out < > : " / \ | ? *`,
	windows.ERROR_FILENAME_EXCED_RANGE: tooLong,
	windows.ERROR_DIRECTORY:            noFolder,
	windows.ERROR_DIR_NOT_EMPTY:        notEmpty,
	windows.ERROR_DISK_FULL:            diskFull,
	windows.ERROR_HANDLE_DISK_FULL:     diskFull,
	windows.ERROR_WRITE_PROTECT:        readOnly,
	windows.ERROR_NOT_READY:            "there is no disk in it; check the drive",
	windows.ERROR_CRC:                  diskFails,
	windows.ERROR_TOO_MANY_OPEN_FILES:  "too many files are open; close other programs",
	windows.ERROR_NOT_ENOUGH_MEMORY:    noMemory,
	windows.WSAEADDRINUSE:              addressUsed,
	windows.WSAECONNREFUSED:            noAnswer,
	syscall.EISDIR:                     isFolder,
}

// IsClosedPipe reports whether err comes from writing to a pipe that nothing reads any more.
func IsClosedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}

// IsAddressInUse reports whether err comes from listening where another program listens.
func IsAddressInUse(err error) bool { return errors.Is(err, windows.WSAEADDRINUSE) }
