package nights

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// What must always be true, by the letters of docs/reference/nights.md.

// untrue is the error that something is not as it must always be.
type untrue struct{ truth, how string }

func (u *untrue) Error() string { return u.truth + ": " + u.how }

// The truths.
const (
	pastStays     = "the value of a past day moves only by what was known before it"
	oneEdition    = "an answer is of one edition"
	replayed      = "what was answered can be repeated"
	nothingLost   = "nothing acknowledged is lost, and no use counts twice"
	availableIs   = "available says whether there is a value"
	nothingGrows  = "nothing grows without bound"
	wholeAgain    = "after the troubles a night is whole without a hand"
	failureIsSeen = "a build that fails, or a service that can't work, raises an alert, and a good night none"
	doorsAgree    = "all doors give the same value"
	carriedIsMade = "an edition that carries on is the one made from scratch"
	newestAnswers = "the newest edition answers, and is whole"
	oneBuilds     = "of two builds at once one is made"
	quotaHolds    = "a quota holds over restarts"
	keysAreKnown  = "a new key works and a revoked one does not, everywhere"

	removedIsGone     = "a photo that was taken down is gone"
	survivesPowerCuts = "what is published was synced"
)

func broken(truth, format string, args ...any) error {
	return &untrue{truth, fmt.Sprintf(format, args...)}
}

// Nights between checks that take longer.
const (
	nightsToScratch = 5
	nightsToReplay  = 7
	nightsToRecord  = 6
)

