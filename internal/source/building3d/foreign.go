package building3d

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/mistaken"
)

// What a file without a readable building is: 3DBAG comes in many forms, and people mistake the files of a build for
// each other.

// Key is where the build file names the files.
const Key = "sources.buildings.files"

const (
	give       = "give the attributes of 3DBAG as GeoPackage, CSV or CityJSONSeq"
	asSequence = "make a CityJSONSeq of a whole CityJSON, as `cjseq cat` does, and give that"
)

var wanted = mistaken.Wanted{
	Key: Key, Kind: filekind.Buildings, Give: give, Ending: ".jsonl", Layer: "pand", IsHeader: isHeader, Reads: isRead,
}

// isOBJ reports whether a text begins as a model of that form does, which 3DBAG offers, too.
func isOBJ(start string) bool {
	return slices.ContainsFunc([]string{"mtllib ", "# ", "o ", "v "}, func(mark string) bool {
		return strings.HasPrefix(start, mark)
	})
}

// otherJSON is the error of JSON whose first line is nothing of a sequence.
func otherJSON(kind string, valid bool) error {
	if !valid {
		return gevel.Refusal(asSequence, "the first line is no JSON of its own, which it is in a CityJSONSeq")
	}
	return gevel.Refusal(give, "the file looks like JSON of the type %.40q, and not like a CityJSONSeq", kind)
}
