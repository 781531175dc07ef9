// gevel serve: answers the API from the newest edition, until what runs beside it has ended.

package main

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/serve/access"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/keystore"
)

// serveCmd is gevel serve.
type serveCmd struct {
	service
	PrintConfig bool `name:"print-config" help:"Print every setting and where it is from, and exit."`
}

// Run serves until the context ends, and then until the requests in flight are answered.
func (cmd *serveCmd) Run(c *console, given *kong.Context) error {
	if cmd.PrintConfig {
		return cmd.printConfig(c.stdout, given)
	}
	under, err := cmd.Page.Underlay()
	if err != nil {
		return err
	}
	p, err := cmd.open(c)
	if err != nil {
		return err
	}
	p.background = under
	fmt.Fprintf(c.stdout, "gevel listens at %s://%s\n  edition  %s\n  API      %s/v1\n  docs     %s/docs\n",
		cmd.Server.Scheme(), p.listener.Addr(), p.editions.Current().Get().Edition.ID(), p.public, p.public)
	if p.pprof != nil {
		fmt.Fprintf(c.stdout, "  profiles http://%s/debug/pprof/\n", p.pprof.Addr())
	}
	return errors.Join(cmd.serve(c, p), inTime("closing", func() error { return p.close(c.ctx) }))
}

// lingers is as long as the requests in flight take, and the load balancer before.
func (cmd *serveCmd) lingers() time.Duration { return cmd.Server.DrainFor + time.Minute }

// printConfig prints every setting. It opens nothing, and shows no password.
func (cmd *serveCmd) printConfig(out io.Writer, given *kong.Context) error {
	typed := make(map[string]bool)
	for _, step := range given.Path {
		if step.Flag != nil && !step.Resolved {
			typed[step.Flag.Name] = true
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "setting\tvalue\tfrom")
	for _, flag := range given.Selected().Flags {
		if flag.Name == "help" || flag.Name == "print-config" {
			continue
		}
		value := cmd.settled(flag.Name)
		if value == "" {
			value = shown(flag.Target)
		}
		fmt.Fprintf(w, "--%s\t%s\t%s\n", flag.Name, gevel.Printable(cmp.Or(value, "none")), setBy(flag, typed[flag.Name]))
	}
	return w.Flush()
}

// setBy says where the value of a flag is from.
func setBy(flag *kong.Flag, typed bool) string {
	if typed {
		return "flag"
	}
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return "environment " + name
		}
	}
	return "default"
}

// settled returns a setting whose default the program works out, or that holds a secret; "" for others.
func (cmd *serveCmd) settled(flag string) string {
	switch {
	case flag == "keys":
		return keystore.WithoutPassword(cmd.Keys)
	case flag == "keys-grace" && cmd.KeysGrace == 0:
		return keystore.GraceOf(cmd.Keys).String()
	case flag == "signing-keys" && bucket.IsS3(cmd.Photos):
		return "none: photos in S3 have the bucket's own URLs"
	case flag == "signing-keys":
		return cmd.signingKeys()
	case flag == "cache" && !bucket.IsS3(cmd.Editions) && (bucket.IsS3(cmd.Photos) || cmd.PhotosKept == 0):
		return "none: nothing is kept"
	case flag == "cache":
		dir, err := cmd.cacheDir()
		if err != nil {
			return err.Error()
		}
		return dir
	case flag == "public-url" && cmd.PublicURL == "":
		return cmd.Server.Scheme() + "://" + cmd.Addr
	case flag == "max-in-flight" && cmd.Load.MaxInFlight == 0:
		return fmt.Sprint(admission.DefaultMaxInFlight())
	case flag == "valuation-log-days" && cmd.ValuationDays == 0:
		return "for ever"
	}
	return ""
}

// shown is a value as a flag takes it.
func shown(v reflect.Value) string {
	switch is := v.Interface().(type) {
	case bool:
		if is {
			return "on"
		}
		return "off"
	case time.Duration:
		return is.String()
	case encoding.TextMarshaler:
		text, err := is.MarshalText()
		if err != nil {
			return err.Error()
		}
		return strings.ToLower(string(text))
	}
	if v.Kind() != reflect.Slice {
		return access.WithoutCredentials(fmt.Sprint(v.Interface()))
	}
	var list []string
	for i := range v.Len() {
		list = append(list, access.WithoutCredentials(fmt.Sprint(v.Index(i).Interface())))
	}
	return strings.Join(list, ",")
}
