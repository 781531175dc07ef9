// The output of a demo: a summary, and commands to try.

package main

import (
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// printMade prints a summary.
func (d *demoDir) printMade(c *console, took time.Duration) {
	fmt.Fprintf(c.stdout, "\nready after %s: %d homes, listed in %s\n",
		took.Round(100*time.Millisecond), d.note.Town.Homes, d.path("addresses.csv"))
}

// printNext prints how to serve the result.
func (d *demoDir) printNext(c *console) {
	fmt.Fprintf(c.stdout, "\nserve it, with the key %s, by the same command without --no-serve, or by\n\n"+
		"  gevel serve --editions %s --photos %s --keys %s\n",
		demoKey, d.path("editions"), d.path("bucket"), d.path("keys.db"))
}

// printCommands prints requests to try at the public URL.
func (d *demoDir) printCommands(c *console, public string) {
	fmt.Fprintf(c.stdout, "\nopen %s/ to see values on a page, or ask the API:\n\n", public)
	for _, ask := range []struct{ path, query string }{
		{"homevalue", d.note.Town.query()},
		{"homevalue/available", d.note.Town.query()},
		{"get_front_view", "bagNumIds=" + string(d.note.Town.NumberID)},
	} {
		fmt.Fprintf(c.stdout, "curl -H 'Authorization: Bearer %s' '%s/v1/%s?%s'\n", demoKey, public, ask.path, ask.query)
	}
	fmt.Fprintf(c.stdout, "\nall endpoints, to read and to try: %s/docs\nCtrl-C ends the demo\n", public)
}

// query returns the query for the example home.
func (t *demoTown) query() string {
	q := "postalCode=" + t.PostalCode + "&houseNumber=" + strconv.Itoa(t.Number)
	if t.Extension != "" {
		q += "&houseNumberExt=" + url.QueryEscape(t.Extension)
	}
	return q
}
