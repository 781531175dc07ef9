//go:build linux

package proof

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/testing/postgrestest"
	"github.com/gevel/gevel/internal/testing/s3test"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

const replicas = 3

// drainFor is the drain time that deploy/haproxy.cfg asks for.
const drainFor = "5s"

// stand is the whole service on one machine.
type stand struct {
	t         *testing.T // of the whole run: replicas outlive the subtests that start them
	gevel     string     // the program
	database  *postgrestest.Server
	keys      string // the database's URL
	objects   *s3test.Server
	editions  string // in S3
	photos    string
	edition   [2]struct{ dir, id string }
	questions []question
	// expected are the answers by edition and target; answers about photos are under the empty edition.
	expected map[string]map[string]string

	replicas [replicas]replica
	balancer string // its address
	figures  string // address of the balancer's statistics
	client   *http.Client
}

type replica struct {
	address string
	cache   string
	running *process
}

// newStand starts everything and publishes the first of two editions.
func newStand(t *testing.T) *stand {
	t.Helper()
	s := &stand{t: t, expected: map[string]map[string]string{}, client: &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	t.Cleanup(s.client.CloseIdleConnections)
	s.gevel = filepath.Join(t.TempDir(), "gevel")
	command(t, "go", "build", "-o", s.gevel, "../../../cmd/gevel")

	var err error
	if s.database, err = postgrestest.New(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.database.Remove(); err != nil {
			t.Error(err)
		}
	})
	s.keys = s.database.NewSchema(t)
	t.Setenv("GEVEL_KEYS", s.keys) // not a flag, which process lists show
	s.objects = s3test.Start(t)
	s.editions, s.photos = s.objects.Bucket("editions")+"/prod", s.objects.Bucket("photos")

	homes := smalltown.Shared(t).Addresses[:homesAsked]
	s.questions = questionsAbout(homes)
	for i := range s.edition {
		s.edition[i].dir, s.edition[i].id = writeEdition(t, 10*i)
	}
	s.publish(t, 0)
	command(t, s.gevel, "images", "--photos", s.photos, "add", writePhotos(t, homes), "--editions", filepath.Dir(s.edition[0].dir))
	s.newKey(t, "first", 0)

	for i := range s.replicas {
		s.replicas[i].address, s.replicas[i].cache = s3test.FreeAddress(t), t.TempDir()
		s.start(t, i)
	}
	for i := range s.replicas {
		s.awaitReady(t, i)
	}
	s.startBalancer(t)
	return s
}

// publish publishes an edition to S3 as an operator does.
func (s *stand) publish(t *testing.T, i int) {
	t.Helper()
	command(t, s.gevel, "publish", s.edition[i].dir, s.editions)
}

// publishAndAwait publishes an edition and waits until all replicas answer from it.
func (s *stand) publishAndAwait(t *testing.T, i int) {
	t.Helper()
	s.publish(t, i)
	eventually(t, "all replicas answer from the edition published last", func() bool {
		for r := range s.replicas {
			if s.answersFrom(r) != s.edition[i].id {
				return false
			}
		}
		return true
	})
}

// newKey makes a key with a quota a month, 0 for none, and returns its secret.
func (s *stand) newKey(t *testing.T, name string, quota int) string {
	t.Helper()
	out := command(t, s.gevel, "keys", "create", "--name", name, "--quota", fmt.Sprint(quota), "--json")
	var made struct{ Secret string }
	if err := json.Unmarshal([]byte(out), &made); err != nil || made.Secret == "" {
		t.Fatalf("a key is described as %s (%v)", out, err)
	}
	return made.Secret
}

// used returns a key's uses as the database has recorded them.
func (s *stand) used(t *testing.T, name string) (n int) {
	t.Helper()
	var shown struct{ Usage map[string]int }
	out := command(t, s.gevel, "keys", "show", name, "--json")
	if err := json.Unmarshal([]byte(out), &shown); err != nil {
		t.Fatalf("a key is described as %s (%v)", out, err)
	}
	for _, uses := range shown.Usage { // by month
		n += uses
	}
	return n
}

// start starts a replica.
func (s *stand) start(t *testing.T, i int) {
	t.Helper()
	r := &s.replicas[i]
	r.running = launch(s.t, fmt.Sprintf("replica-%d", i+1), s.gevel, "serve", "--addr", r.address, "--cache", r.cache,
		"--editions", s.editions, "--photos", s.photos, "--drain-for", drainFor)
}

// awaitReady waits until a replica reports that it is ready.
func (s *stand) awaitReady(t *testing.T, i int) {
	t.Helper()
	eventually(t, fmt.Sprintf("replica %d is ready", i+1), func() bool { return s.answersFrom(i) != "" })
}

// answersFrom returns the edition that a replica answers from, empty while it is not ready.
func (s *stand) answersFrom(i int) string {
	answer, err := s.client.Get("http://" + s.replicas[i].address + "/readyz")
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	var ready struct{ Edition string }
	if err := json.NewDecoder(answer.Body).Decode(&ready); err != nil || answer.StatusCode != http.StatusOK {
		return ""
	}
	return ready.Edition
}

var (
	serverLine = regexp.MustCompile(`(?m)^ *server .*\n`)
	bindLine   = regexp.MustCompile(`(?m)^ *bind :8080$`)
)

// startBalancer starts haproxy with deploy/haproxy.cfg, other addresses filled in, and a page of statistics.
func (s *stand) startBalancer(t *testing.T) {
	t.Helper()
	shipped, err := os.ReadFile("../../../deploy/haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	s.balancer, s.figures = s3test.FreeAddress(t), s3test.FreeAddress(t)
	config := serverLine.ReplaceAllString(string(shipped), "")
	config = bindLine.ReplaceAllString(config, "    bind "+s.balancer)
	for i, r := range s.replicas {
		config += fmt.Sprintf("    server replica-%d %s\n", i+1, r.address)
	}
	config += fmt.Sprintf("\nfrontend figures\n    bind %s\n    stats enable\n    stats uri /\n", s.figures)
	path := filepath.Join(t.TempDir(), "haproxy.cfg")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	haproxy := installed(t, "haproxy")
	command(t, haproxy, "-c", "-q", "-f", path)
	launch(t, "haproxy", haproxy, "-db", "-f", path)
	for i := range s.replicas {
		s.awaitUp(t, i)
	}
}

// awaitUp waits until the balancer sends requests to a replica.
func (s *stand) awaitUp(t *testing.T, i int) {
	t.Helper()
	eventually(t, fmt.Sprintf("the balancer sees replica %d", i+1), func() bool {
		return s.counted(fmt.Sprintf("replica-%d", i+1), "status") == "UP"
	})
}

// counted returns a statistic of a server, or of all servers under BACKEND; "" when haproxy does not answer.
func (s *stand) counted(server, column string) string {
	answer, err := s.client.Get("http://" + s.figures + "/;csv")
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return ""
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(text), "# "))).ReadAll()
	if err != nil || len(rows) == 0 {
		return ""
	}
	for _, row := range rows[1:] {
		if row[0] != "replicas" || row[1] != server {
			continue
		}
		for k, name := range rows[0] {
			if name == column {
				return row[k]
			}
		}
	}
	return ""
}
