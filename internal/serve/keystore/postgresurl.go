// The URL of a PostgreSQL database, which may hold a password that must stay hidden.

package keystore

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/gevel/gevel"
)

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
