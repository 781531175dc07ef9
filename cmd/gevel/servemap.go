// The map that an operator lays under that of the page.

package main

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/api"
	"github.com/gevel/gevel/internal/serve/pmtiles"
)

// background is what lies under the page's map. The zero background is nothing.
type background struct {
	told *api.Background // what the page is told
	file string          // PMTiles on this machine
	url  string          // of another host, which browsers ask too
}

// background returns what the flags lay under the page's map.
func (cmd *serveCmd) background() (background, error) {
	given := cmd.MapBackground
	switch {
	case given == "" && cmd.MapAttribution != "":
		return background{}, refuseBackground("--map-attribution names whose map it is: give --map-background with it")
	case given == "":
		return background{}, nil
	case cmd.MapAttribution == "":
		return background{}, refuseBackground("--map-background: give --map-attribution too: who makes maps wants to be named")
	case !strings.Contains(given, "://") && isArchive(given):
		if err := pmtiles.Check(given); err != nil {
			return background{}, ofBackground(given, err)
		}
		return background{told: cmd.told("pmtiles", api.BackgroundURL), file: given}, nil
	}
	u, err := url.Parse(strings.NewReplacer("{z}", "0", "{x}", "0", "{y}", "0").Replace(given))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return background{}, refuseBackground("--map-background: give the URL of tiles, such as https://tiles.example/{z}/{x}/{y}.png, " +
			"or a file or URL of PMTiles, such as nederland.pmtiles")
	}
	if isArchive(u.Path) {
		return background{told: cmd.told("pmtiles", given), url: given}, nil
	}
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(given, part) != 1 {
			return background{}, refuseBackground("--map-background has no %s, or more than one: give the URL of tiles, such as "+
				"https://tiles.example/{z}/{x}/{y}.png", part)
		}
	}
	return background{told: cmd.told("tiles", given), url: given}, nil
}

// told is what the page is told of a background.
func (cmd *serveCmd) told(kind, at string) *api.Background {
	return &api.Background{Kind: kind, URL: at, Attribution: cmd.MapAttribution}
}

func refuseBackground(format string, args ...any) error {
	return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf(format, args...)}
}

// ofBackground says of a file that can't be used which flag named it.
func ofBackground(file string, err error) error {
	var known *gevel.Error
	if !errors.As(err, &known) {
		return fmt.Errorf("--map-background %s: %w", file, err)
	}
	named := *known
	named.Message = fmt.Sprintf("--map-background %s can't lie under the map: %s", file, known.Message)
	return &named
}

// isArchive reports whether a path is by its name one of PMTiles.
func isArchive(at string) bool { return strings.EqualFold(path.Ext(at), ".pmtiles") }
