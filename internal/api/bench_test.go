package api_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gevel/gevel/internal/demo"
)

// benchmark measures the CPU of one request without the network: everything from
// the parsed header to the written body.
func benchmark(b *testing.B, path string) {
	s := openSite(b)
	target := path + "?" + at(s.caseAt(b, demo.CaseOrdinary)) + described3
	if path == "/v1/house-images" {
		target = path + "?" + at(s.caseAt(b, demo.CaseOrdinary))
	}
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Header.Set("Authorization", "Bearer "+s.secrets["full"])
	w := &discard{header: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.header)
		s.service.ServeHTTP(w, r)
	}
	if w.status != http.StatusOK {
		b.Fatalf("status %d", w.status)
	}
}

// discard is a response that goes nowhere.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

func BenchmarkHomevalue(b *testing.B)          { benchmark(b, "/v1/homevalue") }
func BenchmarkHomevalueValue(b *testing.B)     { benchmark(b, "/v1/homevalue/value") }
func BenchmarkHomevalueAvailable(b *testing.B) { benchmark(b, "/v1/homevalue/available") }
func BenchmarkHouseImages(b *testing.B)        { benchmark(b, "/v1/house-images") }
