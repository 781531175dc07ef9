package reports

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/ratiostudy"
)

// Revaluation is the ratio study of a revaluation, made by a program and version.
func Revaluation(r *ratiostudy.Result, madeBy string) *document.Document {
	m := &r.Measures
	return &document.Document{
		Kind: "Ratio study of a revaluation", Title: r.Date.String(), Lead: r.Lead(),
		Blocks: append(append([]document.Block{rejects("leftOut", "left out", r.LeftOut), tiles(m), ranges}, measured(m, "Shares in percent.")...), parts("By part", m)),
		Footer: []document.Block{document.Paragraph{Text: fmt.Sprintf("Edition %s. Made by %s. %s", r.Edition, madeBy, standardOf)}},
	}
}
