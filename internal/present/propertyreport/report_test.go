package propertyreport_test

import (
	"bytes"
	"html"
	"image"
	"image/jpeg"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/explain"
)

// cased returns the case of a home of a town.
func cased(t *testing.T) propertyreport.Case {
	t.Helper()
	town := smalltown.Shared(t)
	desk := propertyreport.NewDesk(town.Valuer, explain.New(town.Valuer), accuracy.NewBook(town.Edition()))
	c, err := desk.Of(town.Inquiry(3, smalltown.Dates[1]))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 3)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func written(t *testing.T, r propertyreport.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := propertyreport.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), "\u00a0", " ")
}

// loads finds what a browser would fetch.
var loads = regexp.MustCompile(`(?i)<script|<link|<iframe|@import|url\([^#]|src="[^d]|href=|https?://`)

func TestTheReportNeedsNoNetworkAndSaysTheValue(t *testing.T) {
	c := cased(t)
	c.Explanation.Valuation.Status = gevel.OutOfUse
	c.Sources = []propertyreport.Source{{Name: "bag", AsOf: c.Explanation.Valuation.Date}}
	e := c.Explanation
	for _, l := range []words.Language{words.English, words.Dutch} {
		got := written(t, propertyreport.Report{
			Case: c, Language: l, Made: e.Valuation.Date, MadeBy: "gevel test",
			Order:  propertyreport.Order{Client: "a bank", Purpose: "a mortgage", Reference: "2026/1", Issuer: "an office"},
			Photos: []propertyreport.Photo{{Picture: picture(t), Source: "own", Taken: e.Valuation.Date}},
		})
		if found := loads.FindString(got); found != "" {
			t.Errorf("the report has %q", found)
		}
		for _, want := range []string{
			l.Euros(e.Valuation.Weighted), l.Accuracy(e.Valuation), l.PropertyReport().Steps,
			l.Euros(e.References[0].Adjusted), l.Euros(e.References[2].Price), `src="data:image/jpeg;base64,/9j/`,
			e.Valuation.Edition, string(e.Valuation.Dwelling.ID), l.PropertyReport().MethodText,
			l.Status(gevel.OutOfUse), "a bank", "a mortgage", "2026/1", "an office", l.PerMetre(e.References[0].Price, &e.References[0].UseSurface.V),
			l.StandardsMet(e.Valuation, c.Sales, c.AsOf, "")[0], l.Overall()[1:], l.SourceFile("bag")[1:],
			l.Measure(&ratio.MdAPE)[1:], l.Measure(&ratio.InInterval)[1:], e.References[1].Address.Street, "counter(page)",
		} {
			if !strings.Contains(html.UnescapeString(got), want) {
				t.Errorf("the report in %s does not say %q", l, want)
			}
		}
		if strings.Contains(got, "ZgotmplZ") || strings.Contains(got, "NaN") {
			t.Error("a value was refused by the template, or is no number")
		}
	}
}

// TestTheMapDrawsTheBuildingsAround puts a building with a courtyard around the home, one far away and one that was not there yet.
func TestARebuiltHomeHasBothSurfaces(t *testing.T) {
	c := cased(t)
	d := &c.Explanation.Valuation.Dwelling
	day := gevel.NewDate(2020, time.October, 20)
	for i, m2 := range []float64{74, 96, 120} {
		known := gevel.NoDate + gevel.Date(i)*(day-gevel.NoDate)
		if i == 2 {
			known = c.Explanation.Valuation.Date // not seen yet
		}
		d.Facts = append(d.Facts, gevel.Fact{Attribute: gevel.AtUseSurface, Value: m2, Provenance: gevel.Provenance{
			Source: gevel.FromBAG, Known: known, Since: gevel.Some([]gevel.Date{gevel.Always, day, day + 9}[i]), Until: gevel.NoDate,
		}})
	}
	text := written(t, propertyreport.Report{Case: c, Language: words.English})
	if want := "Use surface 74 m² until 20 October 2020, 96 m² since (rebuilt)."; !strings.Contains(text, want) || strings.Contains(text, "120 m²") {
		t.Errorf("the report does not say %q", want)
	}
}

func TestTheMapDrawsTheBuildingsAround(t *testing.T) {
	c := cased(t)
	square := func(half, x float64) []gevel.Point {
		at := c.Explanation.Valuation.Dwelling.At
		return []gevel.Point{
			{X: at.X + x - half, Y: at.Y - half}, {X: at.X + x + half, Y: at.Y - half}, {X: at.X + x + half, Y: at.Y + half}, {X: at.X + x - half, Y: at.Y + half},
		}
	}
	b := footprint.NewBuilder()
	for _, building := range []footprint.Building{
		{Homes: 2, Outline: [][]gevel.Point{square(20, 0), square(8, 0)}},
		{Outline: [][]gevel.Point{square(5, 9000)}},
		{Year: c.Explanation.Valuation.Date.Year() + 1, Outline: [][]gevel.Point{square(5, 40)}},
	} {
		if err := b.Add(building); err != nil {
			t.Fatal(err)
		}
	}
	buildings, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	c.Buildings = buildings
	got := written(t, propertyreport.Report{Case: c, Language: words.English})
	paths := regexp.MustCompile(`<path class="(?:spread|level)" d="(M[^"]*)"`).FindAllStringSubmatch(got, -1)
	if len(paths) != 1 || strings.Count(paths[0][1], "Z") != 2 {
		t.Errorf("the map draws %q, want one building with its courtyard", paths)
	}
	c.Buildings = nil
	if bare := written(t, propertyreport.Report{Case: c, Language: words.English}); strings.Contains(bare, `<path class="spread"`) {
		t.Error("there are buildings without a table")
	}
}

