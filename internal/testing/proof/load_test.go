//go:build linux

package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/time/rate"
)

// load is a stream of requests at a bounded pace by several callers, until the tested event is over or all
// requests are made.
type load struct {
	callers   int
	perSecond rate.Limit // rate.Inf for no limit
	most      int        // total requests
	key       string     // the secret
	questions []question // all questions when empty
	// excuse reports whether an answer other than 200 is expected in this case.
	excuse func(question, reply) bool
}

// tally counts the answers to a load.
type tally struct {
	asked, good  int
	excused      map[int]int // by status
	failed       int
	firstFailure string
	took         []time.Duration
}

// answered returns the number of requests that passed the gate, which count as uses of the key.
func (l *tally) answered() int {
	n := l.good
	for status, times := range l.excused {
		if status != http.StatusForbidden && status != http.StatusTooManyRequests && status != http.StatusUnauthorized {
			n += times
		}
	}
	return n
}

func (l *tally) String() string {
	slices.Sort(l.took)
	of := func(share float64) time.Duration {
		return l.took[int(share*float64(len(l.took)-1))].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("%d requests: %d answered 200, others %v, %d failed; median %s, 99 of 100 within %s, the longest %s",
		l.asked, l.good, l.excused, l.failed, of(0.5), of(0.99), of(1))
}

// during runs a load while something happens. It returns when that is over and the last request is answered.
func (s *stand) during(t *testing.T, l load, happens func()) *tally {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if l.questions == nil {
		l.questions = s.questions
	}
	count := &tally{excused: map[int]int{}}
	var mu sync.Mutex
	var next atomic.Int64
	pace := rate.NewLimiter(l.perSecond, 1)
	var asking sync.WaitGroup
	for range l.callers {
		asking.Go(func() {
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= l.most || pace.Wait(ctx) != nil {
					return
				}
				q := l.questions[n%len(l.questions)]
				began := time.Now()
				r, err := s.ask(s.balancer, l.key, q)
				took := time.Since(began)
				if err == nil {
					err = s.wrong(q, r)
				}
				mu.Lock()
				count.note(q, r, err, l.excuse)
				count.took = append(count.took, took)
				mu.Unlock()
			}
		})
	}
	defer asking.Wait() // also when the test fails meanwhile
	defer stop()
	happens()
	if l.most <= int(next.Load()) && l.perSecond != rate.Inf {
		t.Errorf("all %d requests were asked before it was over", l.most)
	}
	if l.perSecond != rate.Inf {
		stop()
	}
	asking.Wait()
	return count
}

func (l *tally) note(q question, r reply, err error, excuse func(question, reply) bool) {
	l.asked++
	switch {
	case err == nil:
		l.good++
	case r.status != 0 && r.status != http.StatusOK && excuse != nil && excuse(q, r):
		l.excused[r.status]++
	default:
		l.failed++
		if l.firstFailure == "" {
			l.firstFailure = fmt.Sprintf("%s: %v", q.target, err)
		}
	}
}

// reply is an answer.
type reply struct {
	status  int // 0 without an answer
	edition string
	reason  string // of a failure
	text    string // without the parts that differ from request to request
}

var signature = regexp.MustCompile(`\?X-Amz-[^"]*`)

// ask asks a question at an address.
func (s *stand) ask(address, key string, q question) (reply, error) {
	r, err := http.NewRequest(http.MethodGet, "http://"+address+q.target, nil)
	if err != nil {
		return reply{}, err
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("X-Request-Id", "the-same")
	answer, err := s.client.Do(r)
	if err != nil {
		return reply{}, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return reply{}, err
	}
	var read struct {
		Meta  struct{ Edition string }
		Error struct{ Errors []struct{ Reason string } }
	}
	if err := json.Unmarshal(body, &read); err != nil {
		return reply{}, fmt.Errorf("status %d: %w: %s", answer.StatusCode, err, body)
	}
	got := reply{
		status: answer.StatusCode, edition: read.Meta.Edition,
		text: string(signature.ReplaceAll(bytes.TrimSpace(body), nil)),
	}
	for _, e := range read.Error.Errors {
		got.reason = e.Reason
	}
	return got, nil
}

// wrong describes what is wrong with an answer: there is none, or a part is not of the edition that it names.
func (s *stand) wrong(q question, r reply) error {
	switch want, known := s.expected[r.edition][q.target]; {
	case r.status != http.StatusOK:
		return fmt.Errorf("status %d: %s", r.status, r.text)
	case !known:
		return fmt.Errorf("answered from an edition %q that nobody published: %s", r.edition, r.text)
	case r.text != want:
		return fmt.Errorf("edition %s answers %s, want %s", r.edition, r.text, want)
	}
	return nil
}

// learn asks a replica all questions and keeps the answers as those expected from its edition.
func (s *stand) learn(t *testing.T, key string) {
	t.Helper()
	for _, q := range s.questions {
		r, err := s.ask(s.replicas[0].address, key, q)
		if err != nil || r.status != http.StatusOK {
			t.Fatalf("%s: %v, %+v", q.target, err, r)
		}
		if s.expected[r.edition] == nil {
			s.expected[r.edition] = map[string]string{}
		}
		s.expected[r.edition][q.target] = r.text
	}
}
