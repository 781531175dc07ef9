// Package propertyreport writes the explanation of a home's value as one page on A4, for paper and for
// sending on: value, band, reasons, evidence, photos, map. The page loads nothing from any network.
package propertyreport

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

// Report is the content of a report.
type Report struct {
	Explanation explain.Explanation
	Language    words.Language
	Made        gevel.Date       // the day on which it is made
	MadeBy      string           // program and version
	Photos      []Photo          // photos after the first MostPhotos are left out
	Buildings   *footprint.Table // for the map; nil shows positions alone
}

// Photo is a picture of the home: JPEG, PNG or WebP.
type Photo struct {
	Picture []byte
	Source  string // who made it
	Taken   gevel.Date
}

// MostPhotos is the most photos in a report.
const MostPhotos = 4

//go:embed report.html
var text string

var page = template.Must(template.New("report").Parse(text))

// Write writes the report as HTML. It fails if a photo is no picture.
func Write(w io.Writer, r Report) error {
	v, err := viewOf(r)
	if err != nil {
		return err
	}
	return page.Execute(w, v)
}

// view is the content of the page, with every text in the reader's language.
type view struct {
	Language        string
	Words           words.PropertyReport
	Address         string
	Value, Date     string
	Made, MadeBy    string
	Class, Accuracy string
	Scales          string
	DataAge         string
	Status          string // "" of a home in use
	Sure, Unsure    []string
	Band            band
	Photos          []photoView
	Characteristics [][3]string
	Steps           []stepRow
	Approaches      [][3]string
	References      []referenceRow
	Map             *mapView
	Edition, Model  string
	SalesUntil      string
	BagID           string
}

type photoView struct {
	URL     template.URL
	Caption string
}

type referenceRow struct {
	Number                                       int
	Address, Type, Surface, Year, Sold           string
	Price, Indexed, Adjusted, Distance, Equality string
	Differences                                  string
}

func viewOf(r Report) (view, error) {
	e, l := r.Explanation, r.Language
	v := e.Valuation
	out := view{
		Language: string(l), Words: l.PropertyReport(), Address: v.Address.String(), Value: l.Euros(v.Weighted), Date: l.Date(v.Date),
		Made: l.Date(r.Made), MadeBy: r.MadeBy, Class: l.Class(v.Class), Accuracy: l.Accuracy(v), Scales: fmt.Sprintf("FSD %s %%: %s.", l.Number(100*v.FSD, 1), l.Scales(v.FSD)), DataAge: l.DataAge(v), Status: l.Status(v.Status),
		Band: bandOf(e, l), Steps: stepRows(e, l), Map: mapOf(e, r.Buildings),
		Edition: v.Edition, Model: v.Model, SalesUntil: l.Date(v.SalesUntil), BagID: string(v.Dwelling.ID),
	}
	out.Sure, out.Unsure = l.Sureness(e)
	for _, c := range e.Characteristics {
		a := gevel.Attribute{Name: c.Name, Label: c.Label, Dutch: c.Dutch}
		out.Characteristics = append(out.Characteristics, [3]string{l.Characteristic(&a), l.Value(c.Value), l.From(c)})
	}
	for _, a := range e.Approaches {
		indication := unknown
		if a.Indication.Known {
			indication = l.Euros(a.Indication.V)
		}
		out.Approaches = append(out.Approaches, [3]string{l.Approach(a.Name), indication, l.Number(100*a.Weight, 0) + " %"})
	}
	for i, c := range e.References {
		out.References = append(out.References, newReferenceRow(i+1, c, l))
	}
	var err error
	out.Photos, err = photoViews(r.Photos[:min(len(r.Photos), MostPhotos)], l)
	return out, err
}

// unknown is shown for an unknown value.
const unknown = "–"

func newReferenceRow(number int, c explain.Reference, l words.Language) referenceRow {
	out := referenceRow{
		Number: number, Address: c.Address.String(), Type: l.Value(c.BuildType.String()), Sold: l.Date(c.Date),
		Surface: unknown, Year: unknown,
		Price: l.Euros(c.Price), Indexed: l.Euros(c.Indexed()), Adjusted: l.Euros(c.Adjusted),
		Distance: l.Number(c.Distance, 0) + " m", Equality: l.Number(c.Equality, 0) + " %",
	}
	if c.UseSurface.Known {
		out.Surface = fmt.Sprintf("%d m²", c.UseSurface.V)
	}
	if c.BuildYear.Known {
		out.Year = fmt.Sprint(c.BuildYear.V)
	}
	if c.Address.ObjectID == "" {
		out.Address = l.PropertyReport().NotKnown
	}
	var differences []string
	for _, d := range c.Differences {
		if change := l.Percent(d.Log); change != l.Percent(0) {
			differences = append(differences, l.Difference(d)+" "+change)
		}
	}
	out.Differences = strings.Join(differences, "; ")
	return out
}

// pictures are the media types that a browser shows and that contain no program.
var pictures = []string{"image/jpeg", "image/png", "image/webp"}

func photoViews(photos []Photo, l words.Language) ([]photoView, error) {
	var list []photoView
	for i, p := range photos {
		media := http.DetectContentType(p.Picture)
		if !slices.Contains(pictures, media) {
			return nil, &gevel.Error{Code: gevel.Internal, Message: fmt.Sprintf("photo %d is no picture but %s", i+1, media)}
		}
		caption := l.Date(p.Taken)
		if p.Source != "" {
			caption = p.Source + ", " + caption
		}
		list = append(list, photoView{template.URL("data:" + media + ";base64," + base64.StdEncoding.EncodeToString(p.Picture)), caption})
	}
	return list, nil
}
