package web

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// budget limits the total size of the page's files as sent, bytes. Photos are counted apart: see narrowPhotoBudget of package api.
const budget = 700_000

func newPage(t testing.TB, c Config) *Page {
	t.Helper()
	p, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// get requests a path as a browser does.
func get(p *Page, path string, header ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Result()
}

func bodyOf(t testing.TB, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// paths returns the paths of all files of the page, without .gz.
func (p *Page) paths(t testing.TB) (list []string) {
	t.Helper()
	err := fs.WalkDir(assets, "assets", func(path string, entry fs.DirEntry, err error) error {
		name := strings.TrimSuffix(strings.TrimPrefix(path, "assets/"), ".gz")
		if err == nil && !entry.IsDir() && name != "index.html" {
			list = append(list, assetsPath+p.edition+"/"+name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestPageIsLight(t *testing.T) {
	p := newPage(t, Config{})
	total := len(bodyOf(t, get(p, "/")))
	for _, path := range p.paths(t) {
		r := get(p, path)
		size := len(bodyOf(t, r))
		if r.StatusCode != http.StatusOK || size == 0 {
			t.Errorf("%s: status %d, %d bytes", path, r.StatusCode, size)
		}
		if strings.HasSuffix(path, ".txt") {
			continue // a licence, which the page does not load
		}
		total += size
	}
	t.Logf("%d bytes in all", total)
	if total > budget {
		t.Errorf("the page weighs %d bytes, more than %d", total, budget)
	}
}

var (
	linked   = regexp.MustCompile(`(?:src|href)="([^"]+)"`)
	comment  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	imported = regexp.MustCompile(`(?m)(?:from |import\(|new URL\(|url\()['"]([^'"]+)['"]`)
)

func TestPageLoadsItsOwnFilesAlone(t *testing.T) {
	p := newPage(t, Config{})
	html := bodyOf(t, get(p, "/"))
	for _, link := range linked.FindAllStringSubmatch(html, -1) {
		if !p.Has(link[1]) && link[1] != "/docs" && !strings.HasPrefix(link[1], "#") && link[1] != "/#/" {
			t.Errorf("the page names %s, which it does not have", link[1])
		}
	}
	for _, never := range []string{"<script>", "<style", " style=", " onclick=", "{{"} {
		if strings.Contains(html, never) {
			t.Errorf("the page has %s", never)
		}
	}
	for _, file := range p.paths(t) {
		if strings.Contains(file, "/vendored/") {
			continue
		}
		text := bodyOf(t, get(p, file, "Accept-Encoding", "identity"))
		for _, name := range imported.FindAllStringSubmatch(comment.ReplaceAllString(text, ""), -1) {
			if !p.Has(path.Join(path.Dir(file), name[1])) {
				t.Errorf("%s imports %s, which is not there", file, name[1])
			}
		}
		if strings.Contains(text, "innerHTML") {
			t.Errorf("%s makes markup of text", file)
		}
	}
}

func TestFilesAreKeptByTheNameOfTheirContent(t *testing.T) {
	p := newPage(t, Config{})
	own := assetsPath + p.edition + "/bundled.js"
	for _, tt := range []struct{ path, cache string }{
		{own, "public, max-age=31536000, immutable"},
		{assetsPath + "0123456789abcdef/bundled.js", "no-store"}, // from a replica of another version
		{"/", "no-cache"},
		{"/page/accuracy", "no-cache"},
	} {
		r := get(p, tt.path)
		if r.StatusCode != http.StatusOK || r.Header.Get("Cache-Control") != tt.cache {
			t.Errorf("%s: status %d, Cache-Control %q, want %q", tt.path, r.StatusCode, r.Header.Get("Cache-Control"), tt.cache)
		}
	}
	if r := get(p, "/", "If-None-Match", `"`+p.edition+`"`); r.StatusCode != http.StatusNotModified || bodyOf(t, r) != "" {
		t.Errorf("a page that is known: status %d", r.StatusCode)
	}
	for _, path := range []string{"/assets/", "/assets/" + p.edition, "/assets/" + p.edition + "/", own + "x", "/assets/x/index.html", "/assets/x/vendored", "/assets/x/../web.go"} {
		if p.Has(path) {
			t.Errorf("there is something at %s", path)
		}
	}
}

func TestFilesComeCompressedToWhomTheyMay(t *testing.T) {
	p := newPage(t, Config{})
	for _, file := range []string{"bundled.js", "bundled.css", "vendored/maplibre-gl.mjs"} {
		zipped := get(p, assetsPath+p.edition+"/"+file)
		plain := get(p, assetsPath+p.edition+"/"+file, "Accept-Encoding", "identity")
		if zipped.Header.Get("Content-Encoding") != "gzip" || plain.Header.Get("Content-Encoding") != "" ||
			!strings.Contains(zipped.Header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s: headers %v and %v", file, zipped.Header, plain.Header)
		}
		unzipped, err := gzip.NewReader(zipped.Body)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(unzipped)
		if err != nil || string(text) != bodyOf(t, plain) || len(text) == 0 {
			t.Errorf("%s differs, %v", file, err)
		}
		kind := zipped.Header.Get("Content-Type")
		if !strings.Contains(kind, "javascript") && !strings.Contains(kind, "text/css") {
			t.Errorf("%s is %s", file, kind)
		}
	}
}

func TestKeyIsFilledInOnlyWhereConfigured(t *testing.T) {
	if html := bodyOf(t, get(newPage(t, Config{}), "/")); strings.Contains(html, "gevel-key") {
		t.Error("a page without a key has one")
	}
	if html := bodyOf(t, get(newPage(t, Config{Key: `a"<b`}), "/")); !strings.Contains(html,
		`<meta name="gevel-key" content="a&#34;&lt;b">`) {
		t.Errorf("the key is not in the page, or not escaped: %s", html)
	}
}

func TestPolicyAllowsWhatIsConfigured(t *testing.T) {
	p := newPage(t, Config{
		Images:     []string{"https://homes.example/base", ""},
		Background: "https://tiles.example:8443/{z}/{x}/{y}.png",
	})
	policy := get(p, "/").Header.Get("Content-Security-Policy")
	for _, want := range []string{
		"default-src 'none'", "script-src 'self';", "style-src 'self';", "connect-src 'self' https://tiles.example:8443;",
		"img-src 'self' data: blob: https://homes.example https://tiles.example:8443;", "frame-ancestors 'none'",
	} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s: %s", want, policy)
		}
	}
	for _, given := range []string{"tiles.example", "ftp://tiles.example", "https://", "https://a;b", "https://*", "https://a b/", ":"} {
		if _, err := New(Config{Background: given}); gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("background %q: %v", given, err)
		}
	}
}

func FuzzPolicy(f *testing.F) {
	for _, seed := range []string{"https://tiles.example/a", "http://[::1]:80/x", "https://a;script-src *", "https://a'b", "//", "https://a%3bb"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		policy, err := policyOf(Config{Background: given})
		plain, _ := policyOf(Config{})
		if err == nil && (strings.Count(policy, ";") != strings.Count(plain, ";") || strings.ContainsAny(policy, "*\n\r\"")) {
			t.Errorf("%q makes the policy %q", given, policy)
		}
	})
}

// TestJoinedFilesAreOfTodaysSources compares the checksum that bundle.mjs wrote into them.
func TestJoinedFilesAreOfTodaysSources(t *testing.T) {
	entries, err := os.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.New()
	for _, entry := range entries {
		if name := entry.Name(); path.Ext(name) == ".js" || path.Ext(name) == ".css" {
			content, err := os.ReadFile("assets/" + name)
			if err != nil {
				t.Fatal(err)
			}
			hash.Write([]byte(name + "\n"))
			hash.Write(content)
		}
	}
	p, want := newPage(t, Config{}), hex.EncodeToString(hash.Sum(nil))
	for _, name := range []string{"bundled.js", "bundled.css"} {
		text := bodyOf(t, get(p, assetsPath+p.edition+"/"+name, "Accept-Encoding", "identity"))
		if first, _, _ := strings.Cut(text, "\n"); !strings.Contains(first, want) {
			t.Errorf("%s is of other sources: npm run bundle", name)
		}
	}
}

// TestVendoredFilesAreThoseOfTheirPackages compares the files with the checksums that vendor.mjs wrote.
func TestVendoredFilesAreThoseOfTheirPackages(t *testing.T) {
	sums, err := os.ReadFile("vendored.sum")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(sums)); lines.Scan(); {
		want, name, _ := strings.Cut(lines.Text(), "  ")
		listed[name] = true
		content, err := fs.ReadFile(assets, "assets/vendored/"+name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".gz") {
			unzipped, err := gzip.NewReader(bytes.NewReader(content))
			if err != nil {
				t.Fatal(err)
			}
			if content, err = io.ReadAll(unzipped); err != nil {
				t.Fatal(err)
			}
		}
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s is not what its package has", name)
		}
	}
	entries, err := fs.ReadDir(assets, "assets/vendored")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !listed[entry.Name()] {
			t.Errorf("%s is vendored but not listed", entry.Name())
		}
	}
}
