// Where keys are: the path of a file, or the URL of a database, which may hold a password that must stay hidden.

package keystore

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// kind is a kind of database.
type kind struct {
	schemes      []string // of the URLs that name one
	open, create func(ctx context.Context, location string) (*database, error)
	grace        time.Duration // how long known keys work while the database is away, by default
}

// inFile is the kind of locations that are no URL, and servers are the others: another SQL server is a row.
var (
	inFile  = kind{open: openFile, create: createFile, grace: fileGrace}
	servers = []kind{{schemes: []string{"postgres", "postgresql"}, open: openServer, create: createOnServer, grace: serverGrace}}
)

// kindOf returns the kind of the database at a location. Other URLs and connection strings
// give gevel.Invalid and are not repeated: they may hold a password.
func kindOf(location string) (kind, error) {
	scheme, rest, colon := strings.Cut(location, ":")
	for _, k := range servers {
		if colon && slices.Contains(k.schemes, strings.ToLower(scheme)) {
			return k, nil
		}
	}
	if colon && strings.HasPrefix(rest, "//") || strings.Contains(location, "password=") {
		return kind{}, badLocation("keys are kept neither there nor so", "")
	}
	return inFile, nil
}

func (k kind) isFile() bool { return k.schemes == nil }

// InFile reports whether a location is a file.
func InFile(location string) bool {
	k, err := kindOf(location)
	return err == nil && k.isFile()
}

// GraceOf returns the default for how long known keys work while the location can't be read.
func GraceOf(location string) time.Duration {
	k, err := kindOf(location)
	if err != nil {
		return serverGrace
	}
	return k.grace
}

// urlPassword matches the password in the URL of a database.
var urlPassword = regexp.MustCompile(`(?i)(postgres(?:ql)?://[^:@/?\s]*:)\S+@`)

// HidePasswords hides what may be a database password in a text that repeats user input.
func HidePasswords(text string) string {
	text = urlPassword.ReplaceAllString(text, "${1}xxxxx@")
	return passwordSetting.ReplaceAllString(text, "${1}xxxxx")
}

// hidden replaces a password.
const hidden = "xxxxx"

// WithoutPassword returns a location for display: a file as it is, the URL of a database without its
// password, and nothing of anything else.
func WithoutPassword(location string) string {
	k, err := kindOf(location)
	if err != nil {
		return hidden
	}
	if k.isFile() {
		return location
	}
	_, rest, _ := strings.Cut(location, "://")
	u, err := url.Parse(location)
	// An @ behind the host belongs to a password in which it should be written as %40.
	if end := strings.IndexAny(rest, "/?#"); err != nil || u.Opaque != "" || end >= 0 && strings.Contains(rest[end:], "@") {
		return "postgres://" + hidden
	}
	if _, has := u.User.Password(); has {
		u.User = url.UserPassword(u.User.Username(), hidden)
	}
	settings, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return "postgres://" + hidden
	}
	for name := range settings {
		if strings.Contains(strings.ToLower(name), "pass") {
			settings.Set(name, hidden)
		}
	}
	u.RawQuery, u.Fragment = settings.Encode(), ""
	return u.String()
}

// passwordSetting matches a password given as a setting.
var passwordSetting = regexp.MustCompile(`(?i)(password=)[^&\s]+`)