// check checks what must be true once the work of a night is done.
func (o *night) check(ctx context.Context) error {
	for _, r := range o.in.replicas {
		if err := o.awaitNewest(ctx, r); err != nil {
			return err
		}
	}
	o.renewCallers()
	checks := []func(context.Context) error{
		o.askAll, o.askMany, o.askElsewhere, o.askAgain, o.askWithoutDay, o.askBoth, o.searchNew, o.spoilBatches, o.seePhotos, o.lookForRest,
		o.useMetered,
	}
	if o.n%nightsToKeys == 0 {
		checks = append(checks, o.turnKeys)
	}
	if o.n%nightsToRemove == 0 {
		checks = append(checks, o.removePhotos)
	}
	if o.n%nightsToScratch == 0 {
		checks = append(checks, o.makeFromScratch)
	}
	if o.n%nightsToReplay == 0 {
		checks = append(checks, o.noAlarm, o.leftAlone)
	}
	if o.n%nightsToRecord == nightsToRecord/2 {
		checks = append(checks, o.closeRecord)
	}
	checks = append(checks, o.countRecords, o.countUses, o.countMetered, o.feelVitals)
	if o.n%nightsToReplay == 0 {
		checks = append(checks, o.replay)
	}
	if o.n%nightsToKeys == nightsToKeys/2 || o.hasLongDay() {
		checks = append(checks, o.awaitEnds)
	}
	for _, check := range checks {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return o.tidy()
}

// awaitNewest waits until a replica answers from the newest edition.
func (o *night) awaitNewest(ctx context.Context, r *replica) error {
	err := o.in.program.eventually(ctx, r.name+" answers from edition "+o.newest, func() error {
		switch serves, err := r.serves(ctx); {
		case err != nil:
			return err
		case serves != o.newest:
			return fmt.Errorf("it answers from %s", serves)
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		return broken(newestAnswers, "%v", err)
	}
	return err
}

// renewCallers has the oldest of the other callers go, and one come who asks about yesterday.
func (o *night) renewCallers() {
	rng := o.dice(o.n, "callers")
	o.callers = append(o.callers, question{o.town.homes[rng.IntN(len(o.town.homes))], o.day - 1})
	if len(o.callers) > steadyCallers+otherCallers {
		delete(o.told, o.callers[steadyCallers])
		o.callers = slices.Delete(o.callers, steadyCallers, steadyCallers+1)
	}
}

// renewDays has callers ask about other days than those whose model a New Year takes away, also one that comes too early.
func (o *night) renewDays() {
	rng := o.dice(o.n, "days")
	firstDay := gevel.NewDate((o.day+mostHours/24+1).Year()-vintages, 1, 1)
	for i, q := range o.callers {
		if q.day < firstDay {
			delete(o.told, q)
			o.callers[i].day = firstDay + gevel.Date(rng.IntN(int(o.day-firstDay)))
		}
	}
}

// askAll asks the API of each replica that runs.
func (o *night) askAll(ctx context.Context) error {
	for _, r := range o.in.running() {
		for _, q := range o.callers {
			if err := o.ask(ctx, r, q); err != nil {
				return err
			}
		}
	}
	return nil
}

// ask asks a replica, and compares with what was told before.
func (o *night) ask(ctx context.Context, r *replica, q question) error {
	is, err := r.ask(ctx, o.secret, q)
	if err != nil {
		return err
	}
	o.note(r, is)
	if err := o.compare(q, is); err != nil {
		return err
	}
	available, edition, err := r.available(ctx, o.secret, q)
	if err != nil {
		return err
	}
	o.charge(200, 1)
	if available != (is.status == 200) {
		return broken(availableIs, "%s: %v by edition %s, and status %d by edition %s", q, available, edition, is.status, is.edition)
	}
	return nil
}

// compare holds an answer against the last one to the question.
func (o *night) compare(q question, is answer) error {
	if is.status >= 500 {
		return fmt.Errorf("%s: status %d: %s", q, is.status, is.text)
	}
	was, asked := o.told[q]
	if is.edition != "" {
		o.told[q] = is
	}
	if !asked || is.edition == "" || was.text == is.text {
		return nil
	}
	before, after := o.contents[was.edition], o.contents[is.edition]
	if after == nil {
		return broken(oneEdition, "%s: the answer is of %q, which no build made", q, is.edition)
	}
	if since := before.since(after); was.edition == is.edition || since >= q.day {
		return broken(pastStays, "%s: edition %s says %s, and edition %s %s; the first difference of what they know is of %s\n%s\n%s",
			q, was.edition, was.value, is.edition, is.value, since, was.text, is.text)
	}
	return nil
}

// askMany asks all questions, and what each home of the town was worth on a day of the past, in a batch and by gevel value.
func (o *night) askMany(ctx context.Context) error {
	town := o.askedOfTown()
	asked, r := slices.Concat(o.callers, town), o.in.replicas[o.n%len(o.in.replicas)]
	batch, err := r.batch(ctx, o.secret, asked)
	if err != nil {
		return err
	}
	command, err := o.in.valued(ctx, asked)
	if err != nil {
		return err
	}
	if len(batch) != len(asked) {
		return broken(doorsAgree, "a batch answers %d questions of %d", len(batch), len(asked))
	}
	for i, q := range asked {
		o.note(r, answer{status: 200, value: batch[i].value})
		if batch[i].value != command[i].value {
			return broken(doorsAgree, "%s: a batch says %q, and gevel value %q (%s)", q, batch[i].value, command[i].value, command[i].text)
		}
	}
	for i, q := range o.callers {
		if edition := batch[i].edition; edition != "" && edition != o.newest {
			return broken(oneEdition, "%s: a batch answers from edition %s, the newest is %s", q, edition, o.newest)
		}
		is := &command[i]
		if got := o.told[q]; got.edition == o.newest && got.value != is.value {
			return broken(doorsAgree, "%s is worth %q by gevel value and a batch (%s), and %q by the API", q, is.value, is.text, got.value)
		}
	}
	return o.compareTown(town, command[len(o.callers):])
}

// townsDay is how long the town is asked about one day.
const townsDay = 10

// askedOfTown are the questions of all homes, about the day before their first night.
func (o *night) askedOfTown() []question {
	if o.n%townsDay == 1 {
		clear(o.worth)
		o.worthOn = o.day - 1
	}
	return o.ofTown(o.worthOn)
}

// ofTown are the questions of all homes about a day.
func (l *life) ofTown(day gevel.Date) (questions []question) {
	for _, h := range l.town.homes {
		questions = append(questions, question{home{id: h.id}, day})
	}
	for _, id := range l.town.others {
		questions = append(questions, question{home{id: id}, day})
	}
	return questions
}

// compareTown holds the values of the town against those of the night before.
func (o *night) compareTown(town []question, answers []answer) error {
	since, moved, first := gevel.Never, 0, ""
	if o.worthBy != "" && o.worthBy != o.newest {
		since = o.contents[o.worthBy].since(o.contents[o.newest])
	}
	for i, q := range town {
		is := answers[i].value
		if was, asked := o.worth[q.id]; asked && was != is && since >= q.day {
			if moved++; moved == 1 {
				first = fmt.Sprintf("%s: edition %s says %s, and edition %s %s", q, o.worthBy, was, o.newest, is)
			}
		}
		o.worth[q.id] = is
	}
	if o.worthBy = o.newest; moved == 0 {
		return nil
	}
	return broken(pastStays, "%s, as of %d more of %d homes; the first difference of what they know is of %s", first, moved-1, len(town), since)
}

// makeFromScratch makes the newest edition again.
func (o *night) makeFromScratch(ctx context.Context) error {
	out, err := o.in.must(ctx, "build", "-c", "gevel.yaml", "--fresh", "--json")
	if err != nil {
		return err
	}
	if !strings.Contains(out, `"edition": "`+o.newest+`"`) {
		return broken(carriedIsMade, "the newest is %s, and from scratch\n%s", o.newest, firstLines(out, 4))
	}
	return nil
}

func firstLines(text string, n int) string {
	lines := strings.SplitAfterN(text, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "")
}

// lostByKill is how many uses a killed server may lose here: those that were not a tenth of a second old, one of each caller.
// docs/operations.md allows 1 000, and all while the database is away.
const lostByKill = steadyCallers + otherCallers + 1

// countUses compares the uses of the callers' key with their answers.
func (o *night) countUses(ctx context.Context) error {
	killed := o.in.killed()
	return o.in.program.eventually(ctx, "uses are written", func() error {
		uses, err := o.in.uses(ctx, callersKey)
		if err == nil && uses < o.charged-lostByKill*killed-min(killed, 1)*o.unwritten {
			err = broken(nothingLost, "%d uses of the callers' key are written, %d were answered, and %d servers killed", uses, o.charged, killed)
		}
		if most := o.charged + o.perhaps; err == nil && uses > most {
			err = broken(nothingLost, "%d uses of the callers' key are written, and at most %d were answered", uses, most)
		}
		return err
	})
}
