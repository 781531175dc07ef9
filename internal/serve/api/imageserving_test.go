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
	images, err := s.store.Of(t.Context(), s.caseAt(t, demo.CaseOrdinary).NumberID)
	if err != nil || len(images) == 0 {
		t.Fatalf("%d photos (%v)", len(images), err)
	}
	picture, gone := s.signer.URL("", images[0].ID, clock), s.signer.URL("", "0518200000001234-"+strings.Repeat("0", 32), clock)
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
