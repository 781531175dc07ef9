package energy

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/source"
)

// Row is the row of the table of sources: one file.
var Row = source.Row{
	Name: "energy_labels", Label: "energy labels", Kind: filekind.Labels,
	Licence:  "terms of RVO for EP-Online; read them before you publish",
	Doc:      "The total file of EP-Online, zip or CSV.",
	Settings: func() source.Settings { return new(source.Path) },
	Origins:  source.Origins(gevel.FromLabel),
	Stage:    "labels", Awaits: []string{ReasonFutureRegistration},
}
