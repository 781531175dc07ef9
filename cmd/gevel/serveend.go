// How gevel serve ends: it waits for what runs beside it, but for nothing without a bound.

package main

import (
	"fmt"
	"time"

	"github.com/gevel/gevel"
)

// endTimeout bounds what is waited for after the last request. A file on a mount that hangs may hold a goroutine for
// ever; the end of the process ends it too.
const endTimeout = 10 * time.Second

// inTime waits for do, for so long at most. Error: of do, or gevel.Unavailable with what did not end.
func inTime(what string, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	late := time.NewTimer(endTimeout)
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-late.C:
		return &gevel.Error{Code: gevel.Unavailable, Message: fmt.Sprintf("%s did not end within %s", what, endTimeout)}
	}
}
