package propertyreport_test

import (
	"bytes"
	"html"
	"image"
	"image/jpeg"
	"regexp"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/explain"
)

// explained returns the explanation of a home of a town.
func explained(t *testing.T) explain.Explanation {
	t.Helper()
	town := smalltown.Shared(t)
	e, err := explain.New(town.Valuer).Explain(town.Inquiry(3, smalltown.Dates[1]))
	if err != nil {
		t.Fatal(err)
	}
	return e
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
	return b.String()
}

// loads finds what a browser would fetch.
var loads = regexp.MustCompile(`(?i)<script|<link|<iframe|@import|url\(|src="[^d]|href=|https?://`)

func TestTheReportNeedsNoNetworkAndSaysTheValue(t *testing.T) {
	e := explained(t)
	e.Valuation.Status = gevel.OutOfUse
	for _, l := range []words.Language{words.English, words.Dutch} {
		got := written(t, propertyreport.Report{
			Explanation: e, Language: l, Made: e.Valuation.Date, MadeBy: "gevel test",
			Photos: []propertyreport.Photo{{Picture: picture(t), Source: "own", Taken: e.Valuation.Date}},
		})
		if found := loads.FindString(got); found != "" {
			t.Errorf("the report has %q", found)
		}
		for _, want := range []string{
			l.Euros(e.Valuation.Weighted), l.Euros(e.Certainty.Interval90.High), l.Accuracy(e.Valuation), l.PropertyReport().Steps,
			l.Euros(e.References[0].Adjusted), l.Euros(e.References[2].Price), `src="data:image/jpeg;base64,/9j/`,
			e.Valuation.Edition, string(e.Valuation.Dwelling.ID), l.PropertyReport().MethodText,
			l.Status(gevel.OutOfUse),
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
func TestTheMapDrawsTheBuildingsAround(t *testing.T) {
	e := explained(t)
	square := func(half, x float64) []gevel.Point {
		at := e.Valuation.Dwelling.At
		return []gevel.Point{
			{X: at.X + x - half, Y: at.Y - half}, {X: at.X + x + half, Y: at.Y - half}, {X: at.X + x + half, Y: at.Y + half}, {X: at.X + x - half, Y: at.Y + half},
		}
	}
	b := footprint.NewBuilder()
	for _, building := range []footprint.Building{
		{Homes: 2, Outline: [][]gevel.Point{square(20, 0), square(8, 0)}},
		{Outline: [][]gevel.Point{square(5, 9000)}},
		{Year: e.Valuation.Date.Year() + 1, Outline: [][]gevel.Point{square(5, 40)}},
	} {
		if err := b.Add(building); err != nil {
			t.Fatal(err)
		}
	}
	buildings, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	got := written(t, propertyreport.Report{Explanation: e, Language: words.English, Buildings: buildings})
	if paths := regexp.MustCompile(`<path d="(M[^"]*)"`).FindAllStringSubmatch(got, -1); len(paths) != 1 || strings.Count(paths[0][1], "Z") != 2 {
		t.Errorf("the map draws %q, want one building with its courtyard", paths)
	}
	if far := written(t, propertyreport.Report{Explanation: e, Language: words.English}); strings.Contains(far, "<path") {
		t.Error("there are buildings without a table")
	}
}

func TestHouseTypesAreInTheLanguageOfTheReader(t *testing.T) {
	e := explained(t)
	e.References[0].BuildType, e.References[0].UseSurface = gevel.VrijstaandeWoning, gevel.Opt[int]{}
	got := written(t, propertyreport.Report{Explanation: e, Language: words.English})
	if !strings.Contains(got, "Detached house") || strings.Contains(got, "woning<") || strings.Contains(got, ">0 m²<") {
		t.Error("the report in English has Dutch house types, or a surface of 0 where none is known")
	}
}

func TestWhatASourceSaysIsNeverMarkup(t *testing.T) {
	e := explained(t)
	const bad = `<script>alert("x")</script>`
	e.Valuation.Address.Street = bad
	e.References[0].Address.City = bad
	e.Characteristics = append(e.Characteristics, explain.Characteristic{Name: bad, Label: bad, Value: bad})
	got := written(t, propertyreport.Report{Explanation: e, Language: words.English, MadeBy: bad})
	if strings.Contains(got, "<script") || strings.Count(got, "&lt;script&gt;") < 5 {
		t.Error("the report holds a script")
	}
}

func TestAPhotoThatIsNoPictureIsRefused(t *testing.T) {
	var b bytes.Buffer
	err := propertyreport.Write(&b, propertyreport.Report{
		Explanation: explained(t), Photos: []propertyreport.Photo{{Picture: []byte("<svg onload='x'/>")}},
	})
	if gevel.CodeOf(err) != gevel.Internal || b.Len() > 0 {
		t.Errorf("a photo of text is refused with %v, after %d bytes", err, b.Len())
	}
}

func TestAHomeWithoutAPositionHasNoMap(t *testing.T) {
	e := explained(t)
	e.Valuation.Dwelling.At = gevel.Point{}
	if got := written(t, propertyreport.Report{Explanation: e}); strings.Contains(got, `width="300"`) {
		t.Error("there is a map")
	}
}
