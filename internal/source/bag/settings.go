package bag

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/source"
)

// Rows of the table of sources, a file each: the register, and an operator's list of municipalities.
var (
	Row = source.Row{
		Name: "bag", Label: "BAG register", Kind: filekind.BAG,
		Licence:  "public domain (CC0 1.0), Kadaster; names of municipalities CC BY 4.0, CBS",
		Doc:      "A delivery of the register of addresses and buildings: a zip as the Kadaster delivers it, of the country or a municipality, or BAG light. Required.",
		Settings: func() source.Settings { return new(source.Path) },
		Required: true,
		Origins:  source.Origins(gevel.FromBAG, gevel.FromWalls),
		Stage:    "register", Apart: true,
	}
	MunicipalityRow = source.Row{
		Name: "municipalities", Label: "municipalities", Kind: filekind.Municipalities, Licence: "CC BY 4.0, CBS",
		Doc:      "CSV of municipality codes, names and provinces, which come before the built-in ones.",
		Settings: func() source.Settings { return new(source.Path) },
		Early:    true, Apart: true,
	}
)
