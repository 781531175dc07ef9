//go:build unix

package frame

import (
	"bytes"
	"os"
	"syscall"
	"testing"
	"time"
)

// BenchmarkCompress is what compressing costs.
func BenchmarkCompress(b *testing.B) {
	answer, err := os.ReadFile("../api/testdata/openapi.json")
	if err != nil {
		b.Fatal(err)
	}
	answer = answer[:5000] // as long as a valuation
	large := bytes.Repeat(answer, 10)
	for name, body := range map[string][]byte{"answer": answer, "large": large} {
		for _, encoding := range []string{"zstd", "gzip"} {
			b.Run(name+"/"+encoding, func(b *testing.B) {
				var size int
				b.ReportAllocs()
				begin := cpuTime(b)
				for b.Loop() {
					packed := squeeze(encoding, body)
					size = packed.Len()
					buffers.Put(packed)
				}
				b.ReportMetric(float64(cpuTime(b)-begin)/float64(b.N), "cpu-ns/op")
				b.ReportMetric(float64(len(body)), "bytes")
				b.ReportMetric(float64(size), "packed")
			})
		}
	}
}

func cpuTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
