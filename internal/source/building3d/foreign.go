package building3d

import (
	"slices"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// What a file without a readable building is: 3DBAG comes in many forms, and people mistake the files of a build for
// each other.

// Key is where the build file names the files.
const Key = "sources.buildings.files"

const (
	give       = "give the attributes of 3DBAG as GeoPackage, CSV or CityJSONSeq"
	unpack     = "unpack it: a GeoPackage is read here and there, and not from its beginning on"
	asSequence = "make a CityJSONSeq of a whole CityJSON, as `cjseq cat` does, and give that"
)

// otherForms are the forms of 3DBAG that are not read, by their first characters.
var otherForms = []struct{ start, what string }{
	{"fgb\x03", "FlatGeobuf"},
	{"ISO-10303-21", "IFC"},
	{"mtllib ", "OBJ"},
	{"# ", "OBJ"},
	{"o ", "OBJ"},
	{"v ", "OBJ"},
	{"glTF", "a tile of a 3D map"},
	{"b3dm", "a tile of a 3D map"},
}

// otherForm returns the error of a file that begins as another form of 3DBAG does, nil for none.
func otherForm(start []byte) error {
	if strings.HasPrefix(string(start), "SQLite format 3") {
		return gevel.Refusal(unpack, "the file is a compressed GeoPackage")
	}
	for _, form := range otherForms {
		if strings.HasPrefix(string(start), form.start) {
			return gevel.Refusal(give, "the file looks like %s, and gevel reads no attributes from it", form.what)
		}
	}
	return nil
}

func wholeCity() error {
	return gevel.Refusal(asSequence, "the file is a whole CityJSON, which would have to be in memory at once")
}

// otherJSON is the error of JSON whose first line is nothing of a sequence.
func otherJSON(kind string, valid bool) error {
	if !valid {
		return gevel.Refusal(asSequence, "the first line is no JSON of its own, which it is in a CityJSONSeq")
	}
	return gevel.Refusal(give, "the file looks like JSON of the type %.40q, and not like a CityJSONSeq", kind)
}

// otherText returns the error of a text of another kind than 3DBAG's, nil when it looks like none.
func otherText(start string) error {
	if kind := filekind.OfText(start); kind != (filekind.Kind{}) && kind != filekind.Buildings {
		return kind.Refuse(Key, give)
	}
	return nil
}

// theMember returns the one member of a zip that can be read.
func theMember(members []*zip.File) (*zip.File, error) {
	found := zipfile.CSVs(members)
	for _, m := range members {
		if name := strings.ToLower(m.Name); strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".jsonl.gz") {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 0:
		isGeoPackage := func(m *zip.File) bool { return strings.HasSuffix(strings.ToLower(m.Name), ".gpkg") }
		if slices.ContainsFunc(members, isGeoPackage) {
			return nil, gevel.Refusal(unpack, "the zip holds a GeoPackage")
		}
		if kind := filekind.OfZip(zipfile.Names(members)); kind != (filekind.Kind{}) {
			return nil, kind.Refuse(Key, give)
		}
		return nil, gevel.Refusal(give, "the zip holds neither a csv nor a city.jsonl")
	case 1:
		return found[0], nil
	}
	return nil, gevel.Refusal("unpack it and name the files", "the zip holds %d files, such as %s and %s",
		len(found), spelling.Quote([]byte(found[0].Name)), spelling.Quote([]byte(found[1].Name)))
}
