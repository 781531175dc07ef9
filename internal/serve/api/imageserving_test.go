package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
)

func TestWhatCannotBeHadOfAnImageIsAFailureOfTheUsualForm(t *testing.T) {
	s := openSite(t)
	images, err := s.store.Of(t.Context(), s.caseAt(t, demo.CaseOrdinary).ObjectID)
	if err != nil || len(images) == 0 {
		t.Fatalf("%d photos (%v)", len(images), err)
	}
	picture, gone := s.signer.URL("", images[0].ID, clock), s.signer.URL("", "0518010000001234-"+strings.Repeat("0", 32), clock)
	for _, tt := range []struct {
		target, header, value string
		status                int
		reason                string
	}{
		{picture, "Range", "bytes=99999999-", http.StatusRequestedRangeNotSatisfiable, "range_not_satisfiable"},
		{picture, "If-Match", `"another"`, http.StatusPreconditionFailed, "precondition_failed"},
		{gone, "Accept", "image/jpeg", http.StatusNotFound, "not_found"},
	} {
		got := s.ask(t, request{target: tt.target, key: noKey, header: http.Header{tt.header: {tt.value}}})
		var body struct {
			ID, Status string
			Error      struct {
				Code   int
				Errors []struct{ Reason string }
			}
		}
		if err := json.Unmarshal([]byte(got.text), &body); err != nil {
			t.Errorf("%s: %v: %s", tt.reason, err, got.text)
			continue
		}
		if got.StatusCode != tt.status || body.Error.Code != tt.status || body.Status != "failure" || body.ID == "" ||
			len(body.Error.Errors) != 1 || body.Error.Errors[0].Reason != tt.reason {
			t.Errorf("%s: status %d: %s", tt.reason, got.StatusCode, got.text)
		}
		for name, want := range map[string]string{
			"Content-Type": "application/json", "Cache-Control": "no-store", "Content-Disposition": "", "Etag": "",
		} {
			if header := got.Header.Get(name); header != want {
				t.Errorf("%s: %s %q, want %q", tt.reason, name, header, want)
			}
		}
	}
}

// TestAnImageHasOneURL spells a signed URL otherwise, as proxies may.
func TestAnImageHasOneURL(t *testing.T) {
	s := openSite(t)
	images, err := s.store.Of(t.Context(), s.caseAt(t, demo.CaseOrdinary).ObjectID)
	if err != nil || len(images) == 0 {
		t.Fatalf("%d photos (%v)", len(images), err)
	}
	picture := s.signer.URL("", images[0].ID, clock)
	path, query, _ := strings.Cut(picture, "?")
	id := strings.TrimPrefix(path, "/images/")
	for _, target := range []string{
		"//images/" + id, "/images//" + id, "/images/./" + id, "/images/x/../" + id, "/images%2f" + id, "/IMAGES/" + id, "/images/" + strings.ToUpper(id),
		"/images/%30" + id[1:], "/images/" + id + "/", "/images/" + id + "%20", "/images/" + id + "%00", "/page/../images/" + id,
	} {
		if got := s.ask(t, request{target: target + "?" + query, key: noKey}); got.StatusCode < 401 || got.StatusCode > 404 {
			t.Errorf("%s is answered %d", target, got.StatusCode)
		}
	}
	for _, changed := range []string{query + "&", "&" + query, query + "&a=1", query + "#a", strings.Replace(query, "=", "%3D", 1), strings.ToUpper(query)} {
		if got := s.ask(t, request{target: path + "?" + changed, key: noKey}); got.StatusCode != http.StatusForbidden &&
			!strings.Contains(changed, "#") {
			t.Errorf("?%s is answered %d", changed, got.StatusCode)
		}
	}
	for _, method := range []string{"OPTIONS", "POST", "DELETE"} {
		if got := s.ask(t, request{method: method, target: picture, key: noKey}); got.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s is answered %d", method, got.StatusCode)
		}
	}
	if got := s.ask(t, request{target: picture, key: noKey}); got.StatusCode != http.StatusOK {
		t.Errorf("the URL itself is answered %d", got.StatusCode)
	}
}
