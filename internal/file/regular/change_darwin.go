package regular

import "syscall"

// changeOf returns when content or attributes of a file last changed, in nanoseconds since 1970.
func changeOf(s *syscall.Stat_t) int64 { return s.Ctimespec.Nano() }
