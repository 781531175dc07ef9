//go:build unix

package photos_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/testing/s3test"
)

// street is a register in which each house number is a home.
type street struct{ town }

func (street) home(number int) gevel.Address {
	return gevel.Address{
		ObjectID: gevel.BAGID(fmt.Sprintf("0518010%09d", number)),
		NumberID: gevel.BAGID(fmt.Sprintf("0518200%09d", number)), PostalCode: "2511CV", HouseNumber: number,
		Main: true, InUse: true, Kind: gevel.Home,
	}
}

func (s street) MainAddress(object gevel.BAGID) (gevel.Address, bool) {
	number, err := strconv.Atoi(string(object[7:]))
	return s.home(number), err == nil
}

func (s street) AddressByNumber(id gevel.BAGID) (gevel.Address, bool) { return s.MainAddress(id) }

func (s street) Find(q gevel.AddressQuery) (gevel.Address, error) {
	if q.HouseNumber == 0 {
		return gevel.Address{}, &gevel.Error{Code: gevel.AddressNotFound}
	}
	return s.home(q.HouseNumber), nil
}

// BenchmarkBucketFarAway imports photos of 800x600, each of another home, into S3 with 30 ms more for each request, and
// then imports them again, beside decoding and encoding them alone on all processors. Run it with -benchtime 5000x: so many
// photos.
func BenchmarkBucketFarAway(b *testing.B) {
	server := s3test.Start(b)
	location := server.Bucket("far")
	_, requests := server.Slow(30 * time.Millisecond)
	store, err := photos.Create(location)
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	folder := b.TempDir()
	file := photos.EncodeJPEG(b, photos.Grain(800, 600))
	for i := range b.N {
		name := filepath.Join(folder, string(street{}.home(i+1).ObjectID)+".jpg")
		if err := os.WriteFile(name, bytes.Join([][]byte{file, fmt.Append(nil, i)}, nil), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	imp := photos.Import{Store: store, Addresses: street{newTown()}, Now: time.Now()}
	began := time.Now()
	var all errgroup.Group
	all.SetLimit(runtime.GOMAXPROCS(0))
	for range b.N {
		all.Go(func() error { photos.Alone(b, file, file); return nil })
	}
	_ = all.Wait() // none fails
	b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "alone-photos/s")
	for _, run := range []string{"new", "again"} {
		requests.Store(0)
		began, before := time.Now(), photos.ProcessorTime(b)
		report := mustRun(b, imp, folder)
		if report.Files != b.N || run == "new" && report.Added != b.N || run == "again" && report.Present != b.N {
			b.Fatalf("%+v", report)
		}
		b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), run+"-photos/s")
		took := photos.ProcessorTime(b) - before // with the proxy's
		b.ReportMetric(took.Seconds()*1000/float64(b.N), run+"-cpu-ms/photo")
		b.ReportMetric(float64(requests.Load())/float64(b.N), run+"-requests/photo")
	}
}
