package words

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestEverySentenceIsSaidInBothLanguagesWithTheSamePlaces(t *testing.T) {
	places := regexp.MustCompile(`%(\[\d\])?[.0-9]*[a-z]`)
	for key, by := range sentences() {
		if len(by) != 2 || by[English] == "" || by[Dutch] == "" {
			t.Errorf("%s: %q", key, by)
		}
		placesIn := func(text string) []string { return places.FindAllString(strings.ReplaceAll(text, "%%", ""), -1) }
		if en, nl := placesIn(by[English]), placesIn(by[Dutch]); !slices.Equal(en, nl) {
			t.Errorf("%s has %q in English and %q in Dutch", key, en, nl)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range regexp.MustCompile(`\bsay\("([^"]+)"\)`).FindAllStringSubmatch(string(text), -1) {
			said[key[1]] = true
		}
	}
	for _, m := range measured {
		said[m.sentence] = true
	}
	if want := slices.Sorted(maps.Keys(sentences())); !slices.Equal(slices.Sorted(maps.Keys(said)), want) {
		t.Errorf("the code says %q, and the file has %q", slices.Sorted(maps.Keys(said)), want)
	}
}

func TestAPropertyReportHasEveryTextInBothLanguages(t *testing.T) {
	for _, l := range []Language{English, Dutch} {
		texts := reflect.ValueOf(l.PropertyReport())
		for i := range texts.NumField() {
			if texts.Field(i).IsZero() {
				t.Errorf("%s lacks %s", l, texts.Type().Field(i).Name)
			}
		}
	}
}
