// Where keys are: the path of a file, or the URL of a database, which may hold a password
// that nobody is to see.

package keystore

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/gevel/gevel"
)

// connectWithin is how long a connection may take to come about, unless the URL says.
const connectWithin = 5 * time.Second

// InFile reports whether a place is a file.
func InFile(place string) bool {
	inDatabase, err := isURL(place)
	return err == nil && !inDatabase
}

// isURL reports whether a place is the URL of a PostgreSQL database. Other URLs and
// connection strings are gevel.Invalid, and are not repeated: they may hold a password.
func isURL(place string) (bool, error) {
	scheme, rest, colon := strings.Cut(place, ":")
	switch lower := strings.ToLower(scheme); {
	case colon && (lower == "postgres" || lower == "postgresql"):
		return true, nil
	case colon && strings.HasPrefix(rest, "//"), strings.Contains(place, "password="):
		return false, badPlace("keys are kept neither there nor so", "")
	}
	return false, nil
}

func badPlace(message, why string) error {
	if why != "" {
		message += ": " + why
	}
	return &gevel.Error{
		Code:    gevel.Invalid,
		Message: message,
		Hint: "name a file, or a database as postgres://user@host/name; " +
			"its password is best given in PGPASSWORD or a password file (~/.pgpass), in a URL @, /, ? and % of it as %40, %2F, %3F and %25",
	}
}

// parseURL reads the URL of a database, and what the environment adds to it. shown is what
// people may see of it.
func parseURL(place string) (config *pgx.ConnConfig, shown string, err error) {
	_, rest, _ := strings.Cut(place, ":")
	if !strings.HasPrefix(rest, "//") {
		return nil, "", badPlace("the URL of the keys database does not begin with postgres://", "")
	}
	place = "postgres:" + rest
	config, err = pgx.ParseConfig(place)
	if err != nil {
		return nil, "", badPlace("the URL of the keys database can't be read", faultBeside(place))
	}
	hosts := hostsOf(&config.Config)
	// An @ here is one of a password that was not written as %40.
	if strings.Contains(strings.Join(append(hosts, config.Database), ""), "@") {
		return nil, "", badPlace("the URL of the keys database has one @ too many", "")
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "gevel"
	}
	return config, show(&config.Config, hosts), nil
}

// faultBeside says what is wrong with a URL beside its user and password, "" when that is
// not clear.
func faultBeside(place string) string {
	beside := place[strings.LastIndex(place, "@")+1:]
	if strings.Contains(strings.ToLower(place), "pass") || strings.Contains(place, "%") || beside == place {
		return ""
	}
	_, err := pgx.ParseConfig("postgres://" + beside)
	if fault := (*pgconn.ParseConfigError)(nil); errors.As(err, &fault) {
		return oneLine(fault.Error())
	}
	return ""
}

// hostsOf returns the hosts that a connection is tried to, each once.
func hostsOf(c *pgconn.Config) []string {
	at := func(host string, port uint16) string {
		if strings.HasPrefix(host, "/") {
			return host // a folder of sockets
		}
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		return host + ":" + strconv.Itoa(int(port))
	}
	hosts := []string{at(c.Host, c.Port)}
	for _, f := range c.Fallbacks {
		if host := at(f.Host, f.Port); !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

func show(c *pgconn.Config, hosts []string) string {
	if strings.HasPrefix(hosts[0], "/") {
		return gevel.Printable(fmt.Sprintf("postgres://%s@/%s?host=%s%s", c.User, c.Database, hosts[0], schemaOf(c, "&")))
	}
	return gevel.Printable(fmt.Sprintf("postgres://%s@%s/%s%s", c.User, strings.Join(hosts, ","), c.Database, schemaOf(c, "?")))
}

// schemaOf returns the setting of the schema that tables are in, when there is one.
func schemaOf(c *pgconn.Config, separator string) string {
	if path := c.RuntimeParams["search_path"]; path != "" {
		return separator + "search_path=" + path
	}
	return ""
}

// urlPassword is the password within the URL of a database.
var urlPassword = regexp.MustCompile(`(?i)(postgres(?:ql)?://[^:@/?\s]*:)\S+@`)

// HidePasswords blanks what may be the password of a database in a text that repeats what
// somebody typed.
func HidePasswords(text string) string {
	text = urlPassword.ReplaceAllString(text, "${1}xxxxx@")
	return passwordSetting.ReplaceAllString(text, "${1}xxxxx")
}

// hidden stands for what nobody is to see.
const hidden = "xxxxx"

// WithoutPassword returns a place as people may see it: a file as it is, the URL of a database without its
// password, and nothing of what is neither.
func WithoutPassword(place string) string {
	inDatabase, err := isURL(place)
	if err != nil {
		return hidden
	}
	if !inDatabase {
		return place
	}
	_, rest, _ := strings.Cut(place, "://")
	u, err := url.Parse(place)
	// An @ behind the host is one of a password that was not written as %40.
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

// GraceOf is how long known keys work while those at a place can't be read, unless another time is set.
func GraceOf(place string) time.Duration {
	if InFile(place) {
		return fileGrace
	}
	return serverGrace
}

// passwordSetting is a password as a setting.
var passwordSetting = regexp.MustCompile(`(?i)(password=)[^&\s]+`)
