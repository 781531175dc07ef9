package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// endpointQueries are the endpoints below /v1, each with a valid query.
func endpointQueries(t *testing.T, l *liveDemo) []string {
	t.Helper()
	home := l.of(t, "an ordinary home, sold before and with a photo")
	a, _ := l.town.Case("an ordinary home, sold before and with a photo")
	return []string{
		"homevalue?" + home,
		"homevalue/value?" + home + "&buildType=Tussenwoning&buildYear=1980&useSurface=110",
		"homevalue/available?" + home,
		"homevalue/explanation?" + home,
		"homevalue/comparables?" + home,
		"addresses?query=" + string(a.PostalCode),
		"house-images?" + home,
		"get_front_view?bagNumIds=" + string(a.NumberID),
	}
}

func conformAccess(t *testing.T, l *liveDemo) {
	for _, target := range endpointQueries(t, l) {
		path := "/v1/" + target
		for _, authorization := range []string{
			"", "Bearer", "Bearer ", "Bearer  ", "Bearer wrong", "Bearer demo2", "Bearer Demo", "Basic demo", "demo",
			"Bearer demo demo",
			"Bearer " + l.keys["expired"], "Bearer " + l.keys["revoked"], "Bearer gvl_" + strings.Repeat("a", 32), "Bearer " +
				strings.Repeat("a", 5000),
		} {
			got := l.ask(t, http.MethodGet, path, "Authorization", authorization)
			got.wantFailure(t, 401, "unauthorized")
			if challenge := got.header.Get("WWW-Authenticate"); !strings.HasPrefix(challenge, "Bearer") {
				t.Errorf("%s: WWW-Authenticate is %q", got.asked, challenge)
			}
			if secret := strings.TrimPrefix(authorization, "Bearer "); len(secret) > 10 &&
				bytes.Contains(got.raw, []byte(secret)) {
				t.Errorf("%s: the answer repeats the key", got.asked)
			}
		}
		for _, scheme := range []string{"Bearer", "bearer", "BEARER", "bEaReR"} {
			l.ask(t, http.MethodGet, path, "Authorization", scheme+" demo").wantSuccess(t)
		}
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} {
			got := l.ask(t, method, path, "Authorization", "Bearer demo")
			got.wantFailure(t, 405, "method_not_allowed")
			allow := strings.Split(strings.ReplaceAll(got.header.Get("Allow"), " ", ""), ",")
			if !slices.Contains(allow, "GET") || !slices.Contains(allow, "HEAD") {
				t.Errorf("%s: Allow is %v", got.asked, allow)
			}
			l.ask(t, method, path).wantFailure(t, 401, "unauthorized")
		}
		full := l.ask(t, http.MethodGet, path, "Authorization", "Bearer demo")
		head := l.ask(t, http.MethodHead, path, "Authorization", "Bearer demo")
		if head.status != 200 || len(head.raw) > 0 || head.header.Get("Content-Type") != full.header.Get("Content-Type") {
			t.Errorf("%s: status %d, %d bytes, %s", head.asked, head.status, len(head.raw), head.header.Get("Content-Type"))
		}
		if origin := l.ask(t, http.MethodGet, path, "Authorization", "Bearer demo", "Origin", "https://other.example").
			header.Get("Access-Control-Allow-Origin"); origin != "" {
			t.Errorf("%s: CORS lets %q in", path, origin)
		}
		conformRequestID(t, l, path)
	}
	for _, path := range []string{
		"/v1", "/v1/", "/v1/nothing", "/v1/homevalue/", "/v1/homevalue/value/x", "/v1/Homevalue",
		"/v1/house-images/1", "/v1/openapi.yaml",
	} {
		l.ask(t, http.MethodGet, path).wantFailure(t, 401, "unauthorized")
		l.ask(t, http.MethodPost, path, "Authorization", "Bearer demo").wantFailure(t, 404, "not_found")
		l.ask(t, http.MethodGet, path, "Authorization", "Bearer demo").wantFailure(t, 404, "not_found")
	}
	for _, path := range []string{"/nothing", "/v2/homevalue", "/homevalue"} {
		l.ask(t, http.MethodGet, path).wantFailure(t, 404, "not_found")
	}
}

