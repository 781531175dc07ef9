package nights

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/gevel/gevel"
)

// Other ways to ask the API: with the tag of an answer, without a day, for an address, of both replicas, in a bad batch.

// tagged is the tag of an answer, with its question and its edition.
type tagged struct {
	question question
	tag      string
	edition  string
}

// askAgain asks what was asked the night before, with the tag of the answer: another edition's is another answer.
func (o *night) askAgain(ctx context.Context) error {
	r, before := o.in.replicas[o.n%len(o.in.replicas)], o.lastTagged
	if before.tag != "" {
		status, _, err := o.askTagged(ctx, r, before.question, before.tag)
		if err != nil {
			return err
		}
		if status == http.StatusNotModified && before.edition != o.newest {
			return broken(newestAnswers, "%s: not modified since edition %s, and edition %s answers", before.question, before.edition, o.newest)
		}
	}
	q := o.callers[o.n%len(o.callers)]
	_, tag, err := o.askTagged(ctx, r, q, "")
	o.lastTagged = tagged{q, tag, o.newest}
	return err
}

// askTagged asks with a tag, "" for none, and returns the tag of the answer.
func (o *night) askTagged(ctx context.Context, r *replica, q question, with string) (status int, tag string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+r.address+"/v1/homevalue?"+q.query(), nil)
	if err != nil {
		return 0, "", err
	}
	if with != "" {
		request.Header.Set("If-None-Match", with)
	}
	request.Header.Set("Authorization", "Bearer "+o.secret)
	got, err := client.Do(request)
	if err != nil {
		return 0, "", err
	}
	body, err := io.ReadAll(got.Body)
	o.note(r, answer{status: got.StatusCode, value: gjson.GetBytes(body, "data.weightedValue").String()})
	return got.StatusCode, got.Header.Get("ETag"), errors.Join(err, got.Body.Close())
}

// askWithoutDay asks for the value of today, by its name and without.
func (o *night) askWithoutDay(ctx context.Context) error {
	q, r := o.callers[o.n%len(o.callers)], o.in.replicas[o.n%len(o.in.replicas)]
	now, err := o.in.clock.now()
	if err != nil {
		return err
	}
	var answers []answer
	for _, q := range []question{{q.home, gevel.DayOf(now)}, {q.home, gevel.NoDate}} {
		is, err := r.ask(ctx, o.secret, q)
		if err != nil {
			return err
		}
		o.note(r, is)
		answers = append(answers, is)
	}
	if later, err := o.in.clock.now(); err != nil || gevel.DayOf(later) != gevel.DayOf(now) {
		return err
	}
	if answers[0].value != answers[1].value {
		return broken(doorsAgree, "%s: its value of today is %q, and without a day %q (%s)", q, answers[0].value, answers[1].value, answers[0].text)
	}
	return nil
}

// searchNew looks for the address of the house that was built last.
func (o *night) searchNew(ctx context.Context) error {
	if len(o.town.plots) == 0 {
		return nil
	}
	p := o.town.plots[len(o.town.plots)-1]
	if !p.isFinished {
		return nil
	}
	for _, r := range o.in.replicas {
		status, body, err := r.get(ctx, o.secret, "/v1/addresses?query="+p.postalCode+"+"+p.number)
		if err != nil {
			return err
		}
		o.charge(status, 1)
		if !strings.Contains(string(body), p.id) {
			return broken(newestAnswers, "%s does not find the new home %s at %s %s: %s", r.name, p.id, p.postalCode, p.number, body)
		}
	}
	return nil
}

// askBoth asks both replicas what else there is to ask: they say the same, of the newest edition.
func (o *night) askBoth(ctx context.Context) error {
	q := o.callers[(o.n+1)%len(o.callers)].query()
	for _, target := range []string{
		"/v1/homevalue/value?" + q, "/v1/homevalue/comparables?" + q, "/v1/homevalue/explanation?" + q,
		"/page/accuracy", "/page/edition", "/ogc/collections/homes",
	} {
		var first string
		for i, r := range o.in.replicas {
			status, body, err := r.get(ctx, o.secret, target)
			if err != nil {
				return err
			}
			o.note(r, answer{status: status, value: gjson.GetBytes(body, "data.weightedValue").String()})
			if of := gjson.GetBytes(body, "meta.edition"); of.Exists() && of.String() != o.newest {
				return broken(oneEdition, "%s answers %s from edition %s, the newest is %s", r.name, target, of, o.newest)
			}
			is := strings.ReplaceAll(string(changing.ReplaceAll(body, nil)), r.address, "")
			if i > 0 && is != first {
				return broken(doorsAgree, "%s: %s says\n%s\nand %s\n%s", target, o.in.replicas[0].name, first, r.name, is)
			}
			first = is
		}
	}
	return nil
}

// spoilBatches sends each replica a batch that it can't read, and one that is left in its midst.
func (o *night) spoilBatches(ctx context.Context) error {
	for _, r := range o.in.replicas {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.address+"/batch/values", strings.NewReader("colour\nred\n"))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "text/csv")
		status, body, err := r.send(request, o.secret)
		if err != nil {
			return err
		}
		if o.charge(status, 1); status != http.StatusBadRequest {
			return broken(nothingGrows, "%s answers a batch that it can't read with %d: %s", r.name, status, body)
		}
		left := errors.New("the caller goes away")
		if _, err := r.batch(ctx, o.leaver, o.ofTown(o.day-1), func() error { return left }); !errors.Is(err, left) {
			return fmt.Errorf("a batch that was left: %w", err)
		}
	}
	return nil
}
