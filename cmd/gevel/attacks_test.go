package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// An attack lasts for attackFor; a worker takes steps one after the other.
const attackFor = 8 * time.Second

// swapEvery is how often an attack has the service take up another edition. What watches the folder looks once a second.
const swapEvery = 2 * time.Second

// attack is a load, by the key of an attacker or by none. Workers that are streams share a connection of HTTP/2.
type attack struct {
	name    string
	workers int
	streams bool
	frames  bool // of HTTP/2, written by the attack itself: tried behind proxies too
	step    func(ctx context.Context, s *attacked) (status int)
}

var attacks = []attack{
	{"none: the other key alone", 0, false, false, nil},
	{"64 connections that ask for explanations", 64, false, false, func(ctx context.Context, s *attacked) int {
		return s.ask(ctx, http.MethodGet, "/v1/homevalue/explanation?"+s.query, "")
	}},
	{"8 connections that send batches of 2,000 rows", 8, false, false, func(ctx context.Context, s *attacked) int {
		return s.ask(ctx, http.MethodPost, "/batch/values", strings.Repeat(s.row, 2000))
	}},
	{"16 connections that count all homes of the OGC service", 16, false, false, func(ctx context.Context, s *attacked) int {
		return s.ask(ctx, http.MethodGet, "/ogc/collections/homes/items?limit=1", "")
	}},
	{"16 connections that send /mcp arrays of 1,300 requests", 16, false, false, func(ctx context.Context, s *attacked) int {
		one := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
		return s.ask(ctx, http.MethodPost, "/mcp", "["+strings.Repeat(one+",", 1299)+one+"]")
	}},
	{"64 streams of HTTP/2 that ask for metrics", 64, true, false, func(ctx context.Context, s *attacked) int {
		return s.ask(ctx, http.MethodGet, "/metrics", "")
	}},
	{"16 connections that ask for explanations, an edition every two seconds", 16, false, false, func(ctx context.Context, s *attacked) int {
		s.swap()
		return s.ask(ctx, http.MethodGet, "/v1/homevalue/explanation?"+s.query, "")
	}},
	{"64 streams of HTTP/2, ten resets a second each", 64, true, false, func(ctx context.Context, s *attacked) int {
		defer time.Sleep(100 * time.Millisecond)
		ctx, reset := context.WithTimeout(ctx, time.Millisecond)
		defer reset()
		return s.ask(ctx, http.MethodGet, "/v1/homevalue/comparables?"+s.query, "")
	}},
	{"6 connections of HTTP/2, 600 resets a second in all", 6, false, true, func(ctx context.Context, s *attacked) int {
		return s.reset(ctx, "/v1/homevalue/explanation?"+s.query)
	}},
	{"6 connections of HTTP/2, 600 resets of metrics a second in all", 6, false, true, func(ctx context.Context, s *attacked) int {
		return s.reset(ctx, "/metrics")
	}},
	{"8 connections of 250 streams of HTTP/2 whose windows never open, all kinds of routes", 8, false, true, func(ctx context.Context, s *attacked) int {
		return s.unread(ctx, "/metrics", "/v1/homevalue/explanation?"+s.query, "/ogc/collections/homes/items?limit=100", "/docs",
			"/page/report?"+s.query, "/page/index?"+s.query, "/page/accuracy", "/v1/openapi.json")
	}},
	{"300 connections whose body never comes", 300, false, false, func(ctx context.Context, s *attacked) int {
		return s.hang(ctx, "POST /page/worksheet HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Length: 60000\r\n\r\n{")
	}},
	{"200 connections that read no answer", 200, false, false, func(ctx context.Context, s *attacked) int {
		return s.hang(ctx, strings.Repeat("GET /ogc/collections/homes/items?limit=100 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %[1]s\r\n\r\n", 20))
	}},
}

// attacked is a service of the town in a process of its own.
type attacked struct {
	at, key, query, row string
	certificate         []byte // with its key
	homes               int
	service             *exec.Cmd
	client              *http.Client
	editions            []string // manifests
	swaps               *atomic.Int64
	began               time.Time
}

// TestAttacksAreMeasured writes the page of attacks with -update: how long a value takes that another key asks for.
func TestAttacksAreMeasured(t *testing.T) {
	if !*update {
		t.Skip("measured with -update alone")
	}
	town := townUnderAttack(t)
	s, other := town.start(t, true, "")
	page := new(referencePage)
	page.line("*Measured by `go test ./cmd/gevel -run AttacksAreMeasured -update`.*\n\n# Attacks\n")
	page.line("What a valuation of another key takes while one key, or none, attacks. Each attack goes on for %s, against a service of\n"+
		"the town of the tests in a process of its own, which shares %d processors with the attackers and the other key: compare\n"+
		"with the first row, and behind a proxy with the first behind it. Refused are the attacker's requests that got no 200 while it went on. Memory is the resident memory\n"+
		"of the service at its most during the attack.",
		attackFor, runtime.NumCPU())
	var rows [][]string
	for _, a := range attacks {
		rows = append(rows, append([]string{a.name}, s.suffer(t, a, other).row()...))
	}
	plain, other := townUnderAttack(t).start(t, false, "")
	for _, p := range proxies {
		through := plain.behind(t, p)
		for _, a := range attacks {
			if a.workers == 0 || a.frames {
				name := a.name + ", behind " + p.name
				rows = append(rows, append([]string{name}, through.suffer(t, a, other).row()...))
			}
		}
	}
	page.table([]string{"attack", "requests", "refused", "other key's values", "not answered", "p50, ms", "p99, ms", "memory, MB"}, rows)
	page.keepFresh(t, "attacks.md")
}

