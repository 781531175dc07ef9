package keystore

import (
	"net/url"
	"strings"
	"testing"
	"unicode"

	"github.com/gevel/gevel"
)

func TestPlacesAreFilesOrDatabases(t *testing.T) {
	for location, want := range map[string]struct {
		inFile bool
		code   gevel.Code
	}{
		"keys.db":                                   {inFile: true},
		"/var/lib/gevel/keys: old.db":               {inFile: true},
		"c:keys.db":                                 {inFile: true},
		"postgres://gevel@db/keys":                  {},
		"postgresql://gevel@db/keys":                {},
		"POSTGRES://gevel@db/keys":                  {},
		"postgres:/gevel:geheim@db/keys":            {code: gevel.Invalid},
		"postgress://gevel:geheim@db/keys":          {code: gevel.Invalid},
		"mysql://gevel:geheim@db/keys":              {code: gevel.Invalid},
		"host=db user=gevel password=geheim":        {code: gevel.Invalid},
		"postgres://gevel:geh/eim@db/keys":          {code: gevel.Invalid},
		"postgres://gevel:12/geheim@db/keys":        {code: gevel.Invalid},
		"postgres://gevel:1@geheim@db/keys":         {code: gevel.Invalid},
		"postgres://gevel:geheim@db:port/keys":      {code: gevel.Invalid},
		"postgres://gevel:geheim@db/keys?sslmode=":  {},
		"postgres://gevel:geheim@db/keys?sslmode=x": {code: gevel.Invalid},
		"postgres://gevel:%zzgeheim@db/keys":        {code: gevel.Invalid},
	} {
		if got := InFile(location); got != want.inFile {
			t.Errorf("InFile(%q) = %v, want %v", location, got, want.inFile)
		}
		if want.inFile {
			continue
		}
		_, err := onServer(location)
		if err == nil {
			_, _, err = parseURL(location)
		}
		if got := gevel.CodeOf(err); got != want.code {
			t.Errorf("%s: got %v, want code %q", location, err, want.code)
		}
		if err != nil && strings.Contains(err.Error(), "eim") {
			t.Errorf("%s: the error holds the password: %v", location, err)
		}
	}
}

func TestAFaultBesideThePasswordIsNamed(t *testing.T) {
	_, _, err := parseURL("postgres://gevel:geheim@db/keys?sslmode=often")
	if err == nil || !strings.Contains(err.Error(), "sslmode is invalid") {
		t.Errorf("got %v, want it to name sslmode", err)
	}
}

func TestWhatIsShownOfAURL(t *testing.T) {
	for location, want := range map[string]string{
		"postgres://gevel:geheim@db/keys":                            "postgres://gevel@db:5432/keys",
		"postgresql://gevel@db:5433/keys?password=geheim":            "postgres://gevel@db:5433/keys",
		"postgres://gevel:geheim@[::1]/keys?search_path=gevel":       "postgres://gevel@[::1]:5432/keys?search_path=gevel",
		"postgres://gevel:geheim@a,b:6432/keys?sslmode=prefer":       "postgres://gevel@a:5432,b:6432/keys",
		"postgres:///keys?host=/run/postgresql&user=gevel":           "postgres://gevel@/keys?host=/run/postgresql",
		"postgres://gevel:geheim%2F%40@db/keys?sslpassword=geheim":   "postgres://gevel@db:5432/keys",
		"postgres://gevel:geheim@db/keys?application_name=\x1b[2Jme": "postgres://gevel@db:5432/keys",
	} {
		config, got, err := parseURL(location)
		if err != nil || got != want {
			t.Errorf("%q: shown as %q (%v), want %q", location, got, err, want)
			continue
		}
		if config.ConnectTimeout != connectWithin {
			t.Errorf("%q: a connection may take %s", location, config.ConnectTimeout)
		}
	}
}

func TestPasswordsOfWhatSomebodyTypedAreHidden(t *testing.T) {
	for text, want := range map[string]string{
		"unexpected argument postgres://gevel:ge@he/im@db/keys": "unexpected argument postgres://gevel:xxxxx@db/keys",
		"POSTGRESQL://g:geheim@db":                              "POSTGRESQL://g:xxxxx@db",
		"host=db password=geheim user=x":                        "host=db password=xxxxx user=x",
		"postgres://gevel@db/keys":                              "postgres://gevel@db/keys",
		"no key has the name \"a:b@c\"":                         "no key has the name \"a:b@c\"",
	} {
		if got := HidePasswords(text); got != want {
			t.Errorf("HidePasswords(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzLocation checks that any location is read or refused, and that messages about it are one line without
// the password.
func FuzzLocation(f *testing.F) {
	for _, seed := range []string{
		"keys.db", "postgres://gevel:geheim@db/keys", "postgres://u:p/w@h/d", "postgres://u:p?w@h/d", "postgres://u:p@w@h/d",
		"postgres://a,b:1,c:2/d?target_session_attrs=read-write", "postgres:///d?host=/tmp", "postgres://[::1]:1/d", "postgres:",
		"postgres://%00", "postgres://u:\x00@h", "host=h password=p",
	} {
		f.Add(seed, "geheim")
	}
	f.Fuzz(func(t *testing.T, location, password string) {
		check := func(location string) (readable bool) {
			server, err := onServer(location)
			if err == nil && !server {
				return false
			}
			shown := ""
			if err == nil {
				_, shown, err = parseURL(location)
			}
			if err != nil {
				shown = err.Error()
			}
			if strings.ContainsFunc(shown, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q: %q is not one line of plain text", location, shown)
			}
			if strings.Contains(shown, "Zq7"+password+"7qZ") {
				t.Errorf("%q: %q holds the password", location, shown)
			}
			return err == nil
		}
		check(location)
		marked := "Zq7" + password + "7qZ"
		check("postgres://gevel:" + marked + "@db/keys?" + location)
		u := url.URL{Scheme: "postgres", User: url.UserPassword("gevel", marked), Host: "db", Path: "/keys"}
		if !strings.Contains(password, "\x00") && !check(u.String()) {
			t.Errorf("%q can't be read", u.String())
		}
	})
}
