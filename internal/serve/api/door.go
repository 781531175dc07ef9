package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/measure"
)

// The door: each request passes it, and is held there to the measure of its route.

// door lets requests in.
type door struct {
	gate *keystore.Gate
	load *admission.Load
}

// visit is a request that was let in.
type visit struct {
	*measure.Measure
	x     *frame.Exchange
	r     *http.Request
	body  []byte
	grant *keystore.Grant // nil without a key
	ctx   context.Context // ends with the time for the work, and when the caller leaves
}

// work answers a request that was let in. It returns the answer, or nil where it has sent that itself.
type work func(*visit) (frame.Sendable, error)

// pass lets a request of a route in and has it answered: key, method, scope and quota, size, room for the answer, rate,
// body, place, work, in this order. A request holds a place for the work alone: a caller who reads his answer slowly, or
// sends a body and does not end it, takes none.
func (d *door) pass(m *measure.Measure, x *frame.Exchange, r *http.Request, work work) error {
	x.Route = m.Path
	v := &visit{Measure: m, x: x, r: r, ctx: r.Context()}
	if err := d.enter(v); err != nil {
		return err
	}
	answered := false
	defer func() {
		if !answered { // it panicked
			v.giveBack()
		}
	}()
	err := d.answer(v, work)
	answered = true
	return v.settle(err)
}

func (d *door) enter(v *visit) (err error) {
	if v.Key.Scope() != "" {
		if err := d.identify(v); err != nil {
			return err
		}
	}
	if m := v.r.Method; v.Method == measure.Post && m != http.MethodPost ||
		v.Method == measure.Get && m != http.MethodGet && m != http.MethodHead {
		v.x.Header().Set("Allow", string(v.Method))
		return gevel.Failure(gevel.MethodNotAllowed, "", "methods answered here: %s", string(v.Method))
	}
	if v.grant != nil && (v.Uses != measure.Paced || !v.x.Key.Allows(v.Key.Scope())) { // no quota for what costs no use
		if err := v.grant.Authorize(v.Key.Scope()); err != nil {
			return err
		}
	}
	if v.Body > 0 && !v.Lasts() && v.r.ContentLength > v.Body { // an upload has its own bound
		return tooLarge(v.Body)
	}
	if err := d.load.Unread.Room(v.x.Class()); err != nil {
		return err
	}
	switch v.Uses {
	case measure.One:
		if err = v.grant.Admit(); err == nil {
			v.x.Uses = 1
		}
	case measure.Paced:
		err = v.grant.Pace()
	}
	return err
}

// identify asks for the key.
func (d *door) identify(v *visit) (err error) {
	if v.grant, err = d.gate.Authenticate(v.r.Header.Get("Authorization")); err == nil {
		v.x.Key = v.grant.Key()
	}
	return err
}

// answer has a request answered, once it has its place.
func (d *door) answer(v *visit, work work) error {
	if v.Body > 0 && !v.Lasts() {
		if err := d.read(v); err != nil {
			return err
		}
	}
	leave, err := d.place(v)
	if err != nil {
		return err
	}
	defer leave()
	if v.Working > 0 {
		ctx, cancel := context.WithTimeout(v.ctx, v.Working)
		defer cancel()
		v.ctx = ctx
	}
	ready, err := work(v)
	if err != nil || ready == nil {
		return err
	}
	if long, ok := ready.(interface{ Len() int }); ok && int64(long.Len()) > v.Answer {
		return fmt.Errorf("an answer of %s has %d bytes, more than %d", v.Path, long.Len(), v.Answer)
	}
	if v.Place != measure.Downloads {
		leave()
	}
	ready.Send(v.x)
	return nil
}

// place takes the request's place, which may be left more than once.
func (d *door) place(v *visit) (leave func(), err error) {
	places := d.load.Of[v.Place]
	if places == nil {
		return func() {}, nil
	}
	key, taken := v.x.Key.ID, true
	return func() {
		if taken {
			taken = false
			places.Leave(key)
		}
	}, places.Enter(v.ctx, key)
}

// A body comes within its time, and at a pace: so many bytes a second, after a moment for the first ones.
const (
	bodyMoment = 5 * time.Second
	bodyPace   = 4 << 10
)

// read reads the body of kilobytes. Errors: gevel.Unavailable, gevel.TooLarge, and gevel.Invalid for one that is cut short
// or comes too slowly.
func (d *door) read(v *visit) error {
	if err := d.load.Bodies.Enter(v.ctx, v.x.Key.ID); err != nil {
		return err
	}
	defer d.load.Bodies.Leave(v.x.Key.ID)
	began, connection := time.Now(), http.NewResponseController(v.x)
	var text bytes.Buffer
	body := http.MaxBytesReader(v.x, v.r.Body, v.Body)
	for err := error(nil); !errors.Is(err, io.EOF); {
		allowed := min(bodyMoment+time.Duration(text.Len())*time.Second/bodyPace, v.Reading)
		_ = connection.SetReadDeadline(began.Add(allowed))
		var long *http.MaxBytesError
		switch _, err = io.CopyN(&text, body, bodyPace); {
		case errors.As(err, &long):
			return tooLarge(v.Body)
		case errors.Is(err, os.ErrDeadlineExceeded):
			return gevel.Refusal("", "the body comes slower than %d bytes a second", bodyPace)
		case err != nil && !errors.Is(err, io.EOF):
			return &gevel.Error{Code: gevel.Invalid, Message: "the body is cut short", Err: err}
		}
	}
	_ = connection.SetReadDeadline(time.Time{}) // who leaves is noticed in his own time
	v.x.Header().Del("Connection")              // nothing of it is left
	v.body = text.Bytes()
	return nil
}

func tooLarge(most int64) error {
	return gevel.Failure(gevel.TooLarge, "", "the body is longer than %d bytes", most)
}

// admit counts a use for another item of the answer.
func (v *visit) admit() error {
	if v.Item == "" {
		return fmt.Errorf("%s charges for an item, and its row of the table of routes has none", v.Path)
	}
	err := v.grant.Admit()
	if err == nil {
		v.x.Uses++
	}
	return err
}

// settle gives back the uses of a request that costs none. It returns what is still to be answered.
func (v *visit) settle(err error) error {
	status := v.x.Status
	if err != nil {
		status = frame.StatusOfError(err)
	}
	if !costs(status) {
		v.giveBack()
	} else if v.Uses == measure.ByItem && v.x.Uses == 0 { // refused before there was an item
		unpaid := v.grant.Admit()
		if unpaid == nil {
			v.x.Uses = 1
		} else if err != nil {
			return unpaid
		}
	}
	return err
}

// costs reports whether an answer of a status costs uses: it is work done, or what the caller asked was wrong.
func costs(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusNotFound:
		return true
	case http.StatusRequestEntityTooLarge:
		return false
	}
	return status >= http.StatusOK && status < http.StatusBadRequest ||
		status >= http.StatusPreconditionFailed && status < http.StatusTooManyRequests
}

func (v *visit) giveBack() {
	if v.grant != nil && v.x.Uses > 0 && v.Uses != measure.ByItem { // an upload does so by itself
		v.grant.GiveBack(v.x.Uses)
		v.x.Uses = 0
	}
}
