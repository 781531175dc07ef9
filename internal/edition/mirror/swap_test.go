package mirror_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/api"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/testing/s3test"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

const (
	swaps  = 20
	askers = 4
	// pause is between a caller's questions: without one they would take the processor from what they are to disturb.
	pause  = 5 * time.Millisecond
	secret = "secret-of-the-swaps"
)

// TestTwentySwapsUnderLoadFailNoRequestAndMixNoEditions publishes two editions in turn while callers
// ask all the time, and stops the server of S3 meanwhile. Each answer says its edition, and all else in it is
// what that edition answers.
func TestTwentySwapsUnderLoadFailNoRequestAndMixNoEditions(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("editions")
	var dirs, ids [2]string
	for i := range dirs {
		dirs[i], ids[i] = build(t, 10*i)
	}
	publish(t, dirs[1], location)
	publish(t, dirs[0], location)
	r := start(t, location, t.TempDir())
	service, folder := serve(t, r)
	targets := targetsOf(smalltown.Shared(t))
	expected := map[string][]string{}
	expected[ids[0]] = answersOf(t, service, targets)
	publishAndWait := func(i int) {
		publish(t, dirs[i], location)
		eventually(t, "the edition published last answers", func() bool { return folder.Current().Get().Edition.ID() == ids[i] })
	}
	publishAndWait(1)
	expected[ids[1]] = answersOf(t, service, targets)
	if slices.Equal(expected[ids[0]], expected[ids[1]]) {
		t.Fatal("the two editions answer the same")
	}

	ctx, stop := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	var asked atomic.Int64
	for first := range askers {
		asking.Go(func() {
			next := time.NewTicker(pause)
			defer next.Stop()
			for i := first; ctx.Err() == nil; i++ {
				k := i % len(targets)
				id, text, err := ask(service, targets[k])
				if err != nil || expected[id] == nil || text != expected[id][k] {
					t.Errorf("%s: edition %q answers %s (%v)", targets[k], id, text, err)
					return
				}
				asked.Add(1)
				<-next.C
			}
		})
	}
	for i := range swaps {
		if i == swaps/2 {
			server.Stop()
			eventually(t, "that the fault of the bucket is counted", func() bool { return r.Faults() > 0 })
			server.Start()
		}
		publishAndWait(i % 2)
	}
	stop()
	asking.Wait()
	t.Logf("%d requests during %d swaps", asked.Load(), swaps)
	if asked.Load() < swaps {
		t.Errorf("only %d requests were answered", asked.Load())
	}
	if !strings.Contains(r.logged(), "can be read again") {
		t.Errorf("the mirror did not log that the bucket is back: %s", r.logged())
	}
}

// serve answers from a mirror's folder, and follows both until the test ends.
func serve(t *testing.T, r *reflection) (address string, folder *live.Folder) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	folder, err := live.OpenFolder(t.Context(), live.Options{Dir: r.Dir(), Log: log, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := keystore.Create(t.Context(), filepath.Join(t.TempDir(), "keys.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := keys.CreateWithSecret(t.Context(), keystore.NewKey{Name: "load", Scopes: gevel.Scopes()}, secret, time.Now()); err != nil {
		t.Fatal(err)
	}
	gate, err := keystore.NewGate(t.Context(), keys, keystore.GateOptions{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	store, err := photos.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	service, err := api.New(api.Settings{}, api.Parts{Current: folder.Current(), Gate: gate, Photos: store, Log: log, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service)
	ctx, stop := context.WithCancel(t.Context())
	var following sync.WaitGroup
	following.Go(func() { folder.Follow(ctx) })
	following.Go(func() {
		r.Follow(ctx, func() string { return folder.Current().Get().Edition.ID() }, folder.Wake)
	})
	t.Cleanup(func() {
		stop()
		following.Wait()
		server.Close()
		http.DefaultClient.CloseIdleConnections()
		if err := gate.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		keys.Close()
	})
	return server.URL, folder
}

// targetsOf are questions about some homes of the town.
func targetsOf(town smalltown.Town) (targets []string) {
	for _, a := range town.Addresses[:20] {
		targets = append(targets, fmt.Sprintf("/v1/homevalue?postalCode=%s&houseNumber=%d&valuationDate=2021-12-01",
			a.PostalCode, a.HouseNumber))
	}
	return targets
}

func answersOf(t *testing.T, service string, targets []string) (texts []string) {
	t.Helper()
	for _, target := range targets {
		_, text, err := ask(service, target)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

// ask returns the edition that answered, and all of its answer but the id of the request.
func ask(service, target string) (edition, text string, err error) {
	r, err := http.NewRequest(http.MethodGet, service+target, nil)
	if err != nil {
		return "", "", err
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	r.Header.Set("X-Request-Id", "the-same")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return "", "", err
	}
	var read struct{ Meta struct{ Edition string } }
	if answer.StatusCode != http.StatusOK {
		return "", "", fmt.Errorf("status %d: %s", answer.StatusCode, body)
	}
	err = json.Unmarshal(body, &read)
	return read.Meta.Edition, string(bytes.TrimSpace(body)), err
}
