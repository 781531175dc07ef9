package bucket_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/testing/s3test"
)

func TestALocationOfS3ThatCantBeMeantIsRefusedWithoutASecret(t *testing.T) {
	for _, name := range []string{"AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_REGION", "AWS_DEFAULT_REGION"} {
		t.Setenv(name, "")
	}
	for location, want := range map[string]string{
		"s3://":                                         "no name of a bucket",
		"s3://B/x?region=x":                             "no name of a bucket",
		"s3://user:hidden@bucket":                       "must not hold credentials",
		"s3://bucket/x":                                 "the region of bucket bucket is not known",
		"s3://bucket/x?region=a&region=b":               "each once",
		"s3://bucket/x?secret=hidden":                   `"secret"`,
		"s3://bucket/../x?region=a":                     "no prefix",
		"s3://bucket/x?region=a#hidden":                 "well-formed",
		"s3://bucket/%zz:hidden":                        "well-formed",
		"s3://bucket/?endpoint=host":                    "no URL of a server",
		"s3://bucket/?endpoint=ftp://host":              "no URL of a server",
		"s3://bucket/?endpoint=http://user:hidden@host": "no URL of a server",
		"s3://bucket/?endpoint=http://host/hidden":      "no URL of a server",
	} {
		_, err := bucket.OpenS3(location)
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: got %v, want it refused for %s", location, err, want)
		}
	}
	for _, location := range []string{
		"s3://bucket?region=eu-west-1", "s3://bucket/a/b/?endpoint=http://127.0.0.1:7070",
		"s3://bucket?endpoint=https://s3.example/",
	} {
		if _, err := bucket.OpenS3(location); err != nil {
			t.Errorf("%s: %v", location, err)
		}
	}
}

func TestWhatIsWrongWithABucketIsSaidWithoutASecret(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("here")
	for _, tt := range []struct{ location, access, secret, want string }{
		{location, s3test.AccessKey, "hidden-wrong-secret", "AWS_SECRET_ACCESS_KEY"},
		{location, "hidden-wrong-access", s3test.SecretKey, "AWS_ACCESS_KEY_ID"},
		{location, "", "", "there are no credentials for s3://here/"},
		{"s3://elsewhere/x", s3test.AccessKey, s3test.SecretKey, "s3://elsewhere/x/ can't be used: there is no such bucket"},
	} {
		t.Setenv("AWS_ACCESS_KEY_ID", tt.access)
		t.Setenv("AWS_SECRET_ACCESS_KEY", tt.secret)
		s3, err := bucket.OpenS3(tt.location)
		if err != nil {
			t.Fatal(err)
		}
		err = s3.Check(t.Context())
		if gevel.CodeOf(err) != gevel.Unavailable || !strings.Contains(err.Error(), tt.want) || bucket.IsAway(err) ||
			strings.Contains(err.Error(), "hidden") || strings.Contains(err.Error(), s3test.SecretKey) {
			t.Errorf("%s, %s: got %v, want %s", tt.location, tt.access, err, tt.want)
		}
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "") // a profile does as well
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	profile := filepath.Join(t.TempDir(), "credentials")
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", profile)
	t.Setenv("AWS_PROFILE", "test")
	text := "[test]\naws_access_key_id = " + s3test.AccessKey + "\naws_secret_access_key = " + s3test.SecretKey + "\n"
	if err := os.WriteFile(profile, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	openS3(t, location)
	nowhere, err := bucket.OpenS3("s3://elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nowhere.Read(t.Context(), "a"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a bucket that is not there reads as one without the object: %v", err)
	}
}

func TestAServerThatIsAwayIsGivenUpSoonAndKnownAgain(t *testing.T) {
	server := s3test.Start(t)
	s3 := openS3(t, server.Bucket("away"))
	mustWrite(t, s3, "a", "x")
	server.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, err := s3.Read(ctx, "a"); !bucket.IsAway(err) || !strings.Contains(err.Error(), "s3://away/a") || ctx.Err() != nil {
		t.Errorf("got %v, want that the server is away", err)
	}
	if err := s3.Check(t.Context()); gevel.CodeOf(err) != gevel.Unavailable || !bucket.IsAway(err) {
		t.Errorf("got %v, want that the server is away", err)
	}
	server.Start()
	if got, err := s3.Read(t.Context(), "a"); err != nil || string(got) != "x" {
		t.Errorf("got %q (%v) once the server is back", got, err)
	}
}

