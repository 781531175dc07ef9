package api_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var loaded = regexp.MustCompile(`(?:src|href)="([^"]+)"`)

// TestDocumentationAsksNoOtherHost holds the page to its own files and this host.
func TestDocumentationAsksNoOtherHost(t *testing.T) {
	s := openSite(t)
	page := s.ask(t, request{target: "/docs", key: noKey})
	policy := page.Header.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "http") ||
		strings.Contains(policy, "script-src 'self' 'unsafe") {
		t.Errorf("the content policy is %q", policy)
	}
	links := loaded.FindAllStringSubmatch(page.text, -1)
	if len(links) < 5 {
		t.Fatalf("the page loads only %v", links)
	}
	for _, link := range links {
		if !strings.HasPrefix(link[1], "/") || strings.HasPrefix(link[1], "//") {
			t.Errorf("the page names %s, which is not of this host", link[1])
			continue
		}
		if got := s.ask(t, request{target: link[1], key: noKey}); got.StatusCode != http.StatusOK || got.text == "" {
			t.Errorf("GET %s: status %d, %d bytes", link[1], got.StatusCode, len(got.text))
		}
	}
	if strings.Contains(page.text, "<script>") || strings.Contains(page.text, "<style") {
		t.Error("the page has an inline script or style, which its policy forbids")
	}
	script := s.ask(t, request{target: "/docs/docs.js", key: noKey})
	if !strings.Contains(script.text, "validatorUrl: null") || strings.Contains(script.text, "http") {
		t.Errorf("the script may ask another host:\n%s", script.text)
	}
}
