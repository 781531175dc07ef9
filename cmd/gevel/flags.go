// Flags as several commands have them: days, durations, ends of keys, and the words that repeat a command.

package main

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/alecthomas/kong"
	"github.com/dustin/go-humanize"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// fromEnvironment returns a text with the variables that it names, as $NAME, put in: engines of jobs number their tasks in
// a variable, and start programs without a shell. Error: there is no such variable.
func fromEnvironment(text string) (string, error) {
	var missing string
	text = os.Expand(text, func(name string) string {
		value, is := os.LookupEnv(name)
		if !is {
			missing = name
		}
		return value
	})
	if missing != "" {
		return "", gevel.Refusal("", "the environment has no variable %s", missing)
	}
	return text, nil
}

// period is a duration such as 90d, 12h, 30m.
type period time.Duration

// UnmarshalText parses days, or what time.ParseDuration accepts.
func (p *period) UnmarshalText(text []byte) error {
	const maxDays = 36_500 // a century; more days would overflow a time.Duration
	if days, isDays := strings.CutSuffix(string(text), "d"); isDays {
		n, err := strconv.Atoi(days)
		if err != nil || n < 0 || n > maxDays {
			return fmt.Errorf("%q is no number of days from 0d to %dd", text, maxDays)
		}
		*p = period(n) * period(24*time.Hour)
		return nil
	}
	d, err := time.ParseDuration(string(text))
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no length of time such as 90d or 12h", text)
	}
	*p = period(d)
	return nil
}

// parseExpiry parses the end of a key: the end of a Dutch day, or of a period. The empty text means never.
func parseExpiry(text string, now time.Time) (gevel.Opt[time.Time], error) {
	if text == "" {
		return gevel.Opt[time.Time]{}, nil
	}
	if day, err := time.ParseInLocation(time.DateOnly, text, gevel.Amsterdam); err == nil {
		return gevel.Some(day.AddDate(0, 0, 1)), nil
	}
	var p period
	if err := p.UnmarshalText([]byte(text)); err != nil {
		return gevel.Opt[time.Time]{}, gevel.Refusal("",
			"--expires %q is neither a day such as 2027-12-31 nor a length of time such as 90d or 12h", text)
	}
	return gevel.Some(now.Add(time.Duration(p))), nil
}

// daysAsInFiles has flags of days read by the reader of files.
func daysAsInFiles() kong.Option {
	return kong.TypeMapper(reflect.TypeFor[*gevel.Date](), kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto("day", &text); err != nil {
			return err
		}
		day, err := spelling.Day(text, spelling.UnknownOrder)
		if err != nil {
			return err
		}
		target.Set(reflect.ValueOf(&day))
		return nil
	}))
}

// dateFlag is the valuation date.
type dateFlag struct {
	Date *gevel.Date `placeholder:"DATE" help:"The valuation date (default: today in Amsterdam)."`
}

// day returns the valuation date, today without the flag.
func (f dateFlag) day(c *console) (gevel.Date, error) {
	return given(f.Date, gevel.DayOf(c.now())), c.notAfterToday("--date", f.Date)
}

// notAfterToday refuses a day that a flag gives, and that is still to come.
func (c *console) notAfterToday(flag string, day *gevel.Date) error {
	if today := gevel.DayOf(c.now()); day != nil && *day > today {
		return gevel.Refusal("", "%s %s lies after today, %s", flag, day, today)
	}
	return nil
}

// given returns what a flag gives, or else otherwise.
func given[T any](flag *T, otherwise T) T {
	if flag == nil {
		return otherwise
	}
	return *flag
}

// known returns what a flag gives, unknown without it.
func known[T any](flag *T) gevel.Opt[T] {
	if flag == nil {
		return gevel.Opt[T]{}
	}
	return gevel.Some(*flag)
}

// repeated is a command that repeats what was done.
type repeated []string

// add adds a flag, unless its value is the one without it.
func (r *repeated) add(flag string, value, without any) {
	if value == without {
		return
	}
	*r = append(*r, flag)
	if value != true {
		*r = append(*r, fmt.Sprint(value))
	}
}

// How much memory the long-running commands aim to stay within.

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
