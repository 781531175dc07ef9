package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
)

// alarmed adds two alarms to what the service says of accuracy, one of which concerns the home asked about.
func alarmed(service http.Handler) http.Handler {
	const alarms = `"alarms":[` +
		`{"what":"above","since":"2026-05-02","sales":212,"off":3.4,"held":71,"own":true,"text":"Delft: prijzen 3,4 % boven de waarden"},` +
		`{"what":"narrow","since":"2026-05-02","sales":90,"off":0,"held":68,"own":false,"text":"Leiden: 68 % in de bandbreedte"}]`
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/page/accuracy" || !strings.Contains(r.Header.Get("Accept"), "json") &&
			strings.Contains(r.Header.Get("Accept"), "html") {
			service.ServeHTTP(out, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		r.Header.Del("If-None-Match")
		kept := httptest.NewRecorder()
		service.ServeHTTP(kept, r)
		body := strings.Replace(kept.Body.String(), `"alarms":[]`, alarms, 1)
		out.Header().Set("Content-Type", kept.Header().Get("Content-Type"))
		out.WriteHeader(kept.Code)
		_, _ = out.Write([]byte(body))
	})
}

func TestAlarmsStandBesideTheHomeThatTheyConcernAndAllOnTheAccuracy(t *testing.T) {
	s := openSiteBehind(t, fullKey, alarmed)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary))+"&language=nl")
	b.wait(valued + ` && document.querySelector('#sheet .alarms li') !== null`)
	if text := b.text("#sheet .alarms"); !strings.Contains(text, "Delft: prijzen 3,4 % boven de waarden.") ||
		strings.Contains(text, "Leiden") ||
		!strings.Contains(text, "Nieuwere verkopen spreken") {
		t.Errorf("beside the home: %q", text)
	}
	past := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary))+"&valuationDate=2026-01-15")
	past.wait(valued)
	if evaluate[bool](past, `document.querySelector('#sheet .alarms li') !== null`) {
		t.Error("an alarm stands beside a value of an earlier day")
	}
	view := openTab(t, wide, s.server.URL+"/page/accuracy#/accuracy?language=nl")
	view.wait(`document.querySelector('#accuracy .alarms li') !== null`)
	if text := view.text("#accuracy .alarms"); !strings.Contains(text, "Delft") ||
		!strings.Contains(text, "Leiden: 68 % in de bandbreedte.") {
		t.Errorf("on the accuracy: %q", text)
	}
	view.quiet()
}