// underAttack is a folder with two editions, and what a service of them needs.
type underAttack struct{ dir, key, other, today string }

// townUnderAttack makes a folder with two editions of a town. The second has fewer homes.
func townUnderAttack(t *testing.T) *underAttack {
	dir := t.TempDir()
	u := &underAttack{dir: dir, key: makeServable(t, dir), today: todayVariable + "=" + townDay.String()}
	if _, err := copyTown(smallTown, filepath.Join(dir, "small")); err != nil {
		t.Fatal(err)
	}
	second, err := filepath.Glob(filepath.Join(dir, "small", "editions", "[0-9a-f]*"))
	if err == nil {
		err = os.Rename(second[0], filepath.Join(dir, "editions", filepath.Base(second[0])))
	}
	if err != nil {
		t.Fatal(err)
	}
	code, other := runInTown(t, "keys", "--keys", filepath.Join(dir, "keys.db"), "create", "--name", "other")
	if code != 0 {
		t.Fatal(other)
	}
	u.other = strings.Fields(other)[0]
	return u
}

// start starts a service, by TLS where that is wanted, in a memory cgroup where one is given. It returns a second key too.
func (u *underAttack) start(t *testing.T, secure bool, cgroup string) (s *attacked, other string) {
	dir := u.dir
	s = &attacked{key: u.key, swaps: new(atomic.Int64), began: time.Now()}
	s.editions, _ = filepath.Glob(filepath.Join(dir, "editions", "*", "manifest.json"))
	cert, key := filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	writeCertificate(t, cert, key)
	for _, path := range []string{cert, key} {
		part, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s.certificate = append(s.certificate, part...)
	}
	self, err := os.Executable()
	if err == nil {
		_ = os.Remove(filepath.Join(dir, "gevel"))
		err = os.Symlink(self, filepath.Join(dir, "gevel"))
	}
	if err != nil {
		t.Fatal(err)
	}
	args := []string{
		"serve", "--addr", "127.0.0.1:0", "--editions", filepath.Join(dir, "editions"), "--photos", filepath.Join(dir, "bucket"),
		"--keys", filepath.Join(dir, "keys.db"), "--log-level", "error",
	}
	if secure {
		args = append(args, "--tls-cert", cert, "--tls-key", key)
	}
	service := exec.CommandContext(t.Context(), filepath.Join(dir, "gevel"), args...)
	if cgroup != "" { // the shell goes into it, and becomes the service
		into := `echo $$ >"$0" && exec "$@"`
		service = exec.CommandContext(t.Context(), "sh", append([]string{"-c", into, filepath.Join(cgroup, "cgroup.procs"), service.Path}, args...)...)
	}
	service.Env, service.Stderr = append(os.Environ(), u.today), os.Stderr
	out, err := service.StdoutPipe()
	if err == nil {
		err = service.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = service.Process.Kill(); _ = service.Wait() })
	lines := bufio.NewScanner(out)
	for s.at == "" && lines.Scan() {
		s.at = regexp.MustCompile(`https?://127\.0\.0\.1:\d+`).FindString(lines.Text())
	}
	if s.at == "" {
		t.Fatal("the service does not listen")
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	s.service = service
	s.takeHome(t)
	return s, u.other
}

// takeHome takes a home that the service proposes: the one that is asked for.
func (s *attacked) takeHome(t *testing.T) {
	s.client = clientOf(false)
	var edition struct {
		Data struct {
			Homes    int
			Examples []struct {
				BagID, PostalCode, HouseLetter, HouseNumberExt string
				HouseNumber                                    int
			}
		}
	}
	status, answer := s.get(t.Context(), "/page/edition")
	if err := json.Unmarshal(answer, &edition); err != nil || len(edition.Data.Examples) == 0 {
		t.Fatalf("no home to ask for: %d, %v, %s", status, err, answer)
	}
	home := edition.Data.Examples[0]
	s.homes = edition.Data.Homes
	s.query = fmt.Sprintf("postalCode=%s&houseNumber=%d&houseLetter=%s&houseNumberExt=%s",
		home.PostalCode, home.HouseNumber, home.HouseLetter, url.QueryEscape(home.HouseNumberExt))
	s.row = fmt.Sprintf("{\"bagId\":%q}\n", home.BagID)
}

