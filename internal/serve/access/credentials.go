package access

import (
	"net/url"
	"regexp"
	"strings"
)

// credentials stand before the host of a URL.
var credentials = regexp.MustCompile(`://[^/?#@]*@`)

// WithoutCredentials returns a text that may be a URL without user and password. No setting but --keys may have them: the
// service refuses them when it starts, and shows them to no one before.
func WithoutCredentials(text string) string {
	const hidden = "xxxxx"
	if !strings.Contains(text, "://") {
		return text
	}
	u, err := url.Parse(text)
	if err != nil {
		return hidden
	}
	if strings.Contains(u.RawQuery, "@") { // of an endpoint
		text, _, _ = strings.Cut(text, "?")
		text += "?" + hidden
	}
	return credentials.ReplaceAllString(text, "://"+hidden+"@")
}
