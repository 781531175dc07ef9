// What the page says in words of its own is what reports say.

package web

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
)

func TestThePageSaysWhatReportsSay(t *testing.T) {
	said := map[words.Language]string{}
	for _, l := range []words.Language{words.English, words.Dutch} {
		content, err := assets.ReadFile("assets/words-" + string(l) + ".js")
		if err != nil {
			t.Fatal(err)
		}
		said[l] = string(content)
		if want := "'worksheet.cautious': '" + l.Worksheet().Cautious + "'"; !strings.Contains(said[l], want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, name := range gevel.BuildTypeNames() {
		if want := "'" + name + "': '" + words.English.Value(name) + "'"; !strings.Contains(said[words.English], want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
