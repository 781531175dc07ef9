package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/s3test"
)

// TestValueAndReplayReadEditionsFromS3 values a home and replays its log entry with only a bucket.
func TestValueAndReplayReadEditionsFromS3(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("editions") + "/prod"
	dir := t.TempDir()
	t.Setenv("GEVEL_CACHE", filepath.Join(dir, "cache"))
	secret := makeServable(t, dir)
	editions := filepath.Join(dir, "editions")
	do := func(args ...string) (code int, out string) { return runInTown(t, args...) }
	if code, out := do("replay", dir, "--editions", location); code == 0 {
		t.Errorf("nothing is published, and yet: %s", out)
	}
	if code, out := do("publish", editions, location); code != 0 {
		t.Fatalf("exit code %d: %s", code, out)
	}
	home := someHome(t, editions)
	text := fmt.Sprintf("%s %d", home.PostalCode, home.HouseNumber)
	code, here := do("value", text, "--editions", editions, "--json")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, here)
	}
	for range 2 { // fetched, and then cached
		if code, fetched := do("value", text, "--editions", location, "--json"); code != 0 || fetched != here {
			t.Errorf("exit code %d: %s\nwant %s", code, fetched, here)
		}
	}

	log := filepath.Join(dir, "valuations")
	s := serveTown(t, dir, 4, "--valuation-log", log)
	query := fmt.Sprintf("/v1/homevalue?postalCode=%s&houseNumber=%d", home.PostalCode, home.HouseNumber)
	if status, body := download(t, secret, s.at+query); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, body)
	}
	http.DefaultClient.CloseIdleConnections()
	s.end()
	if err := os.RemoveAll(os.Getenv("GEVEL_CACHE")); err != nil {
		t.Fatal(err)
	}
	if code, out := do("replay", log, "--editions", location); code != 0 || !strings.Contains(out, "1 valuations: 1 the same to the euro") {
		t.Errorf("exit code %d: %s", code, out)
	}
	empty := server.Bucket("empty")
	if code, out := do("replay", log, "--editions", empty); code == 0 || !strings.Contains(out, "there is no edition in s3://empty/") {
		t.Errorf("exit code %d: %s", code, out)
	}
	server.Stop()
	if code, out := do("value", text, "--editions", location); code == 0 || strings.Contains(out, s3test.SecretKey) {
		t.Errorf("without the bucket: exit code %d: %s", code, out)
	}
}

// someHome returns the address of a home that postal code and house number alone identify.
func someHome(t *testing.T, editions string) gevel.Address {
	t.Helper()
	v, err := openValuer(t.Context(), editions)
	if err != nil {
		t.Fatal(err)
	}
	for a := range v.Edition().Addresses {
		q := gevel.AddressQuery{PostalCode: a.PostalCode, HouseNumber: a.HouseNumber}
		if v.Available(gevel.Inquiry{AddressQuery: q, Date: townDay}) == nil {
			return a
		}
	}
	t.Fatal("no home has a value")
	return gevel.Address{}
}
