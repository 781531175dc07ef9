package edition

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
)

// metadata returns the key-value metadata of a table.
func metadata(t *testing.T, path string) (keys map[string]string, columns []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	keys = map[string]string{}
	for _, kv := range file.Metadata().KeyValueMetadata {
		keys[kv.Key] = kv.Value
	}
	for _, field := range file.Schema().Fields() {
		columns = append(columns, field.Name())
	}
	return keys, columns
}

func TestTablesExplainThemselves(t *testing.T) {
	c := inventContents(50, 1)
	c.AsOf = map[string]gevel.Date{"bag": 19_000, "sales": 19_100, "energy_labels": 19_200, "undated": gevel.NoDate}
	c.Licences = map[string]string{"bag": "CC0", "sales": "ours"}
	dir := t.TempDir()
	id := writeContents(t, dir, c).ID
	for _, name := range append([]string{buildingsName, statusesName}, tableNames...) {
		keys, columns := metadata(t, filepath.Join(dir, id, name))
		for _, column := range columns {
			if keys["column."+column] == "" {
				t.Errorf("%s does not say what %s is", name, column)
			}
		}
		if keys["row"] == "" || keys["licence.bag"] != "CC0" || keys["as_of.bag"] != gevel.Date(19_000).String() {
			t.Errorf("%s says of itself %v", name, keys)
		}
		if _, ok := keys["as_of.sales"]; ok != (name == salesName) {
			t.Errorf("whether %s has a day of the sales: %t", name, ok)
		}
		if _, ok := keys["as_of.undated"]; ok {
			t.Errorf("%s has a day of a source without one", name)
		}
	}
	keys, _ := metadata(t, filepath.Join(dir, id, dwellingsName))
	if keys["epsg"] != "28992" || keys["unit.use_surface"] != "m2" || keys["unit.place_x"] != "m" ||
		keys["column.use_surface"] != "Usable area in m2" {
		t.Errorf("dwellings say of themselves %v", keys)
	}
}
