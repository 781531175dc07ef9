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
	"github.com/gevel/gevel/internal/explain"
	"github.com/gevel/gevel/internal/propertyreport"
	"github.com/gevel/gevel/internal/smalltown"
	"github.com/gevel/gevel/internal/words"
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
	for _, l := range []words.Language{words.English, words.Dutch} {
		got := written(t, propertyreport.Report{
			Explanation: e, Language: l, Made: e.Valuation.Date, MadeBy: "gevel test",
			Photos: []propertyreport.Photo{{Picture: picture(t), Source: "own", Taken: e.Valuation.Date}},
		})
		if found := loads.FindString(got); found != "" {
			t.Errorf("the report has %q", found)
		}
		for _, want := range []string{
			l.Euros(e.Valuation.Weighted), l.Euros(e.Certainty.Interval90.High), l.Accuracy(e.Valuation), l.Report().Steps,
			l.Euros(e.References[0].Adjusted), l.Euros(e.References[2].Price), `src="data:image/jpeg;base64,/9j/`,
			e.Valuation.Edition, string(e.Valuation.Dwelling.ID), l.Report().MethodText,
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
