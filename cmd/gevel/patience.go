// How long an interrupted command may take to end: a disk that does not answer, or a reader of its output that does not
// read, holds none for ever.

package main

import (
	"context"
	"errors"
	"time"

	"github.com/alecthomas/kong"
)

// endPatience is how long the commands take at most that end by themselves as soon as they are interrupted: they remove
// what is half-done.
const endPatience = 20 * time.Second

// errStuck is the error of a command that was interrupted and did not end.
var errStuck = errors.New("interrupted, and did not end: a disk or a reader of the output does not answer")

// lingering is a command that goes on for some time after it was interrupted.
type lingering interface{ lingers() time.Duration }

// lingers is as long as the requests in flight take, and the load balancer before.
func (cmd *serveCmd) lingers() time.Duration { return cmd.Server.DrainFor + time.Minute }

func (*demoCmd) lingers() time.Duration { return time.Minute }

// patienceWith returns how long the command that was chosen may take.
func patienceWith(chosen *kong.Context) time.Duration {
	if node := chosen.Selected(); node != nil && node.Target.CanAddr() {
		if cmd, ok := node.Target.Addr().Interface().(lingering); ok {
			return endPatience + cmd.lingers()
		}
	}
	return endPatience
}

// within runs work, and waits so long for it once ctx has ended.
func within(ctx context.Context, most time.Duration, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(most):
		return errStuck
	}
}
