//go:build unix

package api_test

import (
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/offline/demo"
)

// benchmark measures the CPU of one request without the network: everything from
// the parsed header to the written body. On a machine that others use too, its
// cpu-ns/op says more than the time on the clock.
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
	begin := cpuTime(b)
	for b.Loop() {
		clear(w.header)
		s.service.ServeHTTP(w, r)
	}
	b.ReportMetric(float64(cpuTime(b)-begin)/float64(b.N), "cpu-ns/op")
	if w.status != http.StatusOK {
		b.Fatalf("status %d", w.status)
	}
}

func cpuTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
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
