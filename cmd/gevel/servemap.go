// The map that an operator lays under that of the page.

package main

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/api"
)

// background returns what the flags lay under the page's map, nil for nothing.
func (cmd *serveCmd) background() (*api.Background, error) {
	refuse := func(format string, args ...any) (*api.Background, error) {
		return nil, &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf(format, args...)}
	}
	template := cmd.MapBackground
	switch {
	case template == "" && cmd.MapAttribution != "":
		return refuse("--map-attribution names whose map it is: give --map-background with it")
	case template == "":
		return nil, nil //nolint:nilnil // no background is fine
	case cmd.MapAttribution == "":
		return refuse("--map-background: give --map-attribution too: who makes maps wants to be named")
	}
	u, err := url.Parse(strings.NewReplacer("{z}", "0", "{x}", "0", "{y}", "0").Replace(template))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return refuse("--map-background: give the URL of tiles, such as https://tiles.example/{z}/{x}/{y}.png")
	}
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(template, part) != 1 {
			return refuse("--map-background has no %s, or more than one: give the URL of tiles, such as https://tiles.example/{z}/{x}/{y}.png", part)
		}
	}
	return &api.Background{Kind: "tiles", URL: template, Attribution: cmd.MapAttribution}, nil
}
