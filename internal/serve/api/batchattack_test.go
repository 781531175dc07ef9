package api_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// What batches cost, and that no key takes them from the others.

func zipOf(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestABatchIsAUseAlsoWithoutRows(t *testing.T) {
	s := openSite(t)
	statuses := map[int]int{}
	for range 30 {
		response, _ := s.post(t, "", "ten", strings.NewReader(""))
		statuses[response.StatusCode]++
	}
	if statuses[http.StatusOK] != 10 || statuses[http.StatusForbidden] != 20 {
		t.Errorf("30 empty batches of a key with a quota of 10: %v by status", statuses)
	}
}

func TestBlankLinesAreUses(t *testing.T) {
	s := openSite(t)
	header := "postalCode,houseNumber\n"
	for kind, head := range map[string]string{ndjson: "", "text/csv": header} {
		for blank, uses := range map[string]int{strings.Repeat("\n", 120<<10): 1, strings.Repeat("\r\n", 120<<10): 2, strings.Repeat("\u00a0\n", 1<<20): 25} {
			for _, zipped := range []bool{false, true} {
				s := openSite(t)
				body, headers := head+blank, []string{"Content-Type", kind}
				if zipped {
					body, headers = zipOf(t, body), append(headers, "Content-Encoding", "gzip")
				}
				response, text := s.post(t, "", "ten", strings.NewReader(body), headers...)
				if uses > 10 {
					if response.StatusCode != http.StatusForbidden {
						t.Errorf("%d bytes of blank lines are answered %d: %.200s", len(blank), response.StatusCode, text)
					}
					continue
				}
				for range 10 - uses {
					if response, text := s.post(t, "", "ten", strings.NewReader("")); response.StatusCode != http.StatusOK {
						t.Fatalf("%d bytes of blank lines are more than %d uses: %s", len(blank), uses, text)
					}
				}
				if response, _ := s.post(t, "", "ten", strings.NewReader("")); response.StatusCode != http.StatusForbidden {
					t.Errorf("%d bytes of blank lines are fewer than %d uses", len(blank), uses)
				}
			}
		}
	}
	response, text := s.post(t, "", "full", strings.NewReader(zipOf(t, strings.Repeat("\n", 20<<20))), "Content-Encoding", "gzip")
	if response.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(text, "unzips to more than 100 times") {
		t.Errorf("20 MB of zipped blank lines are answered %d: %s", response.StatusCode, text)
	}
}

// TestBatchesThatWaitTakeNothingFromOthers lets two keys wait for their rate, and callers who neither send nor read.
func TestBatchesThatWaitTakeNothingFromOthers(t *testing.T) {
	s := openSite(t, func(c *setup) {
		c.Batch.MaxBatches = 2 + runtime.GOMAXPROCS(0)
		c.BatchWait = func(ctx context.Context, _ time.Duration) error { // the clock stands still
			<-ctx.Done()
			return ctx.Err()
		}
	})
	ctx, goAway := context.WithCancel(t.Context())
	defer goAway()
	for _, key := range []string{"slow", "as slow"} {
		for range ofEach {
			s.begin(t, ctx, key, strings.Repeat(s.home(t), 1000))
		}
	}
	for range runtime.GOMAXPROCS(0) {
		s.converse(t, ctx) // and says nothing more
		s.begin(t, ctx, "valuation only", strings.Repeat(s.home(t), 20000))
	}
	s.waitFor(t, "gevel_batches_in_work", float64(2*ofEach+2*runtime.GOMAXPROCS(0)))
	if response, text := s.post(t, "", "full", strings.NewReader(s.home(t))); response.StatusCode != http.StatusOK ||
		len(rowsOf(t, text)) != 1 {
		t.Errorf("a batch beside them is answered %d: %s", response.StatusCode, text)
	}
	goAway()
	s.waitFor(t, "gevel_batches_in_work", 0)
}

// ofEach is how many batches a slow key begins.
const ofEach = 2

// begin sends a batch, and does not read the answer.
func (s *site) begin(t *testing.T, ctx context.Context, key, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.server.URL+"/batch/values", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.secrets[key])
	r.Header.Set("Content-Type", ndjson)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		response, err := http.DefaultTransport.RoundTrip(r)
		if err == nil {
			<-ctx.Done()
			response.Body.Close()
		}
	}()
	t.Cleanup(func() { <-ended })
}

// waitFor waits until a metric has a value.
func (s *site) waitFor(t *testing.T, metric string, want float64) {
	t.Helper()
	for s.scrape(t)[metric] != want {
		if err := t.Context().Err(); err != nil {
			t.Fatalf("%s is %v, want %v", metric, s.scrape(t)[metric], want)
		}
	}
}

// TestABatchDoesNotHoldAnOldEditionForEver swaps editions while a slow batch is answered.
func TestABatchDoesNotHoldAnOldEditionForEver(t *testing.T) {
	other := smalltown.Shared(t)
	var s *site
	var current *live.Current
	waits := 0
	s = openSite(t, func(c *setup) {
		current = c.Current
		c.BatchWait = func(_ context.Context, _ time.Duration) error {
			if waits++; waits == 2 {
				current.Swap(live.New(other.Edition(), other.Valuer))
			}
			s.clock.set(s.clock.now().Add(time.Hour))
			return nil
		}
	})
	_, text := s.post(t, "", "slow", strings.NewReader(strings.Repeat(s.home(t), 100)))
	answers := rowsOf(t, text)
	checkEnd(t, answers, 14, "unavailable")
	for _, a := range answers[:len(answers)-1] {
		if a["edition"] != s.live.Edition.ID() {
			t.Errorf("a row is of another edition: %v", a)
		}
	}
}
