package api_test

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/web"
)

// What nobody sends by accident, byte by byte.

// dial opens a connection to the service.
func (s *site) dial(t *testing.T) (net.Conn, *bufio.Reader) {
	t.Helper()
	c, err := net.Dial("tcp", s.server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, bufio.NewReader(c)
}

// statuses sends bytes on one connection, ends sending, and returns the status of each answer.
func (s *site) statuses(t *testing.T, sent string) (list []int) {
	t.Helper()
	c, in := s.dial(t)
	if _, err := io.WriteString(c, sent); err != nil {
		t.Fatal(err)
	}
	if err := c.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	for {
		answer, err := http.ReadResponse(in, nil)
		if err != nil {
			return list
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			return list
		}
		list = append(list, answer.StatusCode)
	}
}

func TestNoRequestIsFoundInAnother(t *testing.T) {
	s := openSite(t)
	hidden := "GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n"
	for name, tt := range map[string]struct {
		sent string
		want []int
	}{
		"a body behind a GET": {fmt.Sprintf("GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(hidden),
			hidden), []int{200}},
		"a body in chunks": {
			"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
			[]int{200},
		},
		"two lengths": {"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n" + hidden, []int{400}},
		"length and chunks": {"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: " +
			"chunked\r\n\r\n0\r\n\r\n" + hidden, []int{200}},
		"another encoding": {"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n" + hidden, []int{501}},
		"chunks twice": {"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: " +
			"identity\r\n\r\n" + hidden, []int{501}},
		"a negative length":  {"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n" + hidden, []int{400}},
		"a length with plus": {"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\n" + hidden, []int{400}},
		"a space in a name":  {"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length : 5\r\n\r\n" + hidden, []int{400}},
		"a folded line":      {"GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n" + hidden, []int{200, 401}},
		"a bare CR":          {"GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n" + hidden, []int{400}},
		"no host":            {"GET /healthz HTTP/1.1\r\n\r\n" + hidden, []int{400}},
		"two hosts":          {"GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n" + hidden, []int{400}},
		"another host's URL": {"GET http://other/healthz HTTP/1.1\r\nHost: x\r\n\r\n", []int{200}},
		"all of the server":  {"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", []int{404}},
		"a tunnel":           {"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", []int{404}},
		"a trace":            {"TRACE /v1/homevalue HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + s.secrets["full"] + "\r\n\r\n", []int{405}},
		"a long path":        {"GET /" + strings.Repeat("a", 60<<10) + " HTTP/1.1\r\nHost: x\r\n\r\n", []int{404}},
		"a batch with both": {fmt.Sprintf("POST /batch/values HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "+
			"%s\r\nContent-Type: %s\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n0\r\n\r\n", s.secrets["full"], ndjson) + hidden, []int{200, 401}},
		"a batch that is a GET": {fmt.Sprintf("GET /batch/values HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "+
			"%s\r\nContent-Length: %d\r\n\r\n%s", s.secrets["full"], len(hidden), hidden), []int{405}},
	} {
		if got := s.statuses(t, tt.sent); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s is answered %v, want %v", name, got, tt.want)
		}
	}
}

// TestAnAnswerDoesNotWaitForABodyThatIsNotRead sends the head of a request whose body never comes.
func TestAnAnswerDoesNotWaitForABodyThatIsNotRead(t *testing.T) {
	s := openSite(t)
	for _, length := range []string{"Content-Length: 1000", "Transfer-Encoding: chunked"} {
		for _, method := range []string{"GET", "POST"} {
			c, in := s.dial(t)
			if _, err := fmt.Fprintf(c, "%s /healthz HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n", method, length); err != nil {
				t.Fatal(err)
			}
			answer, err := http.ReadResponse(in, nil)
			if err != nil || !answer.Close {
				t.Errorf("%s with %s: %v, %+v", method, length, err, answer)
				continue
			}
			answer.Body.Close()
		}
	}
}

func TestBodiesOfAnotherLengthThanSaidEndABatch(t *testing.T) {
	s := openSite(t)
	row, zipped := s.home(t), zipOf(t, s.home(t))
	for name, tt := range map[string]struct {
		body, length, header string
		rows                 int
		says                 string
	}{
		"longer than sent":        {row + row, fmt.Sprint(3 * len(row)), "", 2, "cut short"},
		"shorter than sent":       {row + row, fmt.Sprint(len(row)), "", 1, ""},
		"gzip longer than sent":   {zipped, fmt.Sprint(len(zipped) + 5), "gzip", 1, "cut short"},
		"gzip shorter than sent":  {zipped, fmt.Sprint(len(zipped) - 5), "gzip", 1, "no whole gzip"},
		"something behind a gzip": {zipped + "more", fmt.Sprint(len(zipped) + 4), "gzip", 1, "no whole gzip"},
		"two gzips":               {zipped + zipped, fmt.Sprint(2 * len(zipped)), "gzip", 2, ""},
	} {
		c, in := s.dial(t)
		if _, err := fmt.Fprintf(c, "POST /batch/values HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: "+
			"%s\r\nContent-Encoding: %s\r\nContent-Length: %s\r\n\r\n%s",
			s.secrets["full"], ndjson, tt.header, tt.length, tt.body); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(tt.says, "short") { // else who ends the connection went away
			if err := c.(*net.TCPConn).CloseWrite(); err != nil {
				t.Fatal(err)
			}
		}
		answer, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if got := strings.Count(string(text), `"weightedValue"`); got != tt.rows || !strings.Contains(string(text), tt.says) {
			t.Errorf("%s: %d rows, want %d and %q: %s", name, got, tt.rows, tt.says, text)
		}
	}
}

func TestAQueryOfThousandsOfNamesIsRefusedShortly(t *testing.T) {
	s := openSite(t)
	var query strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&query, "%x=&", i)
	}
	got := s.ask(t, request{target: "/v1/homevalue?" + query.String()})
	if got.StatusCode != http.StatusBadRequest || len(got.text) > 2000 || !strings.Contains(got.text, `"reason":"query"`) {
		t.Errorf("10 000 names are answered %d with %d bytes: %.300s", got.StatusCode, len(got.text), got.text)
	}
	row := "{" + strings.TrimSuffix(strings.Repeat(`"a":1,`, 2000), ",") + "}\n"
	if _, text := s.post(t, "", "full", strings.NewReader(row)); len(text) > 2000 || !strings.Contains(text, "more than") {
		t.Errorf("a row of 2 000 names is answered with %d bytes: %.300s", len(text), text)
	}
}

