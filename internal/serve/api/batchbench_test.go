package api_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/value/bulk"
)

// manyRows returns the town's homes as rows of CSV, times over.
func manyRows(s *site, times int) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, "postal_code,house_number,house_letter,house_number_ext")
	for range times {
		for _, a := range s.homes {
			fmt.Fprintf(&b, "%s,%d,%s,%s\n", a.PostalCode, a.HouseNumber, a.HouseLetter, a.HouseNumberExt)
		}
	}
	return b.Bytes()
}

// BenchmarkBatchBesideFile values the same rows by turns as gevel value FILE does and as a batch
// over loopback, whose client shares the processors. batch/file is how fast the batch is beside
// the file, in CPU time and on the clock.
func BenchmarkBatchBesideFile(b *testing.B) {
	s := openSite(b)
	body := manyRows(s, 10)
	rows := float64(bytes.Count(body, []byte("\n")) - 1)
	var file, batch, fileCPU, batchCPU time.Duration
	measure := func(clock, cpu *time.Duration, do func()) {
		began, used := time.Now(), cpuTime(b)
		do()
		*clock += time.Since(began)
		*cpu += cpuTime(b) - used
	}
	for b.Loop() {
		measure(&file, &fileCPU, func() { valueFile(b, s, body) })
		measure(&batch, &batchCPU, func() {
			response, text := s.post(b, "", "full", bytes.NewReader(body), "Content-Type", "text/csv", "Accept", os.Getenv("GEVEL_ACCEPT"))
			if response.StatusCode != http.StatusOK || float64(bytes.Count([]byte(text), []byte("\n"))) < rows {
				b.Fatalf("status %d, %d bytes", response.StatusCode, len(text))
			}
		})
	}
	all := rows * float64(b.N)
	b.ReportMetric(all/file.Seconds(), "file-rows/s")
	b.ReportMetric(all/batch.Seconds(), "batch-rows/s")
	b.ReportMetric(file.Seconds()/batch.Seconds(), "batch/file")
	b.ReportMetric(fileCPU.Seconds()/batchCPU.Seconds(), "batch/file-cpu")
}

func valueFile(b *testing.B, s *site, body []byte) {
	homes, err := bulk.NewFile(b.Context(), "homes.csv", bytes.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	o := bulk.Options{Valuer: s.live.Valuer, Today: today, Date: today, Progress: func(int64) {}}
	out, err := bulk.NewCSV(io.Discard, homes, o)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := bulk.Value(context.Background(), homes, out, o); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkValueBesideBatches asks for single values one by one, alone and while two batches run.
func BenchmarkValueBesideBatches(b *testing.B) {
	s := openSite(b)
	body := manyRows(s, 200)
	home := "/v1/homevalue?" + at(s.caseAt(b, demo.CaseOrdinary))
	ask := func() (took []time.Duration) {
		for range 500 {
			began := time.Now()
			s.ask(b, request{target: home})
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		return took
	}
	report := func(name string, took []time.Duration) {
		b.ReportMetric(float64(took[len(took)/2].Microseconds()), name+"-p50-us")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), name+"-p99-us")
	}
	for b.Loop() {
		report("alone", ask())
		ctx, cancel := context.WithCancel(b.Context())
		var batches sync.WaitGroup
		for range 2 {
			batches.Go(func() { s.postUntil(ctx, body) })
		}
		for s.scrape(b)["gevel_batches_in_work"] < 2 { // each look is a request, which takes its time
		}
		report("beside", ask())
		cancel()
		batches.Wait()
	}
}

// postUntil sends a batch and reads its answer until ctx ends.
func (s *site) postUntil(ctx context.Context, body []byte) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.server.URL+"/batch/values", bytes.NewReader(body))
	if err != nil {
		return
	}
	r.Header.Set("Authorization", "Bearer "+s.secrets["full"])
	r.Header.Set("Content-Type", "text/csv")
	if response, err := http.DefaultClient.Do(r); err == nil {
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
}
