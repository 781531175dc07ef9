package build_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/testing/foundation"
)

// everySource returns a build file that uses each key of each source, with files in a folder.
func everySource(t *testing.T) build.Config {
	t.Helper()
	path := writeBuildFile(t, `
sources:
  bag: bag.zip
  municipalities: municipalities.csv
  energy_labels: labels.csv
  buildings: {files: [one.csv, two.csv], as_of: 2025-01-01, storeys: true}
  cbs:
    price_index: index.csv
    average_prices: [average.csv]
    neighbourhoods: [{addresses: addresses.csv, figures: figures.csv, published: 2025-01-01}]
    characteristics: [num_cbs_woz]
    columns: {num_station: Station}
  price_series: {file: series.csv, mapping: {columns: {value: Index}}}
  sales: [{file: sales.csv, preset: nvm, mapping: {columns: {price: Prijs}}}]
  monuments: {file: monuments.csv, known_date: always}
  parcels: {file: parcels.gpkg, known_date: always}
  characteristics: [{file: own.csv, known_date: always, mapping: {columns: {rooms: Kamers}}}]
  foundation_risks: {file: risks.csv, published: 2025-01-01}
`)
	c, err := build.StandardTable().With(foundation.Row).ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Table {
		for _, file := range filesOf(c, s) {
			writeFile(t, *file, s.Name)
		}
	}
	return c
}

// TestEachFileAndSettingOfHomesKeepsThemFromBeingCarried changes each value of the sources in a build file by
// itself.
func TestEachFileAndSettingOfHomesKeepsThemFromBeingCarried(t *testing.T) {
	c := everySource(t)
	files := map[*string]build.Entry{}
	for _, s := range c.Table {
		for _, path := range filesOf(c, s) {
			files[path] = s
		}
	}
	before := homesFrom(t, c)
	changed := map[string]bool{}
	eachSetting(c.Sources, func(key string, v reflect.Value) {
		restore := alter(t, v)
		changed[key] = homesFrom(t, c) != before
		restore()
		want := !strings.HasPrefix(key, "sources.sales[0]") && !strings.HasPrefix(key, "sources.price_series") || strings.HasSuffix(key, ".Preset")
		if v.Kind() == reflect.String {
			path, _ := v.Addr().Convert(reflect.TypeFor[*string]()).Interface().(*string)
			if s, ok := files[path]; ok {
				want = s.Feeds == source.FeedsHomes
				delete(files, path)
			}
		}
		if changed[key] != want {
			t.Errorf("another %s changes homes: %t, want %t", key, changed[key], want)
		}
	})
	if len(files) > 0 {
		t.Errorf("files of %v are in no setting", files)
	}
	for _, key := range []string{"sources.bag", "sources.buildings.Storeys", "sources.cbs.Neighbourhoods[0].Figures", "sources.sales[0].Preset", "sources.foundation_risks.Published"} {
		if !changed[key] {
			t.Errorf("%s was not changed", key)
		}
	}
	*build.SettingsOf[sales.Settings](c.Sources) = append(salesOf(c.Sources), salesOf(c.Sources)[0])
	if homesFrom(t, c) != before {
		t.Error("a second file of sales like the first changes homes")
	}
	c.Characteristics = map[string]build.Characteristic{"num_woz": {}}
	if homesFrom(t, c) == before {
		t.Error("a characteristic that is declared does not change homes")
	}
}

func TestTheSameFilesInAnotherFolderMakeTheSameHomes(t *testing.T) {
	if here, there := homesFrom(t, everySource(t)), homesFrom(t, everySource(t)); here != there {
		t.Errorf("homes are from %s here and from %s there", here, there)
	}
}