// clientOf returns a client by HTTP/2, whose requests are streams of one connection, or by HTTP/1.1, of a connection each.
func clientOf(streams bool) *http.Client {
	by := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, MaxIdleConnsPerHost: 1000, Protocols: new(http.Protocols)}
	by.Protocols.SetHTTP1(!streams)
	by.Protocols.SetHTTP2(streams)
	return &http.Client{Transport: by}
}

// swap makes the older edition the newest, once every swapEvery.
func (s *attacked) swap() {
	was, n := s.swaps.Load(), int64(time.Since(s.began)/swapEvery)
	if n > was && s.swaps.CompareAndSwap(was, n) {
		_ = os.Chtimes(s.editions[n%2], time.Now(), time.Now())
	}
}

// suffered is what came of an attack.
type suffered struct {
	sent, refused atomic.Int64
	took          []time.Duration // of each value that the other key got, sorted
	lost          int             // values that it did not get
	answers       map[string]bool // that it got, different ones
	memory        int             // the most resident memory, kB
}

// at returns within how many ms a share of the other key's values came.
func (f *suffered) at(share float64) string {
	return fmt.Sprintf("%.1f", f.took[int(share*float64(len(f.took)-1))].Seconds()*1000)
}

// row is what came of an attack, after its name.
func (f *suffered) row() []string {
	return []string{
		fmt.Sprint(f.sent.Load()), fmt.Sprint(f.refused.Load()), fmt.Sprint(len(f.took)), fmt.Sprint(f.lost), f.at(0.5), f.at(0.99),
		fmt.Sprint(f.memory / 1000),
	}
}

// suffer attacks.
func (s *attacked) suffer(t *testing.T, a attack, other string) *suffered {
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.service.Process.Pid), []byte("5"), 0); err != nil { // the most memory so far
		t.Fatal(err)
	}
	attacker := *s
	attacker.client = clientOf(a.streams)
	defer attacker.client.CloseIdleConnections()
	ctx, end := context.WithTimeout(t.Context(), attackFor)
	defer end()
	f := &suffered{answers: map[string]bool{}}
	var workers sync.WaitGroup
	for range a.workers {
		workers.Go(func() {
			for ctx.Err() == nil {
				f.sent.Add(1)
				if a.step(ctx, &attacker) != http.StatusOK && ctx.Err() == nil {
					f.refused.Add(1)
				}
			}
		})
	}
	value := *s
	value.key, value.client = other, clientOf(false)
	defer value.client.CloseIdleConnections()
	for ctx.Err() == nil {
		start := time.Now()
		one, given := context.WithTimeout(t.Context(), 30*time.Second) // an answer may come after the attack
		if status, answer := value.get(one, "/v1/homevalue?"+s.query); status == http.StatusOK {
			f.took = append(f.took, time.Since(start))
			_, data, _ := strings.Cut(string(answer), `"data":`) // after the id of this answer
			f.answers[data] = true
		} else {
			f.lost++
		}
		given()
		time.Sleep(10 * time.Millisecond)
	}
	workers.Wait()
	if len(f.took) == 0 {
		t.Fatalf("%s: no value was answered, %d were not", a.name, f.lost)
	}
	slices.Sort(f.took)
	f.memory = s.memory(t)
	return f
}

// get asks for an answer; the status is 0 where none came.
func (s *attacked) get(ctx context.Context, target string) (status int, body []byte) {
	return s.send(ctx, http.MethodGet, target, "")
}

// ask sends a request and reads the answer; the status is 0 where none came.
func (s *attacked) ask(ctx context.Context, method, target, body string) (status int) {
	status, _ = s.send(ctx, method, target, body)
	return status
}

func (s *attacked) send(ctx context.Context, method, target, body string) (status int, answered []byte) {
	r, err := http.NewRequestWithContext(ctx, method, s.at+target, strings.NewReader(body))
	if err != nil {
		return 0, nil
	}
	r.Header.Set("Authorization", "Bearer "+s.key)
	r.Header.Set("Content-Type", "application/json")
	if target == "/batch/values" {
		r.Header.Set("Content-Type", "application/x-ndjson")
	}
	r.Header.Set("Accept", "application/json, text/event-stream, */*")
	answer, err := s.client.Do(r)
	if err != nil {
		return 0, nil
	}
	defer answer.Body.Close()
	if answered, err = io.ReadAll(answer.Body); err != nil {
		return 0, nil
	}
	return answer.StatusCode, answered
}

// hang sends a text by HTTP/1.1, and neither ends it nor reads an answer as long as the attack goes on.
func (s *attacked) hang(ctx context.Context, text string) int {
	c, err := (&tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}}).DialContext(ctx, "tcp", strings.TrimPrefix(s.at, "https://"))
	if err != nil {
		return 0
	}
	defer c.Close()
	fmt.Fprintf(c, text, s.key)
	<-ctx.Done()
	return 0
}

// memory is the most resident memory that the service had in the attack, kB.
func (s *attacked) memory(t *testing.T) (kB int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.service.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	_, _ = fmt.Sscan(rest, &kB)
	return kB
}
