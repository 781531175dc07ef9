package pagedata

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/pmtiles"
)

// The map that an operator lays under the page's.

// Settings say which map lies under the page's.
type Settings struct {
	MapBackground  string `name:"map-background" env:"GEVEL_MAP_BACKGROUND" placeholder:"FILE|URL" help:"A map to lay under the page's: a file of PMTiles, its URL, or a URL of tiles such as https://tiles.example/{z}/{x}/{y}.png; of a URL browsers ask that server too (default: none; env ${env})."`
	MapAttribution string `name:"map-attribution" env:"GEVEL_MAP_ATTRIBUTION" placeholder:"TEXT" help:"Whom the makers of that map want named (env ${env})."`
}

// Underlay is what lies under the page's map. The zero Underlay is nothing.
type Underlay struct {
	Shown *Background
	File  string // PMTiles on this machine, which the page finds at BackgroundURL
	URL   string // of another host, which browsers ask too
}

// Underlay returns what the settings lay under the page's map.
func (s *Settings) Underlay() (Underlay, error) {
	given := s.MapBackground
	switch {
	case given == "" && s.MapAttribution != "":
		return Underlay{}, refuse("--map-attribution names whose map it is: give --map-background with it")
	case given == "":
		return Underlay{}, nil
	case s.MapAttribution == "":
		return Underlay{}, refuse("--map-background: give --map-attribution too: the map's makers want to be named")
	case !strings.Contains(given, "://") && isArchive(given):
		if err := pmtiles.Check(given); err != nil {
			return Underlay{}, ofFile(given, err)
		}
		return Underlay{Shown: s.shown("pmtiles", BackgroundURL), File: given}, nil
	}
	u, err := url.Parse(strings.NewReplacer("{z}", "0", "{x}", "0", "{y}", "0").Replace(given))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return Underlay{}, refuse("--map-background: give the URL of tiles, such as https://tiles.example/{z}/{x}/{y}.png, " +
			"or a file or URL of PMTiles, such as nederland.pmtiles")
	}
	if isArchive(u.Path) {
		return Underlay{Shown: s.shown("pmtiles", given), URL: given}, nil
	}
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(given, part) != 1 {
			return Underlay{}, refuse("--map-background has no %s, or more than one: give the URL of tiles, such as "+
				"https://tiles.example/{z}/{x}/{y}.png", part)
		}
	}
	return Underlay{Shown: s.shown("tiles", given), URL: given}, nil
}

func (s *Settings) shown(kind, at string) *Background {
	return &Background{Kind: kind, URL: at, Attribution: s.MapAttribution}
}

func refuse(format string, args ...any) error {
	return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf(format, args...)}
}

// ofFile names the flag in the error of a file that can't be used.
func ofFile(file string, err error) error {
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