func homesFrom(t *testing.T, c build.Config) string {
	t.Helper()
	hash, err := build.HomesFrom(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// filesOf returns where the paths of a source's files lie.
func filesOf(c build.Config, s build.Entry) []*string { return c.Sources[s.Section()].Files(s.Name) }

// eachSetting calls visit with each value of each section.
func eachSetting(all build.Sources, visit func(key string, v reflect.Value)) {
	for _, section := range slices.Sorted(maps.Keys(all)) {
		eachValue(reflect.ValueOf(all[section]).Elem(), "sources."+section, visit)
	}
}

// eachValue calls visit with each text, number, yes or no, and map below v.
func eachValue(v reflect.Value, key string, visit func(key string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			eachValue(v.Field(i), key+"."+v.Type().Field(i).Name, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachValue(v.Index(i), fmt.Sprintf("%s[%d]", key, i), visit)
		}
	default:
		visit(key, v)
	}
}

// alter changes a value; of a text that is a file, its content.
func alter(t *testing.T, v reflect.Value) (restore func()) {
	t.Helper()
	before := reflect.ValueOf(v.Interface())
	switch v.Kind() {
	case reflect.String:
		if path := v.String(); filepath.IsAbs(path) {
			content := readFile(t, path)
			writeFile(t, path, content+" anew")
			return func() { writeFile(t, path, content) }
		}
		v.SetString(v.String() + "x")
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Map:
		other := reflect.MakeMap(v.Type())
		other.SetMapIndex(reflect.ValueOf("other"), reflect.Zero(v.Type().Elem()))
		v.Set(other)
	default:
		t.Fatalf("a setting is a %s", v.Type())
	}
	return func() { v.Set(before) }
}

func TestEachSourceOfCharacteristicsHasOneRow(t *testing.T) {
	rows := map[gevel.Source]string{}
	for _, s := range build.StandardTable() {
		for _, from := range s.Origins {
			if rows[from.Source] != "" {
				t.Errorf("%s is of %s and %s", from.Name, rows[from.Source], s.Name)
			}
			rows[from.Source] = s.Name
		}
	}
	for _, s := range gevel.StandardSources() {
		if rows[s.Source] == "" {
			t.Errorf("no row has %s", s.Name)
		}
	}
}

func TestEachRowIsWholeAndHasAKeyOfTheBuildFile(t *testing.T) {
	keys := map[string]bool{}
	keysBelow(reflect.TypeOf(build.StandardTable().Fields()).Elem(), "sources", keys)
	names := map[string]bool{}
	for _, s := range build.StandardTable() {
		if names[s.Name] || s.Name == "" || s.Label == "" || s.Licence == "" || s.Settings == nil || s.Kind.What == "" {
			t.Errorf("the row %q lacks something, or is there twice: %+v", s.Name, s)
		}
		names[s.Name] = true
		key := strings.ReplaceAll(s.Kind.Key, "[]", "")
		if !keys[key] {
			t.Errorf("%s has the key %q, which no setting has", s.Name, key)
		}
	}
}

// keysBelow notes the keys of a struct's fields, each with a sentence on it.
func keysBelow(of reflect.Type, key string, keys map[string]bool) {
	if of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if keys[key] = true; of.Kind() != reflect.Struct {
		return
	}
	for i := range of.NumField() {
		if name := of.Field(i).Tag.Get("yaml"); name != "-" && !strings.HasPrefix(name, ",") {
			keysBelow(of.Field(i).Type, key+"."+name, keys)
		}
	}
}

func TestEachKeyOfASourceHasASentence(t *testing.T) {
	checkSentences(t, reflect.TypeOf(build.StandardTable().With(foundation.Row).Fields()).Elem())
}

func checkSentences(t *testing.T, of reflect.Type) {
	t.Helper()
	if of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || of == reflect.TypeFor[sales.Mapping]() {
		return
	}
	for f := range of.Fields() {
		if doc := f.Tag.Get("doc"); !strings.HasSuffix(doc, ".") {
			t.Errorf("%s.%s has the sentence %q", of.Name(), f.Name, doc)
		}
		checkSentences(t, f.Type)
	}
}

func TestAFileThatIsGoneIsNamedWhateverItsSource(t *testing.T) {
	for _, s := range everySource(t).Table {
		c := everySource(t)
		c.Editions = t.TempDir()
		path := *filesOf(c, s)[0]
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("without the file of %s: %v", s.Name, err)
		}
	}
}

func TestAnAddedSourceStandsBehindThoseThatFeedTheSame(t *testing.T) {
	var names []string
	for _, s := range build.StandardTable().With(foundation.Row) {
		names = append(names, s.Name)
	}
	if at := slices.Index(names, foundation.Name); at < 1 || names[at-1] != "characteristics" || names[at+1] != "sales" {
		t.Errorf("the sources are read in the order %v", names)
	}
}