func TestAFileIsSentWithItsChecksumAndNoOther(t *testing.T) {
	s3 := openS3(t, s3test.Start(t).Bucket("files"))
	path := filepath.Join(t.TempDir(), "file")
	for _, size := range []int{0, 1_000_000, 70 << 20} { // the last in parts
		content := strings.Repeat("x", size)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(content))
		f := bucket.File{Bytes: int64(size), SHA256: hex.EncodeToString(sum[:])}
		if err := s3.WriteFile(t.Context(), "a/file", path, f); err != nil {
			t.Fatal(err)
		}
		if got, err := s3.Stat(t.Context(), "a/file"); err != nil || got != f {
			t.Errorf("%d bytes: noted are %v (%v), want %v", size, got, err, f)
		}
		if got, err := s3.Read(t.Context(), "a/file"); err != nil || string(got) != content {
			t.Errorf("%d bytes: read %d bytes (%v)", size, len(got), err)
		}
	}
	other := sha256.Sum256([]byte("other"))
	if err := os.WriteFile(path, []byte("what"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := s3.WriteFile(t.Context(), "b", path, bucket.File{Bytes: 4, SHA256: hex.EncodeToString(other[:])})
	if _, there := s3.Stat(t.Context(), "b"); err == nil || !errors.Is(there, fs.ErrNotExist) {
		t.Errorf("a file was sent under another's checksum: %v, %v", err, there)
	}
}

func TestACopyIsNotBelievedUnlessTheServerHasSeenItsBytes(t *testing.T) {
	server := s3test.Start(t)
	s3 := openS3(t, server.Bucket("copies"))
	mustWrite(t, s3, "a", "what it is")
	f, err := s3.Stat(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := s3.Copy(t.Context(), "b", "a", f); err != nil {
		t.Fatal(err)
	}
	got, err := s3.Read(t.Context(), "b")
	if there, statErr := s3.Stat(t.Context(), "b"); err != nil || statErr != nil || string(got) != "what it is" || there != f {
		t.Errorf("copied %q as %v (%v, %v)", got, there, err, statErr)
	}
	if err := s3.Copy(t.Context(), "c", "missing", f); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing object: %v", err)
	}
	if err := os.WriteFile(server.Path("copies", "a"), []byte("what it IS"), 0o600); err != nil { // the server does not know
		t.Fatal(err)
	}
	if err := s3.Copy(t.Context(), "d", "a", f); err == nil {
		t.Error("a damaged object is copied")
	}
	if there, err := s3.Stat(t.Context(), "d"); err == nil && there == f {
		t.Error("a damaged copy seems to be whole")
	}
}

func TestASignedURLReadsOneObjectUntilItExpires(t *testing.T) {
	s3 := openS3(t, s3test.Start(t).Bucket("signed")+"/photos")
	mustWrite(t, s3, "a b/0.jpg", "picture")
	sign := func(lifetime time.Duration) string {
		signed, err := s3.URL(t.Context(), "a b/0.jpg", lifetime, "max-age=60")
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	before := time.Now().Truncate(time.Second)
	day := sign(24 * time.Hour)
	u, err := url.Parse(day)
	if err != nil {
		t.Fatal(err)
	}
	made, err := time.Parse("20060102T150405Z", u.Query().Get("X-Amz-Date"))
	if err != nil || made.Before(before) || made.After(time.Now()) || u.Query().Get("X-Amz-Expires") != "86400" {
		t.Errorf("%s is not of now for 86400 seconds (%v)", day, err)
	}
	if status, kind, body := fetch(t, day); status != http.StatusOK || kind != "image/jpeg" || body != "picture" {
		t.Errorf("status %d, %s, %q", status, kind, body)
	}
	if status, _, _ := fetch(t, strings.Replace(day, "0.jpg", "1.jpg", 1)); status != http.StatusForbidden {
		t.Errorf("a URL of another object: status %d", status)
	}
	// The server's clock is no test's to set, so that a URL of a second is asked for until it has expired.
	short, deadline := sign(time.Second), time.Now().Add(patience)
	status, body := http.StatusOK, "picture"
	for status == http.StatusOK && body == "picture" && time.Now().Before(deadline) {
		status, _, body = fetch(t, short)
	}
	if status != http.StatusForbidden || strings.Contains(body, "picture") {
		t.Errorf("after it expired: status %d, %s", status, body)
	}
	if strings.Contains(day, s3test.SecretKey) || s3.Temporary(t.Context()) {
		t.Errorf("%s shows a secret, or lasts no day", day)
	}
	t.Setenv("AWS_SESSION_TOKEN", "of a role")
	role, err := bucket.OpenS3("s3://signed")
	if err != nil || !role.Temporary(t.Context()) {
		t.Errorf("credentials of a session are not reported as temporary (%v)", err)
	}
}

func fetch(t *testing.T, address string) (status int, kind, body string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header.Get("Content-Type"), string(text)
}

// TestABrokenConnectionIsTakenUpWhereItBroke reads through a proxy that cuts the first answers short.
func TestABrokenConnectionIsTakenUpWhereItBroke(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("cut")
	content := strings.Repeat("0123456789", 100_000)
	mustWrite(t, openS3(t, location), "long", content)
	proxy := cutShort(t, strings.TrimPrefix(server.Endpoint, "http://"), 300_000, 2)
	s3, err := bucket.OpenS3(location + "?endpoint=http://" + proxy)
	if err != nil {
		t.Fatal(err)
	}
	defer s3.Close()
	if got, err := s3.Read(t.Context(), "long"); err != nil || string(got) != content {
		t.Errorf("read %d of %d bytes (%v)", len(got), len(content), err)
	}
}

// cutShort passes connections on to addr. It closes the first ones after so many bytes of answers.
func cutShort(t *testing.T, addr string, after int64, first int32) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var cut atomic.Int32
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer in.Close()
				out, err := net.Dial("tcp", addr)
				if err != nil {
					return
				}
				defer out.Close()
				go func() { _, _ = io.Copy(out, in) }()
				if cut.Add(1) <= first {
					_, _ = io.CopyN(in, out, after)
					return
				}
				_, _ = io.Copy(in, out)
			}()
		}
	}()
	return l.Addr().String()
}

func FuzzS3Location(f *testing.F) {
	f.Add("s3://bucket/prefix?region=eu-west-1&endpoint=http://127.0.0.1:7070")
	f.Add("s3://user:secret@bucket/%zz")
	f.Add("s3://bucket/..?endpoint=//x")
	f.Fuzz(func(t *testing.T, location string) {
		s3, err := bucket.OpenS3(location)
		if err != nil {
			if gevel.CodeOf(err) != gevel.Invalid {
				t.Errorf("%q: %v", location, err)
			}
			return
		}
		name, ok := strings.CutPrefix(s3.String(), "s3://")
		if bucketName, prefix, _ := strings.Cut(name, "/"); !ok || !fs.ValidPath(bucketName) ||
			prefix != "" && !fs.ValidPath(strings.TrimSuffix(prefix, "/")) {
			t.Errorf("%q is %s", location, s3)
		}
	})
}