func TestHouseTypesAreInTheLanguageOfTheReader(t *testing.T) {
	c := cased(t)
	r := &c.Explanation.References[0]
	r.UseSurface = gevel.Opt[int]{}
	for i := range r.Differences {
		switch d := &r.Differences[i]; d.Name {
		case "buildType":
			d.Had = gevel.VrijstaandeWoning.String()
		case "useSurface":
			d.Had = explain.Unknown
		}
	}
	got := written(t, propertyreport.Report{Case: c, Language: words.English})
	if !strings.Contains(got, "Detached house") || strings.Contains(got, "woning<") || strings.Contains(got, ">0 m²<") {
		t.Error("the report in English has Dutch house types, or a surface of 0 where none is known")
	}
}

func TestWhatASourceSaysIsNeverMarkup(t *testing.T) {
	c := cased(t)
	e := &c.Explanation
	const bad = `<script>alert("x")</script>`
	e.Valuation.Address.Street = bad
	e.References[0].Address.City = bad
	e.Characteristics = append(e.Characteristics, explain.Characteristic{Name: bad, Label: bad, Value: bad})
	c.Streets = []propertyreport.Street{{Name: bad, Homes: []gevel.Point{e.Valuation.Dwelling.At, e.Valuation.Dwelling.At, e.Valuation.Dwelling.At}}}
	got := written(t, propertyreport.Report{Case: c, Language: words.English, MadeBy: bad, Order: propertyreport.Order{Client: bad, Issuer: bad}})
	if strings.Contains(got, "<script") || strings.Count(got, "&lt;script&gt;") < 5 {
		t.Error("the report holds a script")
	}
}

func TestAPhotoThatIsNoPictureIsRefused(t *testing.T) {
	var b bytes.Buffer
	err := propertyreport.Write(&b, propertyreport.Report{
		Case: cased(t), Photos: []propertyreport.Photo{{Picture: []byte("<svg onload='x'/>")}},
	})
	if gevel.CodeOf(err) != gevel.Internal || b.Len() > 0 {
		t.Errorf("a photo of text is refused with %v, after %d bytes", err, b.Len())
	}
}

func TestAHomeWithoutAPositionHasNoMap(t *testing.T) {
	c := cased(t)
	c.Explanation.Valuation.Dwelling.At = gevel.Point{}
	if got := written(t, propertyreport.Report{Case: c}); strings.Contains(got, words.English.PropertyReport().MapNote) {
		t.Error("there is a map")
	}
}

// TestTheEurosOfAGridAddUp takes each reference from its indexed price to its adjusted one.
func TestTheEurosOfAGridAddUp(t *testing.T) {
	c := cased(t)
	got := html.UnescapeString(written(t, propertyreport.Report{Case: c, Language: words.English}))
	grid := got[strings.Index(got, "<h2>References</h2>"):]
	grid = grid[:strings.Index(grid, "</table>")]
	for i, r := range c.Explanation.References {
		var sum gevel.Euro
		for _, row := range strings.Split(grid, "<tr>") {
			cells := strings.Split(row, "<td")
			if len(cells) < i+3 {
				continue
			}
			if found := regexp.MustCompile(`<small>([+−]) € ([0-9,]+)</small>`).FindStringSubmatch(cells[i+2]); found != nil {
				n, err := strconv.Atoi(strings.ReplaceAll(found[2], ",", ""))
				if err != nil {
					t.Fatal(err)
				}
				if found[1] == "−" {
					n = -n
				}
				sum += gevel.Euro(n)
			}
		}
		if r.Indexed()+sum != r.Adjusted {
			t.Errorf("reference %d goes from %d by %d to %d", i+1, r.Indexed(), sum, r.Adjusted)
		}
	}
}

func TestALineOfAnOrderIsPlainAndShort(t *testing.T) {
	for text, ok := range map[string]bool{
		"": true, " Bank & Zn. ": true, strings.Repeat("é", propertyreport.MostLetters): true,
		strings.Repeat("e", propertyreport.MostLetters+1): false, "two\nlines": false, "bell\a": false, "\xff": false, "\u202egnp": false,
	} {
		var l propertyreport.Line
		if err := l.UnmarshalText([]byte(text)); (err == nil) != ok || ok && string(l) != strings.TrimSpace(text) {
			t.Errorf("%q is read as %q, %v", text, l, err)
		}
	}
}

func FuzzLine(f *testing.F) {
	f.Add("Bank & Zn.")
	f.Fuzz(func(t *testing.T, text string) {
		var l propertyreport.Line
		if l.UnmarshalText([]byte(text)) == nil && gevel.Printable(string(l)) != string(l) {
			t.Errorf("%q is read as %q", text, l)
		}
	})
}