func TestHeadersHoldNothingOfTheCallers(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Access.CORSOrigin = []string{"https://homes.example"} })
	home := at(s.caseAt(t, demo.CaseOrdinary))
	evil := "x%0d%0aSet-Cookie:a=b%0d%0a%E2%80%AE"
	for _, target := range []string{"/v1/homevalue?" + home + "&" + evil + "=1", "/v1/homevalue?houseLetter=" + evil, "/" + evil, "/page/tiles/" + evil + "/1/1"} {
		got := s.ask(t, request{target: target, header: http.Header{
			"Origin": {"https://evil.example"}, "X-Request-Id": {"a b"}, "If-None-Match": {evil}, "Accept-Encoding": {evil},
		}})
		for name, values := range got.Header {
			if strings.Contains(strings.ToLower(name+fmt.Sprint(values)), "evil") ||
				strings.Contains(fmt.Sprint(values), "a=b") || name == "Set-Cookie" {
				t.Errorf("%s: header %s: %v", target, name, values)
			}
		}
	}
}

// TestNoAnswerTurnsWhatIsRead sends characters that hide or reorder text wherever an answer may repeat what was sent.
func TestNoAnswerTurnsWhatIsRead(t *testing.T) {
	s := openSite(t)
	hidden := "a\u202eb\u2066c\u200fd\u0085e\ufefff\U000E0041"
	raw := func(what, text string) {
		t.Helper()
		if strings.ContainsAny(text, "\u202e\u2066\u200f\u0085\ufeff\U000E0041") {
			t.Errorf("%s repeats them: %q", what, text)
		}
	}
	home := at(s.caseAt(t, demo.CaseOrdinary))
	q := url.QueryEscape(hidden)
	for _, target := range []string{
		"/v1/homevalue?" + home + "&" + q + "=1", "/v1/homevalue?postalCode=" + q + "&houseNumber=" + q + "&buildType=" + q + "&valuationDate=" + q,
		"/v1/get_front_view?bagNumIds=" + q, "/v1/addresses?q=" + q, "/" + q, "/v1/" + q, "/page/tiles/" + q + "/1/1", "/batch/values?format=" + q,
	} {
		raw(target, s.ask(t, request{target: target}).text)
	}
	name, _ := json.Marshal(hidden)
	row := fmt.Sprintf("{%s:1,\"postalCode\":%s,\"houseNumber\":1,\"buildType\":%s}\n%s\n", name, name, name, name)
	for _, target := range []string{"", "?fields=full", "?format=csv", "?format=" + q} {
		_, text := s.post(t, target, "full", strings.NewReader(row))
		raw("a batch"+target, text)
	}
	_, text := s.post(t, "", "full", strings.NewReader("postalCode,houseNumber,"+hidden+"\n1234AB,1,\n"), "Content-Type", "text/csv")
	raw("a header", text)
	_, text = s.post(t, "", "full", strings.NewReader("postalCode,houseNumber,buildType\n"+hidden+",1,"+hidden+"\n"),
		"Content-Type", "text/csv")
	raw("a row of CSV", text)
	_, text = s.post(t, "", "full", strings.NewReader(row), "Content-Type", "text/"+hidden)
	raw("a type", text)
}

func TestThePageIsConditionalInEachWayThatHTTPHas(t *testing.T) {
	page, err := web.New(web.Config{})
	if err != nil {
		t.Fatal(err)
	}
	s := openSite(t, func(c *setup) { c.FrontPage = page })
	tag := s.ask(t, request{target: "/", key: noKey}).Header.Get("ETag")
	for given, want := range map[string]int{tag: 304, "W/" + tag: 304, `"other", ` + tag: 304, "*": 304, `"other"`: 200, "": 200} {
		for _, method := range []string{"GET", "HEAD"} {
			got := s.ask(t, request{method: method, target: "/", key: noKey, header: has(given)})
			if got.StatusCode != want || want == 304 && got.text != "" {
				t.Errorf("%s with %s is answered %d, want %d", method, given, got.StatusCode, want)
			}
		}
	}
}

func TestTLSIsAskedForAgainOnlyWhereItIsSpoken(t *testing.T) {
	s := openSite(t)
	for _, target := range []string{"/healthz", "/v1/homevalue", "/nothing", "/images/x"} {
		for _, secured := range []bool{true, false} {
			r := httptest.NewRequest(http.MethodGet, target, nil)
			if secured {
				r.TLS = &tls.ConnectionState{}
			}
			w := httptest.NewRecorder()
			s.service.ServeHTTP(w, r)
			if got := w.Header().Get("Strict-Transport-Security"); (got == "max-age=31536000") != secured || got != "" && !secured {
				t.Errorf("%s by TLS: %v, asks for it by %q", target, secured, got)
			}
		}
	}
}
