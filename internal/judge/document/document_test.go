package document

import (
	"bytes"
	"html/template"
	"strings"
	"testing"
)

func exampleTable() Table {
	t := NewTable("", []Column{{Name: "sales"}}, Barred.Column("change"), Margins.Column("interval"), Words.Column(""))
	t.Title, t.Note, t.Fold = "house type", "2", Folded
	t.Add("<Villa>", 12345, OverBar(Number(-1.5, 1), -1.5, -1.5), "−2 to −1", Bad.Says("missed"))
	t.Add(Neutral.Says("Flat"), 7, []Cell{{Text: Number(0.25, 2), Note: "<2>", Tone: Good, Start: 10, Bar: 20}, {}}, Good.Says("met"))
	return t
}

// example has a block of each kind.
func example() *Document {
	return &Document{
		Kind: "Ratio study", Language: "nl", Head: Pairs{{"gevel-mark", "a\"b"}}, Title: "<homes>.csv", Lead: "Three <i>sales</i>.",
		Blocks: Blocks{
			Tiles{{Name: "MdAPE", Value: "7.12", Unit: "%", Note: "half are nearer"}},
			Paragraph{Text: "Explained at length.", Size: Fine},
			Paragraph{Text: "Beware!", Size: Warning},
			Pairs{{"client", "a <bank>"}, {"purpose", ""}},
			Charts{{Title: "Drift", Drawing: `<svg viewBox="0 0 1 1"></svg>`, Caption: "By month.", Basis: "3 sales."}},
			Under("By part", exampleTable(), List{"one", "two"}),
			Blocks{Under("Nothing here", NewTable("rows"), Paragraph{}, Charts{{Title: "not drawn"}})},
		},
		Footer: Blocks{Command("gevel evaluate a&b")},
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
Beware!
client: a <bank>

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
	table := exampleTable()
	table.Short = 1
	var b bytes.Buffer
	if err := (&Document{Blocks: Blocks{table}}).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\n1 more\n") || strings.Contains(b.String(), "Flat") {
		t.Errorf("the table is\n%s", &b)
	}
}

func TestAPageEscapesAndLeavesOutWhatIsEmpty(t *testing.T) {
	page := written(t, func(d *Document, b *bytes.Buffer) error { return d.WriteHTML(b) })
	for _, want := range []string{
		`<html lang="nl">`, `<meta name="gevel-mark" content="a&#34;b">`, `content: "Ratio study · \3chomes\3e.csv"`,
		`<p class="warning">Beware!</p>`, "<div><dt>client</dt><dd>a &lt;bank&gt;</dd></div>", `<th><span class="verdict">Flat</span></th>`,
		`<span class="bar verdict kept" style="left: 10%; width: 20%"></span><span>0.25</span><small>&lt;2&gt;</small>`,
		"<title>Ratio study: &lt;homes&gt;.csv</title>", "Three &lt;i&gt;sales&lt;/i&gt;.", `<p class="aside">Explained at length.</p>`,
		`<summary>house type <span class="faint">(2)</span></summary>`, "<details>", "<th>&lt;Villa&gt;</th><td>12\u202f345</td>",
		`<span class="bar" style="width: 100%"></span><span>−1.5</span>`, `<span class="verdict broken">missed</span>`,
		`<svg viewBox="0 0 1 1"></svg>`, "<li>two</li>", "<pre>gevel evaluate a&amp;b</pre>",
		`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, never := range []string{"Nothing here", "purpose", "ZgotmplZ", "<script", "https:"} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
}

func TestOnlyAPictureIsOne(t *testing.T) {
	got, err := Picture([]byte("\x89PNG\r\n\x1a\n"), `a "front"`)
	if want := template.HTML(`<img src="data:image/png;base64,iVBORw0KGgo=" alt="a &#34;front&#34;">`); err != nil || got != want {
		t.Errorf("a PNG is %s, %v", got, err)
	}
	if got, err := Picture([]byte("<svg onload='x'/>"), ""); err == nil {
		t.Errorf("text is the picture %s", got)
	}
}
