package regular

import (
	"os"
	"syscall"
)

// changeOf returns when content or attributes of a file last changed, in nanoseconds since 1970.
func changeOf(info os.FileInfo) int64 { return info.Sys().(*syscall.Stat_t).Ctimespec.Nano() }
