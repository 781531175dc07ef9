package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/testing/s3test"
)

// TestServeFromS3 publishes an edition and a photo as a user would, serves them without signing keys, and downloads
// the photo from the bucket.
func TestServeFromS3(t *testing.T) {
	server := s3test.Start(t)
	editions, pictures := server.Bucket("editions")+"/prod", server.Bucket("pictures")
	dir := t.TempDir()
	secret := makeServable(t, dir)
	if err := os.Remove(filepath.Join(dir, "signing.keys")); err != nil {
		t.Fatal(err)
	}
	known, err := edition.OpenNewest(t.Context(), filepath.Join(dir, "editions"))
	if err != nil {
		t.Fatal(err)
	}
	var home gevel.Address
	for a := range known.Addresses {
		if a.Main && a.Kind == gevel.Home && a.HouseLetter == "" && a.HouseNumberExt == "" {
			home = a
			break
		}
	}
	photo := filepath.Join(dir, string(home.NumberID)+".jpg")
	writePhoto(t, photo, 100)
	for _, args := range [][]string{
		{"publish", filepath.Join(dir, "editions"), editions},
		{"images", "--photos", pictures, "add", photo, "--editions", filepath.Join(dir, "editions")},
	} {
		var out, faults bytes.Buffer
		if code := run(&console{ctx: t.Context(), stdout: &out, stderr: &faults, now: time.Now}, args); code != 0 {
			t.Fatalf("%v: exit code %d\n%s%s", args, code, out.String(), faults.String())
		}
	}

	var log bytes.Buffer
	ctx, interrupt := context.WithCancel(t.Context())
	stdout, printed := io.Pipe()
	code := make(chan int, 1)
	go func() {
		c := &console{ctx: ctx, stdout: printed, stderr: &log, now: time.Now}
		code <- run(c, []string{
			"serve", "--addr", "127.0.0.1:0", "--editions", editions, "--photos", pictures, "--cache", filepath.Join(dir, "cache"),
			"--keys", filepath.Join(dir, "keys.db"),
		})
		printed.Close()
	}()
	lines := bufio.NewScanner(stdout)
	if !lines.Scan() {
		t.Fatalf("nothing was printed; exit code %d", <-code)
	}
	_, at, _ := strings.Cut(lines.Text(), "gevel listens at ")
	go func() { _, _ = io.Copy(io.Discard, stdout) }()
	photos := fmt.Sprintf("%s/v1/house-images?postalCode=%s&houseNumber=%d", at, home.PostalCode, home.HouseNumber)
	before := time.Now().Truncate(time.Second)
	status, body := download(t, secret, photos)
	var answer struct{ Data struct{ Images []string } }
	if err := json.Unmarshal(body, &answer); err != nil || status != http.StatusOK || len(answer.Data.Images) != 1 {
		t.Fatalf("status %d: %s (%v)", status, body, err)
	}
	signed := answer.Data.Images[0]
	made := time.Time{}
	if _, rest, ok := strings.Cut(signed, "X-Amz-Date="); ok {
		made, _ = time.Parse("20060102T150405Z", rest[:16])
	}
	if !strings.HasPrefix(signed, server.Endpoint+"/pictures/images/") || !strings.Contains(signed, "X-Amz-Expires=86400&") ||
		made.Before(before) || made.After(time.Now()) {
		t.Errorf("the URL is %s", signed)
	}
	if status, picture := download(t, "", signed); status != http.StatusOK || http.DetectContentType(picture) != "image/jpeg" {
		t.Errorf("the picture: status %d, %d bytes", status, len(picture))
	}
	if status, _ := download(t, "", at+"/images/"+string(home.NumberID)); status != http.StatusNotFound {
		t.Errorf("the service serves images too: status %d", status)
	}
	if _, metrics := download(t, "", at+"/metrics"); !bytes.Contains(metrics, []byte("\ngevel_bucket_errors_total 0\n")) {
		t.Error("the metrics do not count errors of the bucket")
	}
	server.Stop()
	if status, body := download(t, secret, photos); status != http.StatusServiceUnavailable || bytes.Contains(body, []byte("pictures")) {
		t.Errorf("without the bucket: status %d: %s", status, body)
	}
	interrupt()
	if got := <-code; got != 0 || strings.Contains(log.String(), s3test.SecretKey) {
		t.Errorf("exit code %d after an interrupt; log %s", got, log.String())
	}
}

func download(t *testing.T, secret, address string) (status int, body []byte) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, body
}
