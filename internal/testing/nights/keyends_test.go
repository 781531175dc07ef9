package nights

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gevel/gevel"
)

// Keys that end by themselves: one at the end of a day, also of one on which clocks are changed, and the secret that another
// one had before.

// hasLongDay reports whether the day of a night is longer or shorter than others.
func (o *night) hasLongDay() bool {
	return nextMidnight(o.day).Sub(nextMidnight(o.day-1)) != 24*time.Hour
}

// nextMidnight is when a day ends.
func nextMidnight(day gevel.Date) time.Time {
	year, month, of := day.Time().Date()
	return time.Date(year, month, of+1, 0, 0, 0, 0, gevel.Amsterdam)
}

// awaitEnds waits until such keys have ended, and sees them work until shortly before. It leaves the clock at the end of the day.
func (o *night) awaitEnds(ctx context.Context) error {
	now, err := o.in.clock.now()
	if err != nil {
		return err
	}
	day := gevel.DayOf(now)
	if (day+1).Month() != day.Month() || nextMidnight(day).Sub(now) < 2*time.Hour {
		return nil // the next night's work begins before that
	}
	ending, err := o.in.key(ctx, fmt.Sprintf("ends-%d", o.n), "--expires", day.String())
	if err != nil {
		return err
	}
	graced := fmt.Sprintf("graced-%d", o.n)
	replaced, err := o.in.key(ctx, graced)
	if err != nil {
		return err
	}
	if _, err := o.in.must(ctx, "keys", "rotate", graced, "--grace", "1h"); err != nil {
		return err
	}
	if err := errors.Join(o.awaitKey(ctx, ending, http.StatusOK), o.awaitKey(ctx, replaced, http.StatusOK)); err != nil {
		return err
	}
	const shortlyBefore = time.Minute
	for _, at := range []struct {
		when             time.Time
		ending, replaced int // status
	}{
		{now.Add(time.Hour - shortlyBefore), http.StatusOK, http.StatusOK},
		{now.Add(time.Hour + shortlyBefore), http.StatusOK, http.StatusUnauthorized},
		{nextMidnight(day).Add(-shortlyBefore), http.StatusOK, http.StatusUnauthorized},
		{nextMidnight(day).Add(time.Second), http.StatusUnauthorized, http.StatusUnauthorized},
	} {
		if err := errors.Join(o.in.clock.set(at.when), o.awaken(ctx)); err != nil {
			return err
		}
		if err := errors.Join(o.awaitKey(ctx, ending, at.ending), o.awaitKey(ctx, replaced, at.replaced)); err != nil {
			return err
		}
	}
	return nil
}
