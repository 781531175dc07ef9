//go:build unix

package api_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/api"
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

// BenchmarkCompress is what compressing costs beside the valuation that is compressed.
func BenchmarkCompress(b *testing.B) {
	s := openSite(b)
	answer := []byte(s.ask(b, request{target: "/v1/homevalue?" + at(s.caseAt(b, demo.CaseOrdinary))}).text)
	large := bytes.Repeat(answer, 10)
	for name, body := range map[string][]byte{"answer": answer, "large": large} {
		for _, encoding := range []string{"zstd", "gzip"} {
			b.Run(name+"/"+encoding, func(b *testing.B) {
				var size int
				b.ReportAllocs()
				begin := cpuTime(b)
				for b.Loop() {
					size = api.CompressAlways(encoding, body)
				}
				b.ReportMetric(float64(cpuTime(b)-begin)/float64(b.N), "cpu-ns/op")
				b.ReportMetric(float64(len(body)), "bytes")
				b.ReportMetric(float64(size), "packed")
			})
		}
	}
}
