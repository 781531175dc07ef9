//go:build linux

package api_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkResident asks 100 000 requests of four kinds about homes all over the edition that GEVEL_CITY names, and
// reports the memory of the process before the first, after a tenth of them and after the last. GOMEMLIMIT counts, as
// gevel serve sets it.
//
//	GOMEMLIMIT=<limit> GEVEL_CITY=<edition> go test -run xx -bench Resident -benchtime 1x -timeout 1h ./internal/serve/api
func BenchmarkResident(b *testing.B) {
	s, homes := benchHomes(b)
	c := startBenchClient(b)
	opened, early := residentMiB(b), 0.0
	const rounds, each = 10, 10_000
	for b.Loop() {
		for round := range rounds {
			targets := make([]string, each)
			for i := range targets {
				targets[i] = benchSequence[i%len(benchSequence)] + homes(round*each+i/len(benchSequence))
			}
			c.ask(b, s.server, s.secrets["full"], targets)
			if round == 0 {
				early = residentMiB(b)
			}
		}
	}
	b.ReportMetric(opened, "MiB-opened")
	b.ReportMetric(early, "MiB-after-10k")
	b.ReportMetric(residentMiB(b), "MiB-after-100k")
}

// residentMiB returns the memory of the process; see proc_pid_status(5).
func residentMiB(b *testing.B) float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "VmRSS:")
	kilobytes, err := strconv.ParseFloat(strings.Fields(after)[0], 64)
	if err != nil {
		b.Fatal(err)
	}
	return kilobytes / 1024
}
