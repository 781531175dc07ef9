// How much memory the long-running commands aim to stay within.

package main

import (
	"fmt"
	"math"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
)

// memoryFlag is the setting of commands whose memory counts.
type memoryFlag struct {
	Memory memorySize `env:"GEVEL_MEMORY" placeholder:"SIZE" help:"Collect garbage more often before the process takes more memory than this, such as 4GiB (default: nine tenths of the container's or machine's memory; env ${env})."`
}

// memorySize is a number of bytes, 0 for the default.
type memorySize uint64

// leastMemory is about what an empty process takes.
const leastMemory = 16 << 20

// UnmarshalText reads a size such as 4GiB.
func (m *memorySize) UnmarshalText(text []byte) error {
	size, err := humanize.ParseBytes(string(text))
	if err != nil || size > math.MaxInt64 {
		return fmt.Errorf("%q is no size of memory: write 512MiB or 4GiB", text)
	}
	*m = memorySize(size)
	return nil
}

// AfterApply sets the limit of the garbage collector. The environment variable GOMEMLIMIT, if set, counts
// instead of the default.
func (f *memoryFlag) AfterApply() error {
	if f.Memory > 0 && f.Memory < leastMemory {
		return fmt.Errorf("--memory %d is too little: write 512MiB or 4GiB, at least 16MiB", f.Memory)
	}
	if f.Memory > 0 {
		debug.SetMemoryLimit(int64(f.Memory))
		return nil
	}
	// A machine that says nothing of its memory sets no limit.
	_, _ = memlimit.Set(memlimit.WithProvider(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)))
	return nil
}
