// Where keys are: the path of a file, or the URL of a database, which may hold a password that must stay hidden.

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

// onServer reports whether a location is the URL of a server, and no path of a file. Other URLs and connection strings
// give gevel.Invalid and are not repeated: they may hold a password.
func onServer(location string) (bool, error) {
	scheme, rest, colon := strings.Cut(location, ":")
	switch {
	case colon && slices.Contains([]string{"postgres", "postgresql"}, strings.ToLower(scheme)):
		return true, nil
	case colon && strings.HasPrefix(rest, "//") || strings.Contains(location, "password="):
		return false, badLocation("keys are kept neither there nor so", "")
	}
	return false, nil
}

// InFile reports whether a location is a file.
func InFile(location string) bool {
	server, err := onServer(location)
	return err == nil && !server
}

// GraceOf returns the default for how long known keys work while the location can't be read.
func GraceOf(location string) time.Duration {
	if InFile(location) {
		return fileGrace
	}
	return serverGrace
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
	server, err := onServer(location)
	switch {
	case err != nil:
		return hidden
	case !server:
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

// connectWithin limits the time to connect, unless the URL sets one.
const connectWithin = 5 * time.Second

// parseURL parses the URL of a database, completed from the environment. shown is the URL without its password.
func parseURL(location string) (config *pgx.ConnConfig, shown string, err error) {
	_, rest, _ := strings.Cut(location, ":")
	if !strings.HasPrefix(rest, "//") {
		return nil, "", badLocation("the URL of the keys database does not begin with postgres://", "")
	}
	location = "postgres:" + rest
	config, err = pgx.ParseConfig(location)
	if err != nil {
		return nil, "", badLocation("the URL of the keys database can't be read", faultBeside(location))
	}
	hosts := hostsOf(&config.Config)
	// An @ here belongs to a password in which it should be written as %40.
	if strings.Contains(strings.Join(append(hosts, config.Database), ""), "@") {
		return nil, "", badLocation("the URL of the keys database has one @ too many", "")
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "gevel"
	}
	return config, show(&config.Config, hosts), nil
}

// faultBeside describes what is wrong with a URL other than its user and password, "" when that is not clear.
func faultBeside(location string) string {
	beside := location[strings.LastIndex(location, "@")+1:]
	if strings.Contains(strings.ToLower(location), "pass") || strings.Contains(location, "%") || beside == location {
		return ""
	}
	_, err := pgx.ParseConfig("postgres://" + beside)
	if fault := (*pgconn.ParseConfigError)(nil); errors.As(err, &fault) {
		return oneLine(fault.Error())
	}
	return ""
}

// hostsOf returns the hosts that a connection tries, each once.
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

// schemaOf returns the setting for the schema of the tables, if there is one.
func schemaOf(c *pgconn.Config, separator string) string {
	if path := c.RuntimeParams["search_path"]; path != "" {
		return separator + "search_path=" + path
	}
	return ""
}