func conformRequestID(t *testing.T, l *liveDemo, path string) {
	t.Helper()
	for _, id := range []string{"a", "A.b_c-9", strings.Repeat("x", 128)} {
		got := l.ask(t, http.MethodGet, path, "Authorization", "Bearer demo", "X-Request-Id", id)
		got.want(t, "id", id)
		if back := got.header.Get("X-Request-Id"); back != id {
			t.Errorf("%s: X-Request-Id %q comes back as %q", got.asked, id, back)
		}
	}
	for _, id := range []string{"a b", "a/b", "é", strings.Repeat("x", 129), `a"b`} {
		l.ask(t, http.MethodGet, path, "Authorization", "Bearer demo", "X-Request-Id", id).want(t, "id", uuidV7)
	}
	first := l.ask(t, http.MethodGet, path, "Authorization", "Bearer demo").at("id")
	second := l.ask(t, http.MethodGet, path, "Authorization", "Bearer demo").at("id")
	if first == second {
		t.Errorf("%s: two answers have the id %v", path, first)
	}
}

func conformLimits(t *testing.T, l *liveDemo) {
	asWho := func(key, method, target string) reply {
		return l.ask(t, method, "/v1/"+target, "Authorization", "Bearer "+l.keys[key])
	}
	for i, target := range endpointQueries(t, l) {
		may, mayNot := "valuation", "images"
		if i > 5 {
			may, mayNot = mayNot, may
		}
		asWho(may, "GET", target).wantSuccess(t)
		asWho(mayNot, "GET", target).wantForbidden(t)
		// 403 comes before 400, and after 404 and 405.
		asWho(mayNot, "GET", target+"&nonsense=1").wantForbidden(t)
		asWho(mayNot, "POST", target).wantFailure(t, 405, "method_not_allowed")
		asWho(mayNot, "GET", "nothing").wantFailure(t, 404, "not_found")
	}
	target := endpointQueries(t, l)[0]
	asWho("quota", "GET", target).wantSuccess(t)
	asWho("quota", "GET", target).wantSuccess(t)
	asWho("quota", "GET", target).wantForbidden(t)
	asWho("rate", "GET", target).wantSuccess(t)
	// 429 comes before 400.
	limited := asWho("rate", "GET", "homevalue?nonsense=1")
	limited.wantFailure(t, 429, "rate_limited")
	if limited.header.Get("Retry-After") == "" {
		t.Errorf("%s: there is no Retry-After", limited.asked)
	}
}

func conformOpenPages(t *testing.T, l *liveDemo) {
	for path, kind := range map[string]string{
		"/": "text/html", "/page/openapi.json": "application/json", "/batch/openapi.json": "application/json", "/healthz": "", "/readyz": "", "/metrics": "text/plain", "/docs": "text/html", "/v1/openapi.json": "application/json",
	} {
		got := l.ask(t, http.MethodGet, path)
		if got.status != 200 || !strings.HasPrefix(got.header.Get("Content-Type"), kind) || len(got.raw) == 0 {
			t.Errorf("%s: status %d, %s", got.asked, got.status, got.header.Get("Content-Type"))
		}
		if head := l.ask(t, http.MethodHead, path); head.status != 200 || len(head.raw) > 0 {
			t.Errorf("%s: status %d, %d bytes", head.asked, head.status, len(head.raw))
		}
		l.ask(t, http.MethodPost, path).wantFailure(t, 405, "method_not_allowed")
	}
	description := l.ask(t, http.MethodGet, "/v1/openapi.json")
	description.want(t, "openapi", "3.0.3")
	description.want(t, "info.version", "1.0.0")
	paths, _ := description.at("paths").(map[string]any)
	if len(paths) != 8 {
		t.Errorf("the description has %d paths, want 8", len(paths))
	}
	conformExamples(t, l, paths)
}

// conformExamples checks that each endpoint answers the examples in its description, which only required
// parameters have.
func conformExamples(t *testing.T, l *liveDemo, paths map[string]any) {
	t.Helper()
	for path := range paths {
		query := url.Values{}
		parameters, _ := l.ask(t, http.MethodGet, "/v1/openapi.json").at("paths." + path + ".get.parameters").([]any)
		for _, p := range parameters {
			p, _ := p.(map[string]any)
			example, given := p["example"]
			if required := p["required"] == true; required != given {
				t.Errorf("%s: %v is required: %v, and has the example %v", path, p["name"], required, example)
			}
			if list, ok := example.([]any); ok {
				example = list[0]
			}
			if given {
				query.Set(fmt.Sprint(p["name"]), fmt.Sprint(example))
			}
		}
		l.get(t, strings.TrimPrefix(path, "/")+"?"+query.Encode()).wantSuccess(t)
	}
}
