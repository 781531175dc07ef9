package nights

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"time"
)

// fewDescriptors leaves a replica a few descriptors more than it has, while many ask it at once. It may refuse some; what it
// answers counts.
func fewDescriptors(o *night, rng *rand.Rand) error {
	r := o.in.replicas[rng.IntN(len(o.in.replicas))]
	more, wait := rng.IntN(12), time.Duration(rng.IntN(500))*time.Millisecond
	o.serving = append(o.serving, func(ctx context.Context) error {
		if r.cmd == nil {
			return nil // another trouble ended it
		}
		has, err := r.vitals(ctx)
		if err != nil {
			return err
		}
		most, err := r.limit("-o", "HARD", "--noheadings", "--nofile")
		if err != nil {
			return err
		}
		if _, err := r.limit(fmt.Sprintf("--nofile=%d:", int(has.descriptors)+more)); err != nil {
			return err
		}
		client.CloseIdleConnections()
		asked := make(chan answer, 2*len(o.callers))
		for range cap(asked) / len(o.callers) {
			for _, q := range o.callers {
				go func() {
					is, err := r.ask(ctx, o.secret, q)
					if err != nil || is.status >= 500 {
						is = answer{}
					}
					asked <- is
				}()
			}
		}
		time.Sleep(wait) // the others wait to be let in, until there are descriptors again
		_, err = r.limit("--nofile=" + strings.TrimSpace(most) + ":")
		for range cap(asked) {
			o.note(r, <-asked)
		}
		return errors.Join(err, o.askAll(ctx))
	})
	return nil
}

// limit sets or reads limits of a replica's process, by prlimit.
func (r *replica) limit(args ...string) (string, error) {
	words := append([]string{"--pid", fmt.Sprint(r.cmd.Process.Pid)}, args...)
	out, err := exec.Command("prlimit", words...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("prlimit %s: %w: %s", strings.Join(words, " "), err, out)
	}
	return string(out), err
}
