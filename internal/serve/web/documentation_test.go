package web_test

import "testing"

// TestTheDocumentationHasTheDemosKey opens /docs beside a page that has a key, and beside one that asks for it.
func TestTheDocumentationHasTheDemosKey(t *testing.T) {
	for _, tt := range []struct{ key, want string }{{fullKey, "locked"}, {"", "unlocked"}} {
		b := openTab(t, wide, openSite(t, tt.key).server.URL+"/docs")
		b.wait(`document.querySelector('.opblock .authorization__btn .` + tt.want + `') !== null`)
		b.quiet()
	}
}
