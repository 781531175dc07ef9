// The page that gevel serve shows in a browser: what of it is of this installation.

package main

import (
	"log/slog"

	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/serve/web"
)

// page returns the page, which may show pictures from wherever their URLs lead.
func (cmd *serveCmd) page(c *console, p *parts) (*web.Page, error) {
	images := []string{p.public}
	if links, ok := p.links.(*photos.Presigned); ok {
		origin, err := links.Origin(c.ctx)
		if err != nil {
			p.log.Warn("the page shows no photos: where they are isn't known", slog.Any("error", err))
		}
		images = []string{origin}
	}
	return web.New(web.Config{Key: cmd.pageKey, Images: images, Background: p.background.URL})
}
