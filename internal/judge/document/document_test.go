package document

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// example has a block of each kind.
func example() *Document {
	return &Document{
		Kind: "Ratio study", Title: "<homes>.csv", Lead: "Three <i>sales</i>.",
		Blocks: []Block{
			Tiles{{Name: "MdAPE", Value: "7.12", Unit: "%", Note: "half are nearer"}},
			Paragraph{Text: "Explained at length.", Size: Fine},
			Charts{{Title: "Drift", Drawing: `<svg viewBox="0 0 1 1"></svg>`, Caption: "By month.", Basis: "3 sales."}},
			Section{Key: "parts", Title: "By part", Blocks: []Block{
				Table{
					Key: "types", Title: "house type", Note: "2", Fold: Folded, Columns: []Column{
						{Key: "name"}, {Key: "sales", Name: "sales"}, {Key: "change", Name: "change", Style: Barred},
						{Name: "interval", Style: Margins}, {Key: "verdict", Style: Words},
					},
					Rows: [][]Cell{
						{Word("<Villa>"), Whole(12345), {Text: "−1.5", Raw: -1.5, Bar: 100}, Word("−2 to −1"), {Text: "missed", Tone: Bad}},
						{Word("Flat"), Whole(7), Float(0.25, 2), {}, {Text: "met", Tone: Good}},
					},
				},
				List{Key: "uses", Items: []string{"one", "two"}},
			}},
			Section{Key: "none", Title: "Nothing here", Blocks: []Block{Table{Key: "rows"}, Paragraph{}}},
		},
		Footer: []Block{Command("gevel evaluate a&b")},
	}
}

func written(t *testing.T, write func(*Document, *bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(example(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestATerminalGetsAlignedTextWithoutTilesAndCharts(t *testing.T) {
	got := written(t, func(d *Document, b *bytes.Buffer) error { return d.WriteText(b) })
	const want = `Ratio study: <homes>.csv
Three <i>sales</i>.

BY PART

house type  sales  change
<Villa>     12345    -1.5  MISSED
Flat            7    0.25  met

one
two
`
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestAShortTableSaysHowManyRowsATerminalDoesNotShow(t *testing.T) {
	d := example()
	table := d.Blocks[3].(Section).Blocks[0].(Table)
	table.Short = 1
	var b bytes.Buffer
	if err := (&Document{Blocks: []Block{table}}).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\n1 more\n") || strings.Contains(b.String(), "Flat") {
		t.Errorf("the table is\n%s", &b)
	}
}

func TestAPageEscapesAndLeavesOutWhatIsEmpty(t *testing.T) {
	page := written(t, func(d *Document, b *bytes.Buffer) error { return d.WriteHTML(b) })
	for _, want := range []string{
		"<title>Ratio study: &lt;homes&gt;.csv</title>", "Three &lt;i&gt;sales&lt;/i&gt;.", `<p class="aside">Explained at length.</p>`,
		`<summary>house type <span class="faint">(2)</span></summary>`, "<details>", "<th>&lt;Villa&gt;</th><td>12\u202f345</td>",
		`<span class="bar" style="width: 100%"></span><span>−1.5</span>`, `<span class="verdict broken">missed</span>`,
		`<svg viewBox="0 0 1 1"></svg>`, "<li>two</li>", "<pre>gevel evaluate a&amp;b</pre>",
		`content="default-src 'none'; style-src 'unsafe-inline'"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, never := range []string{"Nothing here", "ZgotmplZ", "<script", "https:"} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
}

func TestAProgramGetsRawNumbersByKey(t *testing.T) {
	var got struct {
		Title string
		Parts struct {
			Types []struct {
				Name    string
				Sales   int
				Change  float64
				Verdict string
			}
			Uses []string
		}
		Command string
	}
	text := written(t, func(d *Document, b *bytes.Buffer) error { return d.WriteJSON(b) })
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	villa := got.Parts.Types[0]
	if got.Title != "<homes>.csv" || villa.Name != "<Villa>" || villa.Sales != 12345 || villa.Change != -1.5 || villa.Verdict != "missed" ||
		len(got.Parts.Uses) != 2 || got.Command != "gevel evaluate a&b" {
		t.Errorf("read as %+v from\n%s", got, text)
	}
}

func TestTwoBlocksOfOneKeyAreRefused(t *testing.T) {
	d := &Document{Blocks: []Block{Table{Key: "a"}, List{Key: "a"}}}
	if err := d.WriteJSON(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("got %v", err)
	}
}
