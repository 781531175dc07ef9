package keystore_test

import (
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/serve/keystore"
)

func TestAPlaceIsShownWithoutItsPassword(t *testing.T) {
	for location, want := range map[string]string{
		"keys.db":                           "keys.db",
		"/var/lib/gevel/keys.db":            "/var/lib/gevel/keys.db",
		"postgres://gevel@db.example/gevel": "postgres://gevel@db.example/gevel",
		"postgres://gevel:s3cret@db.example:6543/gevel?sslmode=verify-full": "postgres://gevel:xxxxx@db.example:6543/gevel?sslmode=verify-full",
		"postgresql://gevel:s3%40cret@db.example/gevel":                     "postgresql://gevel:xxxxx@db.example/gevel",
		"postgres://gevel:s3cret@with@db.example/gevel":                     "postgres://gevel:xxxxx@db.example/gevel",
		"postgres://gevel:s3cret/slash@db.example/gevel":                    "postgres://xxxxx",
		"postgres://db.example/gevel?password=s3cret&user=gevel":            "postgres://db.example/gevel?password=xxxxx&user=gevel",
		"postgres://db.example/gevel?sslpassword=s3cret":                    "postgres://db.example/gevel?sslpassword=xxxxx",
		"postgres:gevel:s3cret@db.example/gevel":                            "postgres://xxxxx",
		"host=db.example password=s3cret":                                   "xxxxx",
		"mysql://gevel:s3cret@db.example/gevel":                             "xxxxx",
		"postgres://gevel:s3cret%zz@db.example/gevel":                       "postgres://xxxxx",
	} {
		if got := keystore.WithoutPassword(location); got != want {
			t.Errorf("%s is shown as %s, want %s", location, got, want)
		}
	}
}

func FuzzWithoutPassword(f *testing.F) {
	for _, seed := range []string{"a", "p@ss", "p/ss", "%41", "?x", "#", ":", "\x00", "[", "a b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, middle string) {
		const start, end = "qVz7begin", "qVz7end"
		shown := keystore.WithoutPassword("postgres://gevel:" + start + middle + end + "@db.example/gevel")
		if strings.Contains(shown, start) || strings.Contains(shown, end) {
			t.Errorf("with %q in the password, %s is shown", middle, shown)
		}
	})
}
