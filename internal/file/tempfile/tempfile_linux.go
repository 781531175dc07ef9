package tempfile

import (
	"os"
	"syscall"
)

// tmpfile is O_TMPFILE, which package syscall lacks.
const tmpfile = 0o20000000 | syscall.O_DIRECTORY

func createUnnamed(dir string) (*os.File, error) { return os.OpenFile(dir, os.O_RDWR|tmpfile, 0o600) }
