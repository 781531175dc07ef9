//go:build linux

package proof

import (
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// steady is a load that leaves a small machine room for the other processes.
var steady = load{callers: 8, perSecond: 200, most: 12_000}

// TestThreeReplicasLoseNothing breaks one part after the other while callers ask all five endpoints. Each
// case has its own key, so that its uses can be compared with its answers.
func TestThreeReplicasLoseNothing(t *testing.T) {
	if os.Getenv("GEVEL_TEST_PROOF") == "" {
		t.Skip("GEVEL_TEST_PROOF is not set")
	}
	s := newStand(t)
	first := s.newKey(t, "learning", 0)
	s.awaitKey(t, first)
	s.learn(t, first)
	s.publishAndAwait(t, 1)
	s.learn(t, first)
	if len(s.expected) != 3 { // photos depend on no edition
		t.Fatalf("answers name %d editions", len(s.expected))
	}
	for _, part := range []struct {
		name string
		run  func(*testing.T, *stand)
	}{
		{"replicas restarted in turn", restartInTurn},
		{"a quota used up while replicas are restarted", useUpAQuota},
		{"PostgreSQL killed and started again", loseTheDatabase},
		{"a quota used up while PostgreSQL is away", useUpAQuotaWithoutTheDatabase},
		{"S3 away and back", loseTheBucket},
		{"editions published and swapped", swapEditions},
		{"replicas killed", killReplicas},
		{"nginx instead of haproxy", nginxInstead},
	} {
		if !t.Run(part.name, func(t *testing.T) { part.run(t, s) }) {
			return
		}
	}
}

// awaitKey waits until all replicas know a key.
func (s *stand) awaitKey(t *testing.T, key string) time.Duration {
	t.Helper()
	return eventually(t, "all replicas know a new key", func() bool {
		for _, r := range s.replicas {
			if got, err := s.ask(r.address, key, question{target: "/v1/nothing"}); err != nil || got.status != http.StatusNotFound {
				return false
			}
		}
		return true
	})
}

// prepare makes a key for a load.
func (s *stand) prepare(t *testing.T, l load, name string, quota int) load {
	t.Helper()
	l.key = s.newKey(t, name, quota)
	s.awaitKey(t, l.key)
	return l
}

// expectNoFailure expects that every request got a right answer.
func expectNoFailure(t *testing.T, count *tally) {
	t.Helper()
	t.Log(count)
	if count.failed > 0 {
		t.Errorf("%d requests failed, the first: %s", count.failed, count.firstFailure)
	}
	if count.good == 0 {
		t.Error("nothing was answered")
	}
}

// expectUses expects that a key's uses equal the answered requests.
func (s *stand) expectUses(t *testing.T, name string, count *tally) {
	t.Helper()
	want := count.answered()
	var got int
	eventually(t, "uses are written", func() bool { got = s.used(t, name); return got >= want })
	t.Logf("%d uses are written, %d requests were answered", got, want)
	if got != want {
		t.Errorf("%d uses are written, want %d", got, want)
	}
}

func (s *stand) restartAll(t *testing.T) {
	t.Helper()
	for i := range s.replicas {
		began := time.Now()
		s.replicas[i].running.stop(t)
		ended := time.Since(began)
		s.start(t, i)
		s.awaitReady(t, i)
		s.awaitUp(t, i)
		t.Logf("replica %d ended within %s and was back after %s", i+1, seconds(ended), seconds(time.Since(began)))
	}
}

func restartInTurn(t *testing.T, s *stand) {
	count := s.during(t, s.prepare(t, steady, "restart", 0), func() { s.restartAll(t) })
	expectNoFailure(t, count)
	s.expectUses(t, "restart", count)
}

func useUpAQuota(t *testing.T, s *stand) {
	const quota = 1500
	l := s.prepare(t, steady, "quota", quota)
	l.excuse = func(_ question, r reply) bool {
		return r.status == http.StatusForbidden || r.status == http.StatusTooManyRequests
	}
	count := s.during(t, l, func() { s.restartAll(t) })
	expectNoFailure(t, count)
	if count.good != quota {
		t.Errorf("%d requests were let in, the quota is %d", count.good, quota)
	}
	s.expectUses(t, "quota", count)
}

func loseTheDatabase(t *testing.T, s *stand) {
	l := s.prepare(t, steady, "database", 0)
	count := s.during(t, l, func() {
		pause(t.Context(), time.Second)
		if err := s.database.Kill(); err != nil {
			t.Fatal(err)
		}
		pause(t.Context(), 5*time.Second)
		unknown, err := s.ask(s.balancer, "gvl_unknown", s.questions[0])
		if err != nil || unknown.status != http.StatusServiceUnavailable {
			t.Errorf("an unknown key while the database is away: %+v (%v), want status 503", unknown, err)
		}
		if err := s.database.Start(); err != nil {
			t.Fatal(err)
		}
		late := s.newKey(t, "late", 0)
		t.Logf("a key made after the database was back works on all replicas after %s", seconds(s.awaitKey(t, late)))
		pause(t.Context(), time.Second)
	})
	expectNoFailure(t, count)
	s.expectUses(t, "database", count)
}

// useUpAQuotaWithoutTheDatabase checks the bound that docs/operations.md gives: when the database is gone, a
// replica answers what is left of its lease, and one second's requests.
func useUpAQuotaWithoutTheDatabase(t *testing.T, s *stand) {
	const quota = 1000
	l := s.prepare(t, steady, "quota alone", quota)
	l.excuse = func(_ question, r reply) bool {
		return r.status == http.StatusForbidden || r.status == http.StatusTooManyRequests
	}
	count := s.during(t, l, func() {
		pause(t.Context(), time.Second)
		if err := s.database.Kill(); err != nil {
			t.Fatal(err)
		}
		pause(t.Context(), 8*time.Second)
		if err := s.database.Start(); err != nil {
			t.Fatal(err)
		}
		pause(t.Context(), 2*time.Second)
	})
	expectNoFailure(t, count)
	if most := quota + int(l.perSecond); count.good > most || count.good < quota*9/10 {
		t.Errorf("%d requests were let in, the quota is %d", count.good, quota)
	}
	s.expectUses(t, "quota alone", count)
}

// loseTheBucket lets more callers wait for photos than a replica serves at once, while others ask for values.
func loseTheBucket(t *testing.T, s *stand) {
	values, photos := s.prepare(t, steady, "bucket values", 0), s.prepare(t, steady, "bucket photos", 0)
	photos.callers = 64
	photos.excuse = func(_ question, r reply) bool {
		return r.status == http.StatusServiceUnavailable && r.reason == "unavailable"
	}
	for _, q := range s.questions {
		if q.ofPhotos {
			photos.questions = append(photos.questions, q)
		} else {
			values.questions = append(values.questions, q)
		}
	}
	var ofPhotos *tally
	ofValues := s.during(t, values, func() {
		ofPhotos = s.during(t, photos, func() { s.stopBucketForAWhile(t, photos) })
	})
	t.Log("values")
	expectNoFailure(t, ofValues)
	s.expectUses(t, "bucket values", ofValues)
	t.Log("photos")
	expectNoFailure(t, ofPhotos)
}

func (s *stand) stopBucketForAWhile(t *testing.T, photos load) {
	t.Helper()
	pause(t.Context(), time.Second)
	s.objects.Stop()
	pause(t.Context(), 5*time.Second)
	s.objects.Start()
	took := eventually(t, "photos are answered again", func() bool {
		r, err := s.ask(s.balancer, photos.key, photos.questions[0])
		return err == nil && r.status == http.StatusOK
	})
	t.Logf("photos are answered again %s after the bucket was back", seconds(took))
	pause(t.Context(), time.Second)
}

func swapEditions(t *testing.T, s *stand) {
	const swaps = 4
	count := s.during(t, s.prepare(t, steady, "swaps", 0), func() {
		for i := range swaps {
			began := time.Now()
			s.publishAndAwait(t, i%2)
			t.Logf("swap %d: all replicas answer from the edition %s after publishing began", i+1, seconds(time.Since(began)))
		}
	})
	expectNoFailure(t, count)
	s.expectUses(t, "swaps", count)
}

// mostLost bounds the uses that a killed replica loses: the last tenth of a second and one write, with room
// for a slow machine. It is also bounded by the requests answered within that time.
const mostLost = 500

func killReplicas(t *testing.T, s *stand) {
	busy := s.prepare(t, load{callers: 16, perSecond: 1000, most: 20_000}, "killed", 0)
	before := s.askedAgain(t)
	count := s.during(t, busy, func() {
		for i := range s.replicas {
			pause(t.Context(), time.Second)
			if err := s.replicas[i].running.kill(); err != nil {
				t.Fatal(err)
			}
			pause(t.Context(), time.Second)
			s.start(t, i)
			s.awaitReady(t, i)
			s.awaitUp(t, i)
		}
	})
	again := s.askedAgain(t) - before
	t.Log(count)
	t.Logf("the balancer asked %d requests again, since a connection was refused or dropped; %d failed", again, count.failed)
	if count.failed > replicas*busy.callers {
		t.Errorf("%d requests failed, more than can have been in flight; the first: %s", count.failed, count.firstFailure)
	}
	var uses int
	eventually(t, "uses are written", func() bool { uses = s.used(t, "killed"); return uses >= count.answered()-replicas*mostLost })
	pause(t.Context(), time.Second)
	uses = s.used(t, "killed")
	t.Logf("%d uses are written, %d requests were answered", uses, count.answered())
	if uses > count.answered()+replicas*busy.callers || uses < count.answered()-replicas*mostLost {
		t.Errorf("%d uses are written, %d requests were answered", uses, count.answered())
	}
}

// askedAgain returns how many requests the balancer has repeated so far, at the same or another replica.
func (s *stand) askedAgain(t *testing.T) int {
	t.Helper()
	same, err := strconv.Atoi(s.counted("BACKEND", "wretr"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := strconv.Atoi(s.counted("BACKEND", "wredis"))
	if err != nil {
		t.Fatal(err)
	}
	return same + other
}
